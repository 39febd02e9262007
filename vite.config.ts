import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type EnvironmentOptions, type ViteBuilder } from 'vite';
import packageFile from './package.json' with { type: 'json' };
import { docsPages, writeDocs } from './src/build/docs/docs-site.ts';
import { packageEnvironments } from './src/build/package-environments.ts';
import { bundledPackages, guardPages, nameRelease, standsAlone } from './src/build/plugins.ts';
import { clearBuild, listAssets, publishVersion } from './src/build/site-files.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const site = path('./dist/site');
/** Whether `npm start` builds for the demo, without the packages. */
const isDemo = process.env['BUILD_DEMO'] === '1';

const forSite = (build: EnvironmentOptions['build']): EnvironmentOptions => ({
  consumer: 'client',
  build: { outDir: site, emptyOutDir: false, copyPublicDir: false, ...build },
});

/** A classic script for a `<script src>`: one file, no chunks. */
const classicScript = (entry: string, file: string, name: string) =>
  forSite({ lib: { entry: path(entry), name, formats: ['iife'], fileName: () => file } });

/** `client` (the form's pages) and `script` share modules: each page loads one file, then what it needs. */
const fileNames = { entryFileNames: 'assets/[name]-[hash].js', chunkFileNames: 'assets/[name]-[hash].js' };

/** Bundles what a form needs first, with the library that draws it, into one file. */
const groupOf = (name: string, test: RegExp) => ({
  codeSplitting: { groups: [{ name, test, includeDependenciesRecursively: true }] },
});

/** Returns the names of the files that it wrote. */
async function buildSite(builder: ViteBuilder): Promise<readonly string[]> {
  const { script, frame, library, element, ssr: _unused, ...others } = builder.environments;
  const files = new Set<string>();
  const build = async (environments: readonly (typeof script)[]) => {
    for (const environment of environments) {
      const built = environment === undefined ? [] : [await builder.build(environment)].flat();
      for (const result of built)
        if ('output' in result) for (const { fileName } of result.output) files.add(fileName);
    }
  };
  await build([script, frame]);
  publishVersion(site, packageFile.version, [...files]);
  await build([...Object.values(others), ...(isDemo ? [] : [library, element])]);
  cpSync(path('./e2e/hosts'), `${site}/hosts`, { recursive: true });
  writeDocs(path('./'), site);
  // Vite keeps the folder of an HTML entry; the public paths are /form and /frame/TENANT.
  writePage('browser/pages/form', './');
  writePage('browser/frame/frame', '../');
  writePage('pages/attention/attention', './');
  rmSync(`${site}/src`, { recursive: true, force: true });
  return [...files];
}

/**
 * Requests the largest file first, on the connection that brought the page: a second connection takes two round trips.
 *
 * @param folder of the site, relative to the address of the page
 */
function writePage(name: string, folder: string): void {
  const html = readFileSync(`${site}/src/${name}.html`, 'utf8')
    .replace(/(<script type="module".*<\/script>\s*)((?:<link.*>\s*)+)/, '$2$1')
    .replace(/"(?:\.\.\/)+(?=assets\/)/g, `"${folder}`);
  writeFileSync(`${site}/${basename(name)}.html`, html);
}

export default defineConfig({
  plugins: [
    guardPages(path('./')),
    standsAlone(),
    bundledPackages(path('./dist/npm')),
    nameRelease(path('./'), packageFile.version),
    docsPages(path('./')),
  ],
  publicDir: 'public',
  // The site may be served below a path.
  base: './',
  build: {
    target: 'es2022',
    // The oldest browsers that show the whole form; CSS that these lack is in `@supports`.
    cssTarget: ['chrome94', 'firefox113', 'safari16.4'],
    modulePreload: false,
    sourcemap: !isDemo,
    assetsInlineLimit: 0,
  },
  environments: {
    script: forSite({
      rolldownOptions: {
        input: { 'apply-form': path('./src/browser/element/apply-form.ts') },
        preserveEntrySignatures: 'allow-extension',
        output: {
          ...fileNames,
          ...groupOf('apply-form', /\/element\/apply-form\.ts$/),
          entryFileNames: '[name].js',
        },
      },
    }),
    client: forSite({
      copyPublicDir: true,
      // Only for pages. A form loads its further files when nothing waits for them.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (_file, files, { hostType }) => (hostType === 'html' ? files : []),
      },
      rolldownOptions: {
        input: {
          index: path('./index.html'),
          form: path('./src/browser/pages/form.html'),
          frame: path('./src/browser/frame/frame.html'),
        },
        output: {
          ...fileNames,
          // Includes what both pages share: each further file costs a connection on a phone.
          ...groupOf('form', /\/(element\/define|pages\/open-page|frame\/messages)\.ts$/),
        },
      },
    }),
    // Built separately, so that the form's pages share no file with it.
    attention: forSite({
      rolldownOptions: { input: { attention: path('./src/pages/attention/attention.html') } },
    }),
    preview: classicScript('./src/browser/pages/preview-page.ts', 'preview.js', 'ApplyFormPreview'),
    previewInspector: classicScript(
      './src/demo/inspect-preview.ts',
      'preview-inspector.js',
      'ApplyFormPreviewInspector',
    ),
    frame: classicScript('./src/browser/frame/frame-host.ts', 'frame.js', 'ApplyFormFrame'),
    ...packageEnvironments(path('./'), isDemo),
  },
  builder: {
    async buildApp(builder) {
      clearBuild(path('./dist'));
      listAssets(path('./dist'), await buildSite(builder));
    },
  },
});

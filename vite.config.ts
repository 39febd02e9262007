import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type EnvironmentOptions, type Plugin, type ViteBuilder } from 'vite';
import packageFile from './package.json' with { type: 'json' };
import { bundledPackages } from './src/build/bundled-packages.ts';
import { docsPages, writeDocs } from './src/build/docs/docs-site.ts';
import { inlineStyles } from './src/build/inline-styles.ts';
import { plainPrivateNames } from './src/build/lower-syntax.ts';
import { minifyAgain } from './src/build/minify-again.ts';
import {
  nameLazyFile,
  nameWords,
  wordsEntry,
  wordsFiles,
  wordsLanguages,
} from './src/build/name-lazy-files.ts';
import { nameRelease } from './src/build/name-release.ts';
import { importOnAServer } from './src/build/on-a-server.ts';
import { packageEnvironments } from './src/build/package-environments.ts';
import { clearBuild, listAssets, publishVersion } from './src/build/site-files.ts';
import { leaveOutOfPreact } from './src/build/trim-preact.ts';
import { withoutNode } from './src/build/without-node.ts';
import { guardMessages } from './src/locale/guard-words.ts';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const site = path('./dist/site');
const lazyFiles = 'assets/[name]-[hash].js';

/** Of `npm start` for the demo: without the packages, and minified once. */
const isDemo = process.env['BUILD_DEMO'] === '1';

/** A classic script for a `<script src>`: one file, no chunks. */
function classicScript(entry: string, file: string, name: string, style?: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: site,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: {
        entry: path(entry),
        name,
        formats: ['iife'],
        fileName: () => file,
        ...(style === undefined ? {} : { cssFileName: style }),
      },
    },
  };
}

/** Where the page, and with it the colour scheme, is another file's: `light-dark()` stays as it is written. */
const withOwnColours = (environment: EnvironmentOptions): EnvironmentOptions => ({
  ...environment,
  build: { ...environment.build, cssTarget: ['chrome123', 'firefox120', 'safari17.5'] },
});

/** A file that a form loads when it needs it, by a name that changes with its content. */
function lazyFile(name: string, entry: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: site,
      emptyOutDir: false,
      copyPublicDir: false,
      // Built as a library, so that rarer files are loaded by a plain `import()` without Vite's preloading.
      lib: { entry: { [name]: path(entry) }, formats: ['es'] },
      rolldownOptions: {
        // What a rarer file shares with this one stays here, so that no third file is waited for.
        preserveEntrySignatures: 'allow-extension',
        output: { entryFileNames: lazyFiles, chunkFileNames: lazyFiles },
      },
    },
  };
}

/** Preact, and modules of `ui` that every file of the form draws with. */
const drawing =
  /^(preact|@preact\/signals)(\/|$)|^\..*\/(icon|heading|focus|screen|read-controls|controls\/select)\.tsx?$/;
const form = { module: path('./src/browser/lazy/handed-runtime.ts'), imports: drawing };
const sent = {
  module: path('./src/browser/outcome-screens/handed-runtime.ts'),
  imports: new RegExp(`${drawing.source}|/(announcer|focus-field|last-accepted)\\.ts$`),
};

/**
 * These files are loaded by address into a page whose form already has a copy of preact. A second copy would break hooks
 * and signals, so they import preact and signals from a module that the page fills.
 */
const handed: Readonly<Record<string, { readonly module: string; readonly imports: RegExp }>> = {
  later: form,
  details: form,
  dates: form,
  outcomeScreens: sent,
  steps: sent,
};

function handPreact(): Plugin {
  return {
    name: 'hand-preact',
    enforce: 'pre',
    resolveId(source) {
      const given = handed[this.environment.name];
      return given?.imports.test(source) ? given.module : null;
    },
  };
}

/** Returns the names of the files that it wrote. */
async function buildSite(builder: ViteBuilder): Promise<readonly string[]> {
  const {
    later,
    details,
    dates,
    outcomeScreens,
    steps,
    words,
    script,
    frame,
    library,
    element,
    ssr: _unused,
    ...others
  } = builder.environments;
  const files = new Set<string>();
  const build = async (environments: readonly (typeof later)[]) => {
    for (const environment of environments) {
      const built = environment === undefined ? [] : [await builder.build(environment)].flat();
      for (const one of built)
        if ('output' in one) for (const { fileName } of one.output) files.add(fileName);
    }
  };
  await build([outcomeScreens, steps, later, details, dates, words, script, frame]);
  publishVersion(site, packageFile.version, [...files]);
  await build([...Object.values(others), ...(isDemo ? [] : [library, element])]);
  cpSync(path('./e2e/hosts'), `${site}/hosts`, { recursive: true });
  writeDocs(path('./'), site);
  // Vite keeps the folder of an HTML entry; the public paths are /form and /frame/TENANT.
  layPage('browser/pages/form', './');
  layPage('browser/frame/frame', '../');
  layPage('pages/attention/attention', './');
  rmSync(`${site}/src`, { recursive: true, force: true });
  return [...files];
}

/** @param folder of the site, as it is seen from where the page is served, which may be below a path */
function layPage(name: string, folder: string): void {
  const html = readFileSync(`${site}/src/${name}.html`, 'utf8');
  writeFileSync(`${site}/${basename(name)}.html`, html.replace(/"(?:\.\.\/)+(?=assets\/)/g, `"${folder}`));
}

/** What nearly every visitor needs beside the first load: built before the pages. None in development. */
function visitorsFiles(): readonly string[] {
  const folder = `${site}/${packageFile.version}/assets`;
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => /^(further-details|typed-dates)-[\w-]+\.js$/.test(name));
}

/** Inlined into both pages, because it speaks where their files cannot be loaded or read. */
function guardPages(): Plugin {
  const guard = readFileSync(path('./src/browser/pages/page-guard.html'), 'utf8').replace(
    "'guard-words.ts'",
    () => JSON.stringify(guardMessages),
  );
  return {
    name: 'guard-pages',
    transformIndexHtml: {
      order: 'pre',
      handler: (html) =>
        html.replace('<!-- page-guard.html -->', () =>
          guard.trim().replace("'lazy files'", JSON.stringify(visitorsFiles())),
        ),
    },
  };
}

export default defineConfig({
  plugins: [
    guardPages(),
    inlineStyles('/index.html'),
    plainPrivateNames(),
    leaveOutOfPreact(),
    handPreact(),
    nameWords(),
    nameLazyFile(),
    minifyAgain({ isDemo }),
    importOnAServer(),
    withoutNode(),
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
    modulePreload: { polyfill: false },
    sourcemap: !isDemo,
    assetsInlineLimit: 0,
    // The second minification is known to be slow: no warning about it.
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  environments: {
    later: lazyFile('later', './src/browser/lazy/built-file.ts'),
    outcomeScreens: lazyFile('outcome-screens', './src/browser/outcome-screens/built-file.ts'),
    steps: lazyFile('steps', './src/browser/steps/built-file.ts'),
    details: lazyFile('further-details', './src/browser/details/built-file.ts'),
    dates: lazyFile('typed-dates', './src/browser/dates/built-file.ts'),
    words: {
      consumer: 'client',
      build: {
        outDir: site,
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: Object.fromEntries(wordsLanguages.map((language) => [language, wordsEntry(language)])),
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: () => wordsFiles().replace('*', '[name]') },
        },
      },
    },
    client: {
      build: {
        outDir: site,
        emptyOutDir: false,
        rolldownOptions: {
          input: {
            index: path('./index.html'),
            form: path('./src/browser/pages/form.html'),
            frame: path('./src/browser/frame/frame.html'),
          },
        },
      },
    },
    // Apart from the form's pages, so that these share no file with it.
    attention: {
      consumer: 'client',
      build: {
        outDir: site,
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: { input: { attention: path('./src/pages/attention/attention.html') } },
      },
    },
    script: classicScript('./src/browser/element/apply-form.ts', 'apply-form.js', 'ApplyFormScript'),
    docs: classicScript('./src/pages/docs/docs.ts', 'docs/docs.js', 'ApplyFormDocs', 'docs/docs'),
    preview: classicScript('./src/browser/pages/preview-page.ts', 'preview.js', 'ApplyFormPreview'),
    previewInspector: withOwnColours(
      classicScript('./src/demo/inspect-preview.ts', 'preview-inspector.js', 'ApplyFormPreviewInspector'),
    ),
    frame: classicScript('./src/browser/frame/frame-host.ts', 'frame.js', 'ApplyFormFrame'),
    inspector: withOwnColours({
      consumer: 'client',
      build: {
        outDir: site,
        emptyOutDir: false,
        copyPublicDir: false,
        lib: {
          entry: path('./src/inspector/inspector.tsx'),
          formats: ['es'],
          fileName: () => 'inspector.js',
        },
      },
    }),
    ...packageEnvironments(path('./'), isDemo),
  },
  builder: {
    async buildApp(builder) {
      clearBuild(path('./dist'));
      listAssets(path('./dist'), await buildSite(builder));
    },
  },
});

import { createHash } from 'node:crypto';
import { cpSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EnvironmentOptions, Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const site = path('./dist/site');

/** A classic script for a `<script src>`: one file, no chunks. */
function classicScript(entry: string, file: string, name: string, banner?: string): EnvironmentOptions {
  const rolldownOptions = banner === undefined ? {} : { output: { postBanner: banner } };
  return {
    consumer: 'client',
    build: {
      outDir: site,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: { entry: path(entry), name, formats: ['iife'], fileName: () => file },
      rolldownOptions,
    },
  };
}

/**
 * Chromium compiles all functions of the file while it downloads, on another thread, and not each at its first call in
 * the longest task of the host's page (V8, "explicit compile hints").
 */
const compileHint = '//# allFunctionsCalledOnLoad';

/**
 * These are loaded by address into a page whose form already runs on a copy of preact. A second copy would break
 * hooks and signals, so the built file takes both from a module that the page fills.
 */
const handed: Readonly<Record<string, string>> = {
  later: path('./src/embed/later/handed-runtime.ts'),
  inspector: path('./src/inspector/handed-preact.ts'),
};

function handPreact(): Plugin {
  return {
    name: 'hand-preact',
    enforce: 'pre',
    resolveId(source) {
      return /^(preact|@preact\/signals)(\/|$)/.test(source) ? handed[this.environment.name] : null;
    },
  };
}

/** Every language but English, which comes with the form; each is a file of its own. */
const wordsSources = {
  ar: path('./src/locale/ar.ts'),
  de: path('./src/locale/de.ts'),
  es: path('./src/locale/es.ts'),
  fr: path('./src/locale/fr.ts'),
  pt: path('./src/locale/pt.ts'),
  'pt-BR': path('./src/locale/pt-BR.ts'),
};

/** One name for all of them, so that the first file need not list six; it changes with the content of any. */
function wordsFiles(): string {
  const hash = createHash('sha256');
  for (const source of Object.values(wordsSources)) hash.update(readFileSync(source));
  return `assets/words-${hash.digest('base64url').slice(0, 8)}-*.js`;
}

/** Each file of words exports its catalogue by the name of its language; who loads it by address knows one name. */
const wordsEntry = (language: string) => `words:${language}`;

function nameWords(): Plugin {
  const sources = new Map(
    Object.entries(wordsSources).map(([language, source]) => [wordsEntry(language), source]),
  );
  return {
    name: 'name-words',
    enforce: 'pre',
    resolveId: (imported) => (sources.has(imported) ? imported : null),
    load(id) {
      const source = sources.get(id);
      if (source === undefined) return null;
      const exported = id.slice(wordsEntry('').length).replace('-', '');
      return `export { ${exported} as words } from ${JSON.stringify(source)};`;
    },
  };
}

/**
 * The later file is built first. The pages and the script then load it by its name, which changes with its content;
 * the preview, which works from a folder, has it in itself.
 */
function nameLaterFile(): Plugin {
  const source = path('./src/embed/later-file.ts');
  const byAddress = path('./src/embed/load-later-file.ts');
  const loadsByAddress = (environment: string) => environment === 'client' || environment === 'script';
  let name = '';
  return {
    name: 'name-later-file',
    apply: 'build',
    enforce: 'pre',
    sharedDuringBuild: true,
    resolveId(imported) {
      const isWay = imported.endsWith('/load-later.ts') && loadsByAddress(this.environment.name);
      return isWay ? byAddress : null;
    },
    load(id) {
      if (id !== source) return null;
      const names = { laterFile: name, wordsFiles: wordsFiles() };
      return Object.entries(names)
        .map(([constant, value]) => `export const ${constant} = ${JSON.stringify(value)};`)
        .join('\n');
    },
    generateBundle(_options, bundle) {
      if (this.environment.name !== 'later') return;
      name = Object.values(bundle).find((file) => file.type === 'chunk')?.fileName ?? '';
    },
  };
}

export default defineConfig({
  plugins: [handPreact(), nameWords(), nameLaterFile()],
  publicDir: 'public',
  build: { target: 'es2022', modulePreload: { polyfill: false }, sourcemap: true, assetsInlineLimit: 0 },
  environments: {
    later: {
      consumer: 'client',
      build: {
        outDir: site,
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: { later: path('./src/embed/later/built-file.ts') },
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: 'assets/[name]-[hash].js' },
        },
      },
    },
    words: {
      consumer: 'client',
      build: {
        outDir: site,
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: Object.fromEntries(
            Object.keys(wordsSources).map((language) => [language, wordsEntry(language)]),
          ),
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
            form: path('./src/embed/form.html'),
            frame: path('./src/embed/frame.html'),
          },
        },
      },
    },
    script: classicScript('./src/embed/apply-form.ts', 'apply-form.js', 'ApplyFormScript', compileHint),
    preview: classicScript('./src/embed/preview-page.ts', 'preview.js', 'ApplyFormPreview'),
    frame: classicScript('./src/embed/frame-host.ts', 'frame.js', 'ApplyFormFrame'),
    inspector: {
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
    },
    server: {
      consumer: 'server',
      build: {
        ssr: true,
        outDir: path('./dist'),
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: { server: path('./src/server/main.ts') },
          output: { entryFileNames: '[name].js', chunkFileNames: 'server/[name]-[hash].js' },
        },
      },
    },
    library: {
      consumer: 'server',
      build: {
        ssr: true,
        outDir: path('./dist/library'),
        emptyOutDir: false,
        copyPublicDir: false,
        rolldownOptions: {
          input: {
            index: path('./src/embed/index.ts'),
            define: path('./src/embed/define.ts'),
            conditions: path('./src/conditions/door.ts'),
            proxy: path('./src/proxy/create-proxy.ts'),
            service: path('./src/service/create-service.ts'),
            sandbox: path('./src/sandbox/create-sandbox.ts'),
          },
          output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
        },
      },
    },
  },
  builder: {
    async buildApp(builder) {
      rmSync(path('./dist'), { recursive: true, force: true });
      const { later, ssr: _unused, ...others } = builder.environments;
      for (const environment of [later, ...Object.values(others)]) {
        if (environment !== undefined) await builder.build(environment);
      }
      cpSync(path('./e2e/hosts'), `${site}/hosts`, { recursive: true });
      // Vite keeps the folder of an HTML entry; the doors are /form and /frame.
      for (const page of ['form', 'frame']) {
        cpSync(`${site}/src/embed/${page}.html`, `${site}/${page}.html`);
      }
      rmSync(`${site}/src`, { recursive: true, force: true });
    },
  },
  test: {
    setupFiles: ['src/property-runs.ts'],
    projects: [
      {
        extends: true,
        test: { name: 'node', environment: 'node', include: ['src/**/*.test.ts'], isolate: true },
      },
      {
        extends: true,
        test: { name: 'dom', environment: 'happy-dom', include: ['src/**/*.test.tsx'], isolate: true },
      },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/conditions/**/*.ts', 'src/tree/**/*.ts', 'src/answers/**/*.ts'],
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { branches: 100 },
    },
  },
});

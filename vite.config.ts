import { cpSync, existsSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { EnvironmentOptions, Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const site = path('./dist/site');

/** A classic script for a `<script src>`: one file, no chunks. */
function classicScript(entry: string, file: string, name: string): EnvironmentOptions {
  return {
    consumer: 'client',
    build: {
      outDir: site,
      emptyOutDir: false,
      copyPublicDir: false,
      lib: { entry: path(entry), name, formats: ['iife'], fileName: () => file },
    },
  };
}

/**
 * The inspector is loaded by address into a page whose form already runs on a copy of preact. A second copy
 * would break hooks and signals, so the built file takes both from `handed-preact.ts`, which the page fills.
 */
function handPreact(): Plugin {
  const handed = path('./src/inspector/handed-preact.ts');
  return {
    name: 'hand-preact',
    enforce: 'pre',
    resolveId(source) {
      const own = this.environment.name === 'inspector' && /^(preact|@preact\/signals)(\/|$)/.test(source);
      return own && existsSync(handed) ? handed : null;
    },
  };
}

export default defineConfig({
  plugins: [handPreact()],
  publicDir: 'public',
  build: { target: 'es2022', modulePreload: { polyfill: false }, sourcemap: true, assetsInlineLimit: 0 },
  environments: {
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
    script: classicScript('./src/embed/apply-form.ts', 'apply-form.js', 'ApplyFormScript'),
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
      for (const environment of Object.values(builder.environments)) {
        if (environment.name !== 'ssr') await builder.build(environment);
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

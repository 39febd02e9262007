/** Separate from `vite.config.ts`, whose plugins serve the build and slow down the loading of every module. */
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** The tests of these folders replace the browser's globals. */
const pageFolders = ['demo', 'browser', 'inspector', 'pages', 'ui'] as const;

/** The tests of these folders must cover all of their branches. */
const coveredFolders = ['core/answers', 'core/conditions', 'core/tree'] as const;

const below = (folders: readonly string[], files: string) =>
  folders.map((folder) => `src/${folder}/${files}`);

/** Tests that are too slow for every day end in `.deep.test.ts`. */
const isDeep = process.env['TEST_DEEP'] === '1';
const tests = (extension: 'ts' | 'tsx') => `**/*${isDeep ? '.deep' : ''}.test.${extension}`;
const otherTests = isDeep ? [] : ['**/*.deep.test.*'];

/** Modules in these folders change how Preact draws, so each test file loads its own copies. */
const statefulFolders = ['browser', 'demo', 'inspector', 'pages'] as const;

const project = (name: string, test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration => ({
  extends: true,
  test: { environment: 'node', exclude: otherTests, isolate: true, ...test, name },
});

const components: TestProjectInlineConfiguration['test'] = {
  environment: 'happy-dom',
  // Threads take a tenth less processor time than processes, and these tests share no process state.
  pool: 'threads',
  setupFiles: ['src/component-tests.support.ts'],
};

export default defineConfig({
  test: {
    // Milliseconds. Even on a busy machine only tests that hang reach these limits.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    maxWorkers: 3,
    tags: [{ name: 'deep', description: 'Too slow for every day, in a file whose other tests are not.' }],
    projects: [
      project('page', { include: below(pageFolders, tests('ts')), pool: 'threads' }),
      // Modules in these folders have no global state, so each worker loads them once.
      project('node', {
        include: [`src/${tests('ts')}`, `e2e/${tests('ts')}`],
        exclude: [...below(pageFolders, '**'), '**/node_modules/**', ...otherTests],
        isolate: false,
      }),
      project('dom', { ...components, include: below(statefulFolders, tests('tsx')) }),
      project('ui', {
        ...components,
        include: [`src/${tests('tsx')}`],
        exclude: [...below(statefulFolders, '**'), ...otherTests],
        isolate: false,
      }),
    ],
    coverage: {
      provider: 'v8',
      include: below(coveredFolders, '**/*.ts'),
      exclude: ['**/*.test.ts'],
      reporter: ['text-summary', 'json-summary'],
      thresholds: { branches: 100 },
    },
  },
});

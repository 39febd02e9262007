/** What the two npm packages are built of. */
import type { EnvironmentOptions } from 'vite';

/** Native, a matter of the store that an operator chooses, in the package's types, or for developers alone. */
const notBundled = ['libsql', 'pg', 'zod', 'vite'];

type Rolldown = NonNullable<NonNullable<EnvironmentOptions['build']>['rolldownOptions']>;

interface ForNode {
  readonly outDir: string;
  /** Packages of others are taken in, but for those that `options` names. */
  readonly bundles: boolean;
  readonly options: Rolldown;
}

/** Sources by the name of the built file. */
const forNode = ({ outDir, bundles, options }: ForNode): EnvironmentOptions => ({
  consumer: 'server',
  resolve: { noExternal: bundles ? true : [] },
  build: {
    ssr: true,
    outDir,
    emptyOutDir: false,
    copyPublicDir: false,
    rolldownOptions: { preserveEntrySignatures: 'strict', ...options },
  },
});

const libraryFiles = { entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' };

/** What is in a package without a source map. */
const withoutMap = (environment: EnvironmentOptions, minify: boolean): EnvironmentOptions => ({
  ...environment,
  build: { ...environment.build, sourcemap: false, minify },
});

/**
 * @param root of the repository, with `/` at its end
 * @param isDemo packages of others are installed beside the server, so they are not taken in
 */
export function packageEnvironments(root: string, isDemo: boolean): Record<string, EnvironmentOptions> {
  const inputs = (files: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `${root}src/${file}`]));
  const server = forNode({
    outDir: `${root}dist`,
    bundles: !isDemo,
    options: {
      external: notBundled,
      input: inputs({ server: 'server/app/main.ts', 'apply-form-server': 'cli/apply-form-server.ts' }),
      output: { entryFileNames: '[name].js', chunkFileNames: 'server/[name]-[hash].js' },
    },
  });
  // They run wherever `fetch` does, so they are built apart from the server, which needs Node.
  const library = forNode({
    outDir: `${root}dist/library`,
    bundles: true,
    options: {
      platform: 'neutral',
      external: notBundled,
      input: inputs({
        proxy: 'server/http/index.ts',
        service: 'server/service/index.ts',
        sandbox: 'sandbox/index.ts',
      }),
      output: libraryFiles,
    },
  });
  // One build, so that its entries share their common code.
  const element = forNode({
    outDir: `${root}dist/npm/apply-form`,
    bundles: true,
    options: { input: inputs(elementEntries), output: libraryFiles },
  });
  return { server, library: withoutMap(library, false), element: withoutMap(element, true) };
}

const elementEntries = {
  index: 'browser/element/index.ts',
  define: 'browser/element/define.ts',
  react: 'browser/element/jsx-react.ts',
  preact: 'browser/element/jsx-preact.ts',
  vue: 'browser/element/vue-templates.ts',
  conditions: 'core/conditions/index.ts',
};

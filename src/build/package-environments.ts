/** The Vite environments of the two npm packages. */
import type { EnvironmentOptions } from 'vite';

/**
 * These packages are not bundled: they are native, depend on the operator's store, belong to the types of our package, or
 * are for developers only.
 */
const notBundled = ['libsql', 'pg', 'zod', 'vite'];

/**
 * @param root the folder of the repository, with `/` at its end
 * @param isDemo whether the build is for `npm start`: other packages are installed then, so they are not bundled
 */
export function packageEnvironments(root: string, isDemo: boolean): Record<string, EnvironmentOptions> {
  /** @param files sources by the name of the built file */
  const make = (
    outDir: string,
    files: Readonly<Record<string, string>>,
    { rolldownOptions, ...build }: NonNullable<EnvironmentOptions['build']>,
  ): EnvironmentOptions => ({
    consumer: 'server',
    resolve: { noExternal: isDemo ? [] : true },
    build: {
      ...build,
      ssr: true,
      outDir: `${root}${outDir}`,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        preserveEntrySignatures: 'strict',
        external: notBundled,
        input: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, `${root}src/${file}`])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' },
        ...rolldownOptions,
      },
    },
  });
  const server = {
    server: 'server/process/main.ts',
    'apply-form-server': 'cli/apply-form-server.ts',
    proxy: 'server/http/index.ts',
  };
  const serverFiles = { entryFileNames: '[name].js', chunkFileNames: 'server/[name]-[hash].js' };
  return {
    server: make('dist', server, { rolldownOptions: { output: serverFiles } }),
    // These run wherever `fetch` does, so they are built separately from the server, which needs Node.
    library: make('dist/library', libraryEntries, {
      sourcemap: false,
      minify: false,
      rolldownOptions: { platform: 'neutral' },
    }),
    element: make('dist/npm/apply-form', elementEntries, { sourcemap: false, minify: true }),
  };
}

const libraryEntries = {
  service: 'server/service/index.ts',
  sandbox: 'sandbox/index.ts',
};

const elementEntries = {
  index: 'browser/element/index.ts',
  define: 'browser/element/define.ts',
  react: 'browser/element/jsx-react.ts',
  preact: 'browser/element/jsx-preact.ts',
  vue: 'browser/element/vue-templates.ts',
  conditions: 'core/conditions/index.ts',
};

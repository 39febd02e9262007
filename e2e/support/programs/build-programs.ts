/**
 * Builds programs into plain files. A loader that compiles each imported file takes longer than most programs run. It also
 * wraps every function to preserve its name, which makes a simulation a fifth slower.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';

export interface BuiltPrograms {
  /** A folder in which the program `NAME.ts` of the repository is `NAME.js`. */
  readonly folder: string;
  remove(): Promise<void>;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** @param programs paths from the root of the repository */
export async function buildPrograms(programs: readonly string[]): Promise<BuiltPrograms> {
  // The cache is inside the project, so that imports of packages resolve.
  const cache = join(root, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'programs-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  const { NODE_ENV: nodeEnv } = process.env;
  try {
    await buildInto(folder, programs);
    return { folder, remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    // The build sets the variable, and later child processes would inherit it.
    if (nodeEnv === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = nodeEnv;
  }
}

const buildInto = (folder: string, programs: readonly string[]) =>
  build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    plugins: [keepAddresses()],
    build: {
      ssr: true,
      target: 'node20',
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(
          programs.map((program) => [program.replace(/\.ts$/, ''), join(root, program)]),
        ),
        output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name]-[hash].js' },
      },
    },
  });

const moduleAddress = /\bimport\.meta\.url\b/g;

/** Replaces `import.meta.url` by the address of the source, so that files next to it are found. */
function keepAddresses(): Plugin {
  return {
    name: 'keep-addresses',
    transform(code, id) {
      const address = JSON.stringify(pathToFileURL(id).href);
      return id.startsWith(root) ? { code: code.replaceAll(moduleAddress, address), map: null } : null;
    },
  };
}

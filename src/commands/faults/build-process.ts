/**
 * The program of one process as one plain file. A loader that changes files one by one gives every function its name
 * back when it is made; the many small functions of a world would cost a fifth of its time more.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

export interface BuiltProcess {
  readonly file: string;
  remove(): Promise<void>;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
const entry = fileURLToPath(new URL('./faults-process.ts', import.meta.url));

export async function buildProcess(): Promise<BuiltProcess> {
  // Inside the project, where its packages are found.
  const cache = join(root, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'faults-'));
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: { ssr: entry, target: 'node20', outDir: folder, emptyOutDir: false, minify: false },
  });
  return {
    file: join(folder, 'faults-process.js'),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Returns Node's arguments to run a program of this repository: the built file if `npm test` has made one, else the source.
 * @param program the path of its source
 */
export function programArguments(program: string): readonly string[] {
  const folder = process.env['BUILT_PROGRAMS'];
  const built = folder && join(folder, relative(root, program).replace(/\.ts$/, '.js'));
  return built && existsSync(built) ? [built] : ['--import', 'tsx', program];
}

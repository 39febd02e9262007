import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * What Node is given to run a program of ours: the built file where `npm test` has made one, the source elsewhere.
 * @param program the path of its source
 */
export function programArguments(program: string): readonly string[] {
  const folder = process.env['BUILT_PROGRAMS'];
  const built = folder && join(folder, relative(root, program).replace(/\.ts$/, '.js'));
  return built && existsSync(built) ? [built] : ['--import', 'tsx', program];
}

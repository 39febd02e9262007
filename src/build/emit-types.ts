/** Writes the types reachable from the package's entry points beside the built library. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import configuration from '../tsconfig.types.json' with { type: 'json' };

const doors: readonly string[] = configuration.files.map((file) => file.replace(/\.ts$/, '.d.ts'));

/** @returns whether the compiler succeeded; it prints its own errors */
export function emitTypes(root: string): boolean {
  const folder = `${root}dist/library/types`;
  rmSync(folder, { recursive: true, force: true });
  const compiler = `${root}node_modules/typescript/bin/tsc`;
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'src/tsconfig.types.json'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) return false;
  const reached = writeReached(folder);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  for (const { parentPath, name } of files) {
    const file = join(parentPath, name);
    if (!reached.has(relative(folder, file))) rmSync(file);
  }
  return true;
}

/** Matches paths in imports and exports, and in `import("./a.ts").B`. */
const sourceAddress = /((?:from|import) ?\(?)(["'])(\.[^"']*)\.tsx?\2/g;

/** The compiler keeps the source paths in the types; their extension must be that of a published file. */
function writeReached(folder: string): ReadonlySet<string> {
  const reached = new Set(doors);
  // Iterating over a Set also visits members that are added meanwhile.
  for (const name of reached) {
    const text = readFileSync(join(folder, name), 'utf8');
    for (const [, , , address = ''] of text.matchAll(sourceAddress))
      reached.add(join(dirname(name), `${address}.d.ts`));
    writeFileSync(join(folder, name), text.replace(sourceAddress, '$1$2$3.js$2'));
  }
  return reached;
}

/** The types reachable from the packages' entry points. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** @returns the folder that the compiler wrote them to; null when it did not succeed, and printed its errors */
export function emitTypes(root: string): string | null {
  const folder = `${root}dist/types`;
  rmSync(folder, { recursive: true, force: true });
  const compiler = `${root}node_modules/typescript/bin/tsc`;
  const { status } = spawnSync(process.execPath, [compiler, '-p', 'src/tsconfig.types.json'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  return status === 0 ? folder : null;
}

/** Matches paths in imports and exports, and in `import("./a.ts").B`. */
const sourceAddress = /((?:from|import) ?\(?)(["'])(\.[^"']*)\.tsx?\2/g;

/**
 * Copies what the entry points reach. The compiler keeps the source paths in the types; their extension must be that of a
 * published file.
 */
export function takeTypes(from: string, doors: readonly string[], to: string): void {
  rmSync(to, { recursive: true, force: true });
  const reached = new Set(doors);
  // Iterating over a Set also visits members that are added meanwhile.
  for (const name of reached) {
    const text = readFileSync(join(from, name), 'utf8');
    for (const [, , , address = ''] of text.matchAll(sourceAddress))
      reached.add(join(dirname(name), `${address}.d.ts`));
    mkdirSync(dirname(join(to, name)), { recursive: true });
    writeFileSync(join(to, name), text.replace(sourceAddress, '$1$2$3.js$2'));
  }
}

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { programArguments } from '../support/programs/program-arguments.ts';

const script = fileURLToPath(new URL('./kills.ts', import.meta.url));

/** More kills, Postgres and the controls that need luck are in `kills.deep.test.ts` and `npm run kills`. */
test('a server that is killed twice while applicants send loses nothing and sends nothing twice', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...programArguments(script), '--count', '2'],
    { encoding: 'utf8' },
  );
  const figures = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  expect(figures, stderr).toMatchObject({ kills: 2, lost: 0, duplicated: 0, failed: 0 });
  expect(figures.answers).toBeGreaterThan(3);
  expect(status, stderr).toBe(0);
});

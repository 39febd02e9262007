import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { deepUnless } from '../../src/deep-unless.support.ts';
import { programArguments } from '../support/programs/program-arguments.ts';

const script = fileURLToPath(new URL('./kills.ts', import.meta.url));

async function kills(...args: readonly string[]) {
  const child = spawn(process.execPath, [...programArguments(script), ...args]);
  const [out, errors] = [readText(child.stdout), readText(child.stderr)];
  const [code] = await once(child, 'close');
  return { code, figures: JSON.parse((await out).trimEnd().split('\n').at(-1) ?? ''), errors: await errors };
}

test('a server that is killed three times while applicants send loses nothing and sends nothing twice', async () => {
  const { code, figures, errors } = await kills('--count', '3');
  expect(figures, errors).toMatchObject({ kills: 3, lost: 0, duplicated: 0, failed: 0 });
  expect(figures.answers).toBeGreaterThan(3);
  expect(code, errors).toBe(0);
});

const controls = [
  ['late', 'duplicated', '1'],
  ['abrupt', 'failed', '12'],
  ['forgetful', 'lost', '12', '--store', 'postgres'],
] as const;

/** Each kill waits for real servers, which a busy machine starts slowly. */
const timeout = 600_000;

for (const [scenario, figure, count, ...more] of controls)
  test(`the control ${scenario} is detected: the figure "${figure}" is not zero`, {
    ...deepUnless(scenario === 'late'),
    timeout,
  }, async () => {
    const { code, figures, errors } = await kills('--count', count, '--scenario', scenario, ...more);
    expect(figures[figure], errors).toBeGreaterThan(0);
    expect(code, errors).toBe(1);
  });

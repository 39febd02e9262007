import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { loggedBody } from './logged-body.ts';

/** Frees what is not used, and returns how many bytes still are. */
function collector(): () => number {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  return () => {
    if (typeof collect === 'function') collect();
    return process.memoryUsage().heapUsed;
  };
}

test.each([
  ['many texts', (number: number) => Array.from({ length: 100 }, () => `${number} ${'x'.repeat(3000)}`)],
  ['one text, written with escapes', (number: number) => `${number} ${'\u0001'.repeat(5900)}`],
])('keeps nothing alive of what is cut off of %s', (_title, json) => {
  const bytesUsed = collector();
  const before = bytesUsed();
  const kept = Array.from({ length: 200 }, (_, number) => loggedBody(json(number)));
  const used = bytesUsed() - before;
  expect(kept.map((body) => body?.isWhole)).toEqual(kept.map(() => false));
  expect(used).toBeLessThan(200 * 17_500);
});

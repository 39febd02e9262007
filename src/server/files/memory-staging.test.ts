/** What files in memory have of their own; the rest of their meaning is in `src/server/files/staging.test.ts`. */
import { expect, test } from 'vitest';
import { createMemoryStaging } from './memory-staging.ts';
import { file, keysOf } from './staging.support.ts';

const MB = 1_048_576;
const key = keysOf('t');

test('memory has one roof for all subjects, and what is coming counts', { tags: 'deep' }, async () => {
  const staging = createMemoryStaging(() => 0);
  const puts = Array.from({ length: 11 }, (_, index) => staging.put(key(`s${index}`), file('1', 10 * MB)));
  const kinds = (await Promise.all(puts)).map((one) => one.ok || one.error.kind);
  expect(kinds.filter((kind) => kind === true).length).toBeLessThanOrEqual(10);
  expect(kinds).toContain('full');
});

test('a file that broke off takes no room under the roof', async () => {
  const staging = createMemoryStaging(() => 0);
  async function* broken() {
    for (let count = 0; count < 9; count += 1) yield Buffer.alloc(MB);
    throw new Error('reset');
  }
  for (let count = 0; count < 12; count += 1)
    expect(await staging.put(key('a'), { ...file('1'), bytes: broken() })).toMatchObject({
      error: { kind: 'broken_off' },
    });
  expect((await staging.put(key('a'), file('1', 10 * MB))).ok).toBe(true);
});

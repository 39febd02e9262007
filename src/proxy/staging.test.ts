/** What files in memory have of their own; the rest of their meaning is in `src/delivery/staging.test.ts`. */
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { file, keysOf } from '../delivery/staging-scene.ts';
import { createTemporaryStaging } from '../server/temporary-staging.ts';
import { createMemoryStaging } from './staging.ts';

const MB = 1_048_576;
const key = keysOf('t');

test('memory has one roof for all subjects', async () => {
  const staging = createMemoryStaging(() => 0);
  for (let index = 0; index < 10; index += 1)
    expect((await staging.put(key(`s${index}`), file('1', 10 * MB))).ok).toBe(true);
  expect(await staging.put(key('more'), file('1'))).toEqual({ ok: false, error: { kind: 'full' } });
});

test('the folder goes with the server', async () => {
  const folders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('apply-form-'));
  const before = new Set(await folders());
  const staging = await createTemporaryStaging();
  const own = (await folders()).filter((name) => !before.has(name));
  await staging.put(key('a'), file('1'));
  await staging.close();
  const left = await folders();
  expect(own.length).toBeGreaterThan(0);
  expect(own.every((name) => !left.includes(name) || own.length > 1)).toBe(true);
});

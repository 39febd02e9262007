import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { fileId, subject, tenant } from '../model/ids.ts';
import type { Staging } from '../model/ports.ts';
import { createMemoryStaging } from '../proxy/memory-staging.ts';
import { createTemporaryStaging } from './temporary-staging.ts';

const DAY = 86_400_000;
const MB = 1_048_576;
let clock = 0;
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const kinds: readonly (readonly [string, () => Promise<Staging>])[] = [
  ['in memory', async () => createMemoryStaging(() => clock)],
  [
    'in a folder',
    async () => {
      const staging = await createTemporaryStaging(() => clock);
      closing.push(staging.close);
      return staging;
    },
  ],
];

const key = (name: string) => ({ tenant: tenant('t'), subject: subject(name) });
const file = (id: string, content: string | number = 'content') => ({
  id: fileId(id),
  name: 'a.txt',
  type: 'text/plain',
  purpose: 'question 1',
  bytes: typeof content === 'number' ? new Uint8Array(content).fill(97) : new TextEncoder().encode(content),
});

test.each(kinds)(
  'files %s: the same again is fine, other bytes are not, and each is its subject’s',
  async (_name, make) => {
    const staging = await make();
    expect(await staging.put(key('a'), file('1'))).toMatchObject({
      ok: true,
      value: { size: 7, purpose: 'question 1' },
    });
    expect((await staging.put(key('a'), file('1'))).ok).toBe(true);
    expect(await staging.put(key('a'), file('1', 'other'))).toEqual({
      ok: false,
      error: { kind: 'different_content' },
    });
    expect(Buffer.from((await staging.read(key('a'), fileId('1'))) ?? []).toString()).toBe('content');
    expect(await staging.find(key('b'), fileId('1'))).toBeNull();
    expect(await staging.read(key('b'), fileId('1'))).toBeNull();
    await staging.remove(key('b'), fileId('1'));
    expect(await staging.find(key('a'), fileId('1'))).not.toBeNull();
  },
);

test.each(kinds)('files %s: 100 MB a subject, and no empty ones', async (_name, make) => {
  const staging = await make();
  for (let index = 0; index < 10; index += 1)
    expect((await staging.put(key('a'), file(`${index}`, 10 * MB))).ok).toBe(true);
  expect(await staging.put(key('a'), file('more'))).toEqual({ ok: false, error: { kind: 'too_large' } });
  expect(await staging.put(key('a'), file('none', 0))).toEqual({ ok: false, error: { kind: 'empty' } });
  await staging.remove(key('a'), fileId('3'));
  expect((await staging.put(key('a'), file('more'))).ok).toBe(true);
});

test.each(kinds)(
  'files %s: what a submission holds stays; once delivered only its mark stays',
  async (_name, make) => {
    const staging = await make();
    await staging.put(key('a'), file('1'));
    await staging.hold(key('a'), fileId('1'));
    await staging.remove(key('a'), fileId('1'));
    expect(await staging.read(key('a'), fileId('1'))).not.toBeNull();
    await staging.release(key('a'), fileId('1'));
    expect(await staging.read(key('a'), fileId('1'))).toBeNull();
    expect(await staging.find(key('a'), fileId('1'))).toMatchObject({ size: 7 });
  },
);

test.each(kinds)('files %s are forgotten after a day', async (_name, make) => {
  clock = 0;
  const staging = await make();
  await staging.put(key('a'), file('1'));
  clock = DAY - 1;
  expect(await staging.find(key('a'), fileId('1'))).not.toBeNull();
  clock = DAY;
  expect(await staging.find(key('a'), fileId('1'))).toBeNull();
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

import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { fileId, subject, tenant } from '../model/ids.ts';
import type { Staging } from '../model/ports.ts';
import { createTemporaryStaging } from '../server/temporary-staging.ts';
import { createMemoryStaging, createStaging, type StoredBytes } from './staging.ts';

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

test.each(kinds)('files %s: 100 MB a subject', async (_name, make) => {
  const staging = await make();
  for (let index = 0; index < 10; index += 1)
    expect((await staging.put(key('a'), file(`${index}`, 10 * MB))).ok).toBe(true);
  expect(await staging.put(key('a'), file('more'))).toEqual({ ok: false, error: { kind: 'too_large' } });
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

test.each(kinds)('files %s: what a submission holds outlives its own day', async (_name, make) => {
  clock = 0;
  const staging = await make();
  for (const id of ['held', 'not held']) await staging.put(key('a'), file(id));
  clock = DAY - 1;
  await staging.hold(key('a'), fileId('held'));
  clock = DAY;
  await staging.put(key('b'), file('sweeps'));
  expect(await staging.read(key('a'), fileId('held'))).not.toBeNull();
  expect(await staging.read(key('a'), fileId('not held'))).toBeNull();
  clock = 2 * DAY - 1;
  expect(await staging.find(key('a'), fileId('held'))).toBeNull();
});

/** Bytes that take a while to lie safe. */
function slowStaging() {
  let finish: (stored: StoredBytes | null) => void = () => undefined;
  const stored = new Promise<StoredBytes | null>((resolve) => {
    finish = resolve;
  });
  const store = async (bytes: Uint8Array) => {
    if ((await stored) === null) throw new Error('no room');
    return { read: async () => bytes, remove: async () => undefined };
  };
  const staging = createStaging({ store, mostBytes: MB, now: () => 0 });
  const safe = { read: async () => null, remove: async () => undefined };
  return { staging, succeed: () => finish(safe), fail: () => finish(null) };
}

const turns = () => new Promise((resolve) => setTimeout(resolve, 5));

test('nobody hears that a file is here before all of it is, also when it comes twice at once', async () => {
  const { staging, succeed } = slowStaging();
  const heard: boolean[] = [];
  const puts = [1, 2].map(() => staging.put(key('a'), file('1')).then(({ ok }) => heard.push(ok)));
  await turns();
  expect(heard).toEqual([]);
  succeed();
  await Promise.all(puts);
  expect(heard).toEqual([true, true]);
  expect((await staging.read(key('a'), fileId('1')))?.byteLength).toBe(7);
});

test('without room both hear it, and the file can come again', async () => {
  const { staging, fail } = slowStaging();
  const puts = [1, 2].map(() => staging.put(key('a'), file('1')));
  await turns();
  fail();
  const full = { ok: false, error: { kind: 'full' } };
  expect(await Promise.all(puts)).toEqual([full, full]);
  expect(await staging.find(key('a'), fileId('1'))).toBeNull();
});

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

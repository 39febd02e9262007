import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { fileId, subject, tenant } from '../model/ids.ts';
import type { FileToStage, Staging, SubjectKey } from '../model/ports.ts';
import { createTemporaryStaging } from '../server/temporary-staging.ts';
import { createMemoryStaging } from './staging.ts';

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
const limits = { file: 10 * MB, files: 20, bytes: 100 * MB };
const file = (id: string, content: string | number = 'content') => ({
  id: fileId(id),
  name: 'a.txt',
  purpose: 'question 1',
  limits,
  bytes: pieces(typeof content === 'number' ? Buffer.alloc(content, 97) : Buffer.from(content)),
  findType: async () => 'text/plain',
});

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.byteLength; from += 65_536) yield bytes.slice(from, from + 65_536);
}

async function read(staging: Staging, subjectKey: SubjectKey, id: string): Promise<string | null> {
  const source = await staging.open(subjectKey, fileId(id));
  if (source === null) return null;
  const found: Uint8Array[] = [];
  for await (const piece of source.chunks()) found.push(piece);
  return Buffer.concat(found).toString();
}

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
    expect(await read(staging, key('a'), '1')).toBe('content');
    expect(await staging.find(key('b'), fileId('1'))).toBeNull();
    expect(await read(staging, key('b'), '1')).toBeNull();
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
    expect(await read(staging, key('a'), '1')).not.toBeNull();
    await staging.release(key('a'), fileId('1'));
    expect(await read(staging, key('a'), '1')).toBeNull();
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
  expect(await read(staging, key('a'), 'held')).not.toBeNull();
  expect(await read(staging, key('a'), 'not held')).toBeNull();
  clock = 2 * DAY - 1;
  expect(await staging.find(key('a'), fileId('held'))).toBeNull();
});

test.each(kinds)(
  'files %s: twice at once is once, and of two contents one is told of the other',
  async (_name, make) => {
    const staging = await make();
    const both = await Promise.all(['same', 'same'].map((text) => staging.put(key('a'), file('1', text))));
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    const differing = await Promise.all(['x', 'y'].map((text) => staging.put(key('a'), file('2', text))));
    expect(differing.map((one) => one.ok || one.error.kind).sort()).toEqual(['different_content', true]);
  },
);

const turns = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A file whose last bytes come when they are let. */
function slowFile(id: string) {
  let finish: () => void = () => undefined;
  let fail: (cause: Error) => void = () => undefined;
  const rest = new Promise<void>((resolve, reject) => {
    finish = resolve;
    fail = reject;
  });
  async function* bytes() {
    yield Buffer.from('con');
    await rest;
    yield Buffer.from('tent');
  }
  return {
    file: { ...file(id), bytes: bytes() },
    finish: () => finish(),
    breakOff: () => fail(new Error('reset')),
  };
}

test.each(kinds)('files %s: nobody hears that a file is here before all of it is', async (_name, make) => {
  const staging = await make();
  const slow = slowFile('1');
  let heard = false;
  const put = staging.put(key('a'), slow.file).then(({ ok }) => {
    heard = ok;
  });
  await turns();
  expect([heard, await staging.find(key('a'), fileId('1'))]).toEqual([false, null]);
  slow.finish();
  await put;
  expect([heard, await read(staging, key('a'), '1')]).toEqual([true, 'content']);
});

test.each(kinds)(
  'files %s: of one that breaks off nothing stays, and it can come again',
  async (_name, make) => {
    const staging = await make();
    const slow = slowFile('1');
    const put = staging.put(key('a'), slow.file);
    await turns();
    slow.breakOff();
    expect(await put).toEqual({ ok: false, error: { kind: 'broken_off' } });
    expect(await staging.find(key('a'), fileId('1'))).toBeNull();
    expect((await staging.put(key('a'), file('1'))).ok).toBe(true);
  },
);

test.each(kinds)('files %s: bytes are counted, and an empty or wrong file is none', async (_name, make) => {
  const staging = await make();
  const refusal = async (changes: Partial<FileToStage>) => {
    const put = await staging.put(key('a'), { ...file('1'), ...changes });
    expect(await staging.find(key('a'), fileId('1'))).toBeNull();
    return put.ok || put.error.kind;
  };
  expect(await refusal({ limits: { ...limits, file: 6 } })).toBe('over_limit');
  expect(await refusal({ bytes: pieces(Buffer.alloc(0)) })).toBe('empty');
  expect(await refusal({ findType: async () => null })).toBe('wrong_type');
  expect((await staging.put(key('a'), { ...file('1'), limits: { ...limits, file: 7 } })).ok).toBe(true);
});

test.each(kinds)('files %s: a file that is gone cannot be held', async (_name, make) => {
  const staging = await make();
  expect(await staging.hold(key('a'), fileId('1'))).toBe(false);
  await staging.put(key('a'), file('1'));
  expect(await staging.hold(key('a'), fileId('1'))).toBe(true);
  await staging.release(key('a'), fileId('1'));
  expect(await staging.hold(key('a'), fileId('1'))).toBe(false);
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

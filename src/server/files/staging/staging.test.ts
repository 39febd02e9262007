/** One meaning of staged files, in memory, in a file and on Postgres. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../../e2e/support/postgres/start-postgres.ts';
import { failure } from '../../../core/model/failure.ts';
import { fileId } from '../../../core/model/ids.ts';
import { systemClock } from '../../clock.ts';
import { createCipher } from '../../ledger/cipher.ts';
import type { FileToStage, Staging } from '../../ports.ts';
import { openStore } from '../../store/open-store.ts';
import { createMemoryStaging } from '../staging.ts';
import { openStaging } from './open-staging.ts';
import { chunks, DAY, file, keysOf, limits, read, slowFile } from './staging.support.ts';

let clock = 0;
let key = keysOf('');
let postgres: RunningPostgres;
let folder = '';
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const started = await startPostgres();
  if (!started.ok) throw new Error(started.error);
  postgres = started.value;
  folder = await mkdtemp(join(tmpdir(), 'apply-files-'));
});
afterAll(async () => {
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => {
  clock = 0;
  key = keysOf(crypto.randomUUID());
});
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(address: string): Promise<Staging> {
  const store = await openStore(address, { now: () => clock });
  if (!store.ok) throw new Error(store.error);
  closing.push(store.value.close);
  const staging = await openStaging(store.value, {
    cipher: createCipher(['s'.repeat(32)]),
    clock: systemClock,
  });
  closing.push(staging.close);
  return staging;
}

const kinds: readonly (readonly [string, () => Promise<Staging>])[] = [
  ['in memory', async () => createMemoryStaging(() => clock)],
  ['in a file', () => open(`file:${join(folder, crypto.randomUUID())}`)],
  ['on Postgres', () => open(postgres.address)],
];

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

test.each(kinds)('files %s: so many bytes a subject, so many files', async (_name, make) => {
  const staging = await make();
  const put = async (id: string, size: number) => {
    const few = { ...file(id, size), limits: { file: 9, files: 3, bytes: 20 } };
    const outcome = await staging.put(key('a'), few);
    return outcome.ok || outcome.error.kind;
  };
  expect([await put('1', 9), await put('2', 9), await put('3', 3)]).toEqual([true, true, 'too_large']);
  expect([await put('3', 2), await put('4', 1), await put('2', 9)]).toEqual([true, 'too_many', true]);
  await staging.remove(key('a'), fileId('1'));
  expect([await put('4', 9), await put('5', 1)]).toEqual([true, 'too_many']);
  expect((await staging.put(key('b'), file('1'))).ok).toBe(true);
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
  const staging = await make();
  await staging.put(key('a'), file('1'));
  clock = DAY - 1;
  expect(await staging.find(key('a'), fileId('1'))).not.toBeNull();
  clock = DAY;
  expect(await staging.find(key('a'), fileId('1'))).toBeNull();
});

test.each(kinds)('files %s: what a submission holds outlives its own day', async (_name, make) => {
  const staging = await make();
  for (const id of ['held', 'not held']) await staging.put(key('a'), file(id));
  clock = DAY - 1;
  await staging.hold(key('a'), fileId('held'));
  clock = DAY;
  await staging.put(key('b'), file('sweeps'));
  expect(await read(staging, key('a'), 'held')).not.toBeNull();
  expect(await read(staging, key('a'), 'not held')).toBeNull();
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

test.each(kinds)('files %s: a file is not reported before all of it is here', async (_name, make) => {
  const staging = await make();
  const slow = slowFile('1');
  let heard = false;
  const put = staging.put(key('a'), slow.file).then(({ ok }) => {
    heard = ok;
  });
  await slow.taken;
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
    await slow.taken;
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
  expect(await refusal({ bytes: chunks(Buffer.alloc(0)) })).toBe('empty');
  expect(await refusal({ identify: async () => failure({ reason: 'damaged' }) })).toBe('wrong_type');
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

test.each(kinds)(
  'files %s: a visitor’s go half an hour after the last sign of the form, and others stay for a day',
  async (_name, make) => {
    const staging = await make();
    const HALF_AN_HOUR = 1_800_000;
    await staging.put(key('visitor'), { ...file('1'), isOfVisitor: true });
    await staging.put(key('known'), file('1'));
    clock = HALF_AN_HOUR - 1;
    await staging.keep?.(key('visitor'));
    clock = 2 * HALF_AN_HOUR - 2;
    expect(await staging.find(key('visitor'), fileId('1'))).not.toBeNull();
    clock = 2 * HALF_AN_HOUR;
    await staging.keep?.(key('visitor'));
    expect(await staging.find(key('visitor'), fileId('1'))).toBeNull();
    expect(await staging.find(key('known'), fileId('1'))).not.toBeNull();
    await staging.put(key('visitor'), { ...file('1'), isOfVisitor: true });
    expect(await read(staging, key('visitor'), '1')).toBe('content');
    expect(await staging.hold(key('visitor'), fileId('1'))).toBe(true);
    clock += DAY;
    expect(await read(staging, key('visitor'), '1')).toBe('content');
  },
);

/** What only a staging that survives has to show: restarts, crashes, several processes, and nothing readable on the disk. */

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RunningPostgres } from '../../../../e2e/support/postgres/start-postgres.ts';
import { startPooledPostgres } from '../../../../e2e/support/postgres/transaction-pooler.ts';
import { failure, success } from '../../../core/model/failure.ts';
import { fileId } from '../../../core/model/ids.ts';
import { deepUnless } from '../../../deep-unless.support.ts';
import { systemClock } from '../../clock.ts';
import { createCipher } from '../../ledger/cipher.ts';
import type { Staging } from '../../ports.ts';
import { type OpenStore, openStore } from '../../store/open-store.ts';
import { createChunkFolder } from './chunk-folder.ts';
import { createChunkRows } from './chunk-rows.ts';
import { CHUNK, SEALED_CHUNK } from './chunk-size.ts';
import type { ChunkStore } from './chunk-store.ts';
import { openStaging } from './open-staging.ts';
import { chunks, DAY, file, keysOf, limits, read, slowFile } from './staging.support.ts';
import { createStaging } from './staging.ts';

const cipher = createCipher(['s'.repeat(32)]);
let clock = 0;
let key = keysOf('')('a');
let folder = '';
let postgres: RunningPostgres;
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const started = await startPooledPostgres();
  if (!started.ok) throw new Error(started.error);
  postgres = started.value;
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  clock = 0;
  key = keysOf(crypto.randomUUID())('a');
  folder = await mkdtemp(join(tmpdir(), 'apply-files-'));
});
const closeAll = async () => {
  for (const close of closing.splice(0).reverse()) await close();
};
afterEach(async () => {
  await closeAll();
  await rm(folder, { recursive: true, force: true });
});

const path = () => join(folder, 'store');
const filesFolder = () => `${path()}-files`;
const uploads = () => readdir(filesFolder());

async function openFile(address = `file:${path()}`): Promise<OpenStore> {
  const store = await openStore(address, { now: () => clock });
  if (!store.ok) throw new Error(store.error);
  closing.push(store.value.close);
  return store.value;
}

async function open(address?: string): Promise<Staging & { sweep(): Promise<void> }> {
  const staging = await openStaging(await openFile(address), { cipher, clock: systemClock });
  closing.push(staging.close);
  return staging;
}

const letters = (size: number) => Buffer.from(Array.from({ length: size }, (_, index) => 97 + (index % 23)));
const bigFile = (id: string, size: number) => ({ ...file(id), bytes: chunks(letters(size)) });

for (const kind of ['a file', 'Postgres behind a transaction pooler'] as const)
  test(
    `what lies in ${kind} is there after a restart, byte by byte`,
    deepUnless(kind === 'a file'),
    async () => {
      const address = kind === 'a file' ? undefined : postgres.address;
      for (const size of [1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])
        await (await open(address)).put(key, bigFile(`${size}`, size)).then(closeAll);
      const staging = await open(address);
      for (const size of [1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK])
        expect(await read(staging, key, `${size}`)).toBe(letters(size).toString());
    },
  );

test('with another secret a file is neither found nor read, and not taken for gone', async () => {
  const store = await openFile();
  const made = await openStaging(store, { cipher, clock: systemClock });
  closing.push(made.close);
  await made.put(key, file('1'));
  const staging = await openStaging(store, {
    cipher: createCipher(['x'.repeat(32)]),
    clock: systemClock,
  });
  closing.push(staging.close);
  expect(await staging.find(key, fileId('1'))).toBeNull();
  await expect(staging.open(key, fileId('1'))).rejects.toThrow('another secret');
});

const called = (name: string) => async () => success({ name, type: 'text/plain' });

test('neither the name nor the bytes of a file can be read on the disk', async () => {
  const staging = await open();
  await staging.put(key, { ...file('1', 'Canary content'), identify: called('Canary name.txt') });
  const onDisk = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    return Buffer.concat(await Promise.all(files.map((one) => readFile(join(one.parentPath, one.name)))));
  };
  expect((await onDisk()).includes('Canary')).toBe(false);
  await writeFile(join(filesFolder(), 'control'), 'Canary');
  expect((await onDisk()).includes('Canary')).toBe(true);
});

const tamper: readonly (readonly [string, (bytes: Buffer, other: Buffer) => Buffer])[] = [
  ['a changed byte', (bytes) => change(bytes)],
  [
    'two pieces swapped',
    (bytes) =>
      Buffer.concat([
        bytes.subarray(SEALED_CHUNK, 2 * SEALED_CHUNK),
        bytes.subarray(0, SEALED_CHUNK),
        bytes.subarray(2 * SEALED_CHUNK),
      ]),
  ],
  ['a piece that is missing', (bytes) => bytes.subarray(0, 2 * SEALED_CHUNK)],
  ['a last piece that is cut', (bytes) => bytes.subarray(0, -1)],
  ['the bytes of another file', (_bytes, other) => other],
  [
    'one piece of another file',
    (bytes, other) => Buffer.concat([other.subarray(0, SEALED_CHUNK), bytes.subarray(SEALED_CHUNK)]),
  ],
  ['nothing', () => Buffer.alloc(0)],
];

function change(bytes: Buffer): Buffer {
  const changed = Buffer.from(bytes);
  changed[1_000] = (changed[1_000] ?? 0) ^ 1;
  return changed;
}

test.each(tamper)('a file with %s is never given out as whole', async (_name, change) => {
  const staging = await open();
  await staging.put(key, bigFile('other', 2.5 * CHUNK));
  const [other = ''] = await uploads();
  await staging.put(key, bigFile('1', 2.5 * CHUNK));
  const [own = ''] = (await uploads()).filter((name) => name !== other);
  const bytes = await readFile(join(filesFolder(), own));
  expect(await read(staging, key, '1')).toBe(letters(2.5 * CHUNK).toString());
  await writeFile(join(filesFolder(), own), change(bytes, await readFile(join(filesFolder(), other))));
  await expect(read(staging, key, '1')).rejects.toThrow('gone or were changed');
});

test('what a crash leaves is removed at the next start, and the file may come again', async () => {
  const staging = await open();
  const slow = slowFile('1');
  const put = staging.put(key, slow.file);
  await slow.taken;
  await expect.poll(uploads).toHaveLength(1);
  // The process ends here and leaves what it began.
  await closeAll();
  const restarted = await open();
  await expect.poll(uploads).toEqual([]);
  expect((await restarted.put(key, file('1'))).ok).toBe(true);
  slow.breakOff();
  expect((await put).ok).toBe(false);
});

const refusals: readonly (readonly [string, Partial<ReturnType<typeof file>>])[] = [
  ['too large', { limits: { ...limits, file: 6 } }],
  ['empty', { bytes: chunks(Buffer.alloc(0)) }],
  ['of a wrong type', { identify: async () => failure({ reason: 'damaged' } as const) }],
  ['one whose look at its content fails', { identify: () => Promise.reject(new Error('disk')) }],
  ['one too many', { limits: { ...limits, files: 0 } }],
  ['too large with the others', { limits: { ...limits, bytes: 6 } }],
];

test.each(refusals)('of a file that is %s no byte stays', async (_name, changes) => {
  const staging = await open();
  expect((await staging.put(key, { ...file('1'), ...changes })).ok).toBe(false);
  expect(await uploads()).toEqual([]);
});

test('a delivered file leaves no bytes and no name, and is known for thirty days', async () => {
  const staging = await open();
  await staging.put(key, { ...file('1'), identify: called('Canary.txt') });
  await staging.hold(key, fileId('1'));
  const before = await staging.find(key, fileId('1'));
  await staging.release(key, fileId('1'));
  expect(await uploads()).toEqual([]);
  clock = 30 * DAY - 1;
  expect(await staging.find(key, fileId('1'))).toEqual({ ...before, name: 'file.txt' });
  clock = 30 * DAY;
  expect(await staging.find(key, fileId('1'))).toBeNull();
});

test('what is swept is gone from the disk; what a submission holds stays beyond the seven days of its answers', async () => {
  const staging = await open();
  for (const id of ['held', 'left']) await staging.put(key, file(id));
  await staging.hold(key, fileId('held'));
  clock = DAY;
  await staging.sweep();
  expect(await uploads()).toHaveLength(1);
  clock = 7 * DAY;
  await staging.sweep();
  expect(await read(staging, key, 'held')).toBe('content');
  clock = 8 * DAY;
  await staging.sweep();
  expect(await uploads()).toEqual([]);
});

/** A disk that fails in one way, `times` times. */
async function brokenStaging(how: (chunks: ChunkStore) => ChunkStore) {
  const store = await openFile();
  const folder = await createChunkFolder(filesFolder());
  return createStaging({ engine: store.engine, chunks: how(folder), cipher, clock: systemClock });
}

const noSpace = () => Promise.reject(new Error('ENOSPC'));
const faults: readonly (readonly [string, (chunks: ChunkStore) => ChunkStore])[] = [
  ['cannot make a file', (chunks) => ({ ...chunks, begin: noSpace })],
  [
    'has no room for a piece',
    (chunks) => ({
      ...chunks,
      begin: async (upload) => ({ ...(await chunks.begin(upload)), write: noSpace }),
    }),
  ],
  [
    'does not hold what it took',
    (chunks) => ({
      ...chunks,
      begin: async (upload) => {
        const writer = await chunks.begin(upload);
        return { ...writer, finish: noSpace };
      },
    }),
  ],
];

test.each(faults)('a disk that %s is told, and nothing stays', async (_name, how) => {
  const staging = await brokenStaging(how);
  expect(await staging.put(key, file('1'))).toEqual({ ok: false, error: { kind: 'full' } });
  expect([await staging.find(key, fileId('1')), await uploads()]).toEqual([null, []]);
});

test('a delivered file whose bytes could not be removed loses them at the next sweep', async () => {
  let isBroken = true;
  const staging = await brokenStaging((chunks) => ({
    ...chunks,
    remove: (upload) => (isBroken ? noSpace() : chunks.remove(upload)),
  }));
  await staging.put(key, file('1'));
  await expect(staging.release(key, fileId('1'))).rejects.toThrow();
  expect([await staging.open(key, fileId('1')), (await uploads()).length]).toEqual([null, 1]);
  isBroken = false;
  await staging.sweep();
  expect(await uploads()).toEqual([]);
  expect(await staging.find(key, fileId('1'))).toMatchObject({ size: 7 });
});

test('all applicants together share one roof', { tags: 'deep' }, async () => {
  const store = await openFile();
  const chunkFolder = await createChunkFolder(filesFolder());
  let monotonic = 0;
  const dependencies = {
    engine: store.engine,
    chunks: chunkFolder,
    cipher,
    clock: { monotonic: () => monotonic },
  };
  const staging = createStaging({ ...dependencies, mostBytes: 200_000 });
  const subjects = keysOf('roof');
  const put = async (one: string, size: number) => {
    const outcome = await staging.put(subjects(one), file(one, size));
    return outcome.ok || outcome.error.kind;
  };
  expect([await put('a', 90_000), await put('b', 90_000)]).toEqual([true, true]);
  expect([await put('c', 30_000), await put('d', 10_000)]).toEqual(['full', true]);
  await staging.remove(subjects('a'), fileId('a'));
  monotonic = 10_000;
  expect(await put('c', 30_000)).toBe(true);
});

test('no more of a body is taken than the disk has room for: one piece', async () => {
  let given = 0;
  let stored = 0;
  let furthest = 0;
  const staging = await brokenStaging((chunks) => ({
    ...chunks,
    begin: async (upload) => {
      const writer = await chunks.begin(upload);
      return {
        ...writer,
        write: async (sealed) => {
          furthest = Math.max(furthest, given - stored);
          await writer.write(sealed);
          stored += sealed.byteLength;
        },
      };
    },
  }));
  async function* bytes() {
    for (let count = 0; count < 64; count += 1) {
      given += 65_536;
      yield Buffer.alloc(65_536, 97);
    }
  }
  expect((await staging.put(key, { ...file('1'), bytes: bytes() })).ok).toBe(true);
  expect([given, furthest]).toEqual([64 * 65_536, CHUNK]);
});

test('two processes on one Postgres share the limits of a subject, and one place for an id', {
  tags: 'deep',
}, async () => {
  const two = await Promise.all([open(postgres.address), open(postgres.address)]);
  const few = { ...limits, files: 5 };
  const puts = Array.from({ length: 20 }, (_, index) =>
    two[index % 2]?.put(key, { ...file(`${index}`), limits: few }),
  );
  const taken = (await Promise.all(puts)).filter((one) => one?.ok === true);
  expect(taken).toHaveLength(5);
  const other = keysOf(crypto.randomUUID())('b');
  const same = await Promise.all(two.map((one, index) => one.put(other, file('1', `content ${index}`))));
  expect(same.map((one) => one.ok || one.error.kind).sort()).toEqual(['different_content', true]);
});

test('without the lock they would take more (control)', { tags: 'deep' }, async () => {
  const store = await openFile(postgres.address);
  const engine = { ...store.engine, locksRows: false };
  const staging = createStaging({
    engine,
    chunks: createChunkRows(engine.database),
    cipher,
    clock: systemClock,
  });
  const few = { ...limits, files: 5 };
  let most = 0;
  for (let round = 0; round < 10 && most <= 5; round += 1) {
    const subject = keysOf(crypto.randomUUID())('c');
    const puts = Array.from({ length: 20 }, (_, index) =>
      staging.put(subject, { ...file(`${index}`), limits: few }),
    );
    most = (await Promise.all(puts)).filter(({ ok }) => ok).length;
  }
  expect(most).toBeGreaterThan(5);
});

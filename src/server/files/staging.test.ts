/** Staging behaves the same in a file and on Postgres. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RunningPostgres } from '../../../e2e/support/postgres/start-postgres.ts';
import { startPooledPostgres } from '../../../e2e/support/postgres/transaction-pooler.ts';
import { failure, success } from '../../core/model/failure.ts';
import { fileId } from '../../core/model/ids.ts';
import { deepUnless } from '../../deep-unless.support.ts';
import { systemClock } from '../clock.ts';
import { createCipher } from '../ledger/cipher.ts';
import type { FileToStage, FileVerdict, Scanner } from '../ports.ts';
import { CHUNK, createChunkFolder, createChunkRows, sealedSize } from '../store/files.ts';
import { type OpenStore, openStore } from '../store/open-store.ts';
import { chunks, DAY, file, keysOf, limits, read, slowFile } from './staging.support.ts';
import { createStaging, openStaging } from './staging.ts';

const cipher = createCipher(['s'.repeat(32)]);
const HALF_AN_HOUR = 1_800_000;
const ID = fileId('1');
let clock = 0;
let keys = keysOf('');
let key = keys('a');
let postgres: RunningPostgres;
let folder = '';
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const started = await startPooledPostgres();
  if (!started.ok) throw new Error(started.error);
  postgres = started.value;
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  clock = 0;
  keys = keysOf(crypto.randomUUID());
  key = keys('a');
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

async function openAt(address: string): Promise<OpenStore> {
  const store = await openStore(address, { now: () => clock });
  if (!store.ok) throw new Error(store.error);
  closing.push(store.value.close);
  return store.value;
}

async function open(address = `file:${path()}`, scanner?: Scanner) {
  const staging = openStaging(await openAt(address), { cipher, clock: systemClock, scanner });
  closing.push(staging.close);
  return staging;
}

const engines = [
  ['a file', () => `file:${path()}`],
  ['Postgres behind a transaction pooler', () => postgres.address],
] as const;

const letters = (size: number) => Buffer.from(Array.from({ length: size }, (_, index) => 97 + (index % 23)));
const bigFile = (id: string, size: number) => ({ ...file(id), bytes: chunks(letters(size)) });
const called = (name: string) => async () => success({ name, type: 'text/plain' });

describe.each(engines)('files in %s', (engine, address) => {
  const options = deepUnless(engine === 'a file');

  test('survive a restart, byte by byte', options, async () => {
    const sizes = [1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK];
    for (const size of sizes) await (await open(address())).put(key, bigFile(`${size}`, size)).then(closeAll);
    const staging = await open(address());
    for (const size of sizes) expect(await read(staging, key, `${size}`)).toBe(letters(size).toString());
  });

  test('can be uploaded again only with the same bytes, and belong to one subject', options, async () => {
    const staging = await open(address());
    const put = async (text: string) => staging.put(key, file('1', text));
    expect(await put('content')).toMatchObject({ ok: true, value: { size: 7, purpose: 'question 1' } });
    expect((await put('content')).ok).toBe(true);
    expect(await put('other')).toEqual({ ok: false, error: { kind: 'different_content' } });
    expect(await read(staging, key, '1')).toBe('content');
    expect([await staging.find(keys('b'), ID), await read(staging, keys('b'), '1')]).toEqual([null, null]);
    await staging.remove(keys('b'), ID);
    expect(await staging.find(key, ID)).not.toBeNull();
  });

  test('are limited for each subject in number and bytes', options, async () => {
    const staging = await open(address());
    const put = async (id: string, size: number) => {
      const outcome = await staging.put(key, {
        ...file(id, size),
        limits: { file: 9, files: 3, bytes: 20 },
      });
      return outcome.ok || outcome.error.kind;
    };
    expect([await put('1', 9), await put('2', 9), await put('3', 3)]).toEqual([true, true, 'too_large']);
    expect([await put('3', 2), await put('4', 1), await put('2', 9)]).toEqual([true, 'too_many', true]);
    await staging.remove(key, ID);
    expect([await put('4', 9), await put('5', 1)]).toEqual([true, 'too_many']);
    expect((await staging.put(keys('b'), file('1'))).ok).toBe(true);
  });

  test('expire after a day, those of a visitor half an hour after the form is closed', options, async () => {
    const staging = await open(address());
    await staging.put(keys('visitor'), { ...file('1'), isOfVisitor: true });
    await staging.put(key, file('1'));
    clock = HALF_AN_HOUR - 1;
    await staging.keep(keys('visitor'));
    clock = 2 * HALF_AN_HOUR - 2;
    expect(await staging.find(keys('visitor'), ID)).not.toBeNull();
    clock = 2 * HALF_AN_HOUR;
    expect(await staging.find(keys('visitor'), ID)).toBeNull();
    expect((await staging.put(keys('visitor'), { ...file('1'), isOfVisitor: true })).ok).toBe(true);
    clock = DAY - 1;
    expect(await staging.find(key, ID)).not.toBeNull();
    clock = DAY;
    expect(await staging.find(key, ID)).toBeNull();
  });

  test('stay for a day more than the seven days of the submission that needs them', options, async () => {
    const staging = await open(address());
    expect(await staging.hold(key, ID)).toBe(false);
    for (const id of ['1', 'left']) await staging.put(key, file(id));
    expect(await staging.hold(key, ID)).toBe(true);
    await staging.remove(key, ID);
    clock = 7 * DAY;
    await staging.sweep();
    expect([await read(staging, key, '1'), await read(staging, key, 'left')]).toEqual(['content', null]);
    clock = 8 * DAY;
    expect(await staging.hold(key, ID)).toBe(false);
  });

  test('lose their bytes and name on delivery, and are known for thirty days', options, async () => {
    const staging = await open(address());
    await staging.put(key, { ...file('1'), identify: called('Canary.txt') });
    const before = await staging.find(key, ID);
    await staging.release(key, ID);
    expect([await read(staging, key, '1'), await staging.hold(key, ID)]).toEqual([null, false]);
    clock = 30 * DAY - 1;
    expect(await staging.find(key, ID)).toEqual({ ...before, name: 'file.txt' });
    clock = 30 * DAY;
    expect(await staging.find(key, ID)).toBeNull();
  });

  test('uploaded twice at once are stored once, and a second content is refused', options, async () => {
    const staging = await open(address());
    const both = await Promise.all(['same', 'same'].map((text) => staging.put(key, file('1', text))));
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    const differing = await Promise.all(['x', 'y'].map((text) => staging.put(key, file('2', text))));
    expect(differing.map((put) => put.ok || put.error.kind).sort()).toEqual(['different_content', true]);
  });

  test.each<[string, Partial<FileToStage>]>([
    ['over_limit', { limits: { ...limits, file: 6 } }],
    ['empty', { bytes: chunks(Buffer.alloc(0)) }],
    ['wrong_type', { identify: async () => failure({ reason: 'damaged' } as const) }],
    ['too_many', { limits: { ...limits, files: 0 } }],
    ['too_large', { limits: { ...limits, bytes: 6 } }],
  ])('refused with "%s" leave nothing behind', options, async (kind, changes) => {
    const staging = await open(address());
    const put = await staging.put(key, { ...file('1'), ...changes });
    expect(put.ok || put.error.kind).toBe(kind);
    expect([await staging.find(key, ID), await staging.erase(key)]).toEqual([null, 0]);
    if (engine === 'a file') expect(await uploads()).toEqual([]);
  });

  test('can be read once the scanner found them clean, which it is asked only once', options, async () => {
    const scans: string[] = [];
    const says: FileVerdict[] = ['clean', 'infected', 'unknown', 'unknown', 'clean', 'infected'];
    const scanner: Scanner = {
      async scan(_tenant, { name, chunks }, during) {
        for await (const chunk of chunks()) scans.push(`${during}: ${name} ${Buffer.from(chunk)}`);
        return says.shift() ?? 'unknown';
      },
    };
    await (await open(address())).put(key, file('before'));
    await closeAll();
    const staging = await open(address(), scanner);
    await staging.put(key, file('1'));
    expect([await staging.scan(key, ID), await read(staging, key, '1')]).toEqual(['clean', 'content']);
    expect(scans).toEqual(['upload: a.txt content']);
    expect(await staging.put(key, file('2'))).toEqual({ ok: false, error: { kind: 'infected' } });
    expect(await staging.find(key, fileId('2'))).toBeNull();
    expect((await staging.put(key, file('3'))).ok).toBe(true);
    for (const verdict of ['unknown', 'clean']) {
      await expect(staging.open(key, fileId('3'))).rejects.toThrow('not_scanned');
      expect(await staging.scan(key, fileId('3'))).toBe(verdict);
    }
    expect(await read(staging, key, '3')).toBe('content');
    expect(await staging.scan(key, fileId('before'))).toBe('infected');
    await expect(staging.open(key, fileId('before'))).rejects.toThrow('not_scanned');
    expect(scans.slice(3)).toEqual(Array(3).fill('delivery: a.txt content'));
  });

  test('are listed and erased with their subject, even those of a submission', options, async () => {
    const staging = await open(address());
    for (const id of ['1', '2']) await staging.put(key, file(id));
    await staging.hold(key, ID);
    await staging.release(key, fileId('2'));
    const named = { type: 'text/plain', size: 7 };
    const listed = [
      { id: '1', name: 'a.txt', hasBytes: true, ...named },
      { id: '2', name: 'file.txt', hasBytes: false, ...named },
    ];
    expect(await staging.list(key)).toEqual(expect.arrayContaining(listed));
    expect([await staging.erase(key), await staging.list(key)]).toEqual([2, []]);
  });
});

test('with another secret a file is not found, and reading it fails instead of reporting it gone', async () => {
  const store = await openAt(`file:${path()}`);
  const work = { engine: store.engine, chunks: createChunkFolder(filesFolder()) };
  await createStaging({ ...work, cipher }).put(key, file('1'));
  const staging = createStaging({ ...work, cipher: createCipher(['x'.repeat(32)]) });
  expect(await staging.find(key, ID)).toBeNull();
  await expect(staging.open(key, ID)).rejects.toThrow('other_secret');
});

test('neither the name nor the bytes of a file can be read on the disk', async () => {
  const staging = await open();
  await staging.put(key, { ...file('1', 'Canary content'), identify: called('Canary name.txt') });
  const onDisk = async () => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const found = entries.filter((entry) => entry.isFile());
    return Buffer.concat(
      await Promise.all(found.map((entry) => readFile(join(entry.parentPath, entry.name)))),
    );
  };
  expect((await onDisk()).includes('Canary')).toBe(false);
  await writeFile(join(filesFolder(), 'control'), 'Canary');
  expect((await onDisk()).includes('Canary')).toBe(true);
});

const cut = (bytes: Buffer, from: number, to = 99) =>
  bytes.subarray(from * sealedSize(CHUNK), to * sealedSize(CHUNK));

test.each<[string, (bytes: Buffer, other: Buffer) => Buffer]>([
  ['a changed byte', (bytes) => bytes.fill((bytes[1_000] ?? 0) ^ 1, 1_000, 1_001)],
  ['two chunks swapped', (bytes) => Buffer.concat([cut(bytes, 1, 2), cut(bytes, 0, 1), cut(bytes, 2)])],
  ['a last chunk that is cut', (bytes) => bytes.subarray(0, -1)],
  ['the bytes of another file', (_bytes, other) => other],
])('a file with %s cannot be read', async (_name, change) => {
  const staging = await open();
  await staging.put(key, bigFile('other', 2.5 * CHUNK));
  const [other = ''] = await uploads();
  await staging.put(key, bigFile('1', 2.5 * CHUNK));
  const [own = ''] = (await uploads()).filter((name) => name !== other);
  const [at, otherAt] = [join(filesFolder(), own), join(filesFolder(), other)];
  expect(await read(staging, key, '1')).toBe(letters(2.5 * CHUNK).toString());
  await writeFile(at, change(await readFile(at), await readFile(otherAt)));
  await expect(read(staging, key, '1')).rejects.toThrow('gone or were changed');
});

test('the rest of a crashed upload is removed after 15 minutes, and a new upload works at once', async () => {
  const slow = slowFile('1');
  const put = (await open()).put(key, slow.file);
  await slow.taken;
  // The process ends here, in the middle of the upload.
  await closeAll();
  const restarted = await open();
  expect((await restarted.put(key, file('1'))).ok).toBe(true);
  slow.finish();
  expect((await put).ok).toBe(false);
  clock = DAY / 96;
  await restarted.sweep();
  expect(await uploads()).toHaveLength(1);
  expect(await read(restarted, key, '1')).toBe('content');
});

test('all subjects share a quota, visitors may fill three quarters, and running uploads count', async () => {
  const { engine } = await openAt(`file:${path()}`);
  const chunks = createChunkFolder(filesFolder());
  const staging = createStaging({ engine, chunks, cipher, mostBytes: 100 });
  const put = async (subject: string, size: number, changes: Partial<FileToStage> = {}) => {
    const wanted = { ...file('1', size), limits: { ...limits, file: 25 }, ...changes };
    const outcome = await staging.put(keys(subject), wanted);
    return outcome.ok || outcome.error.kind;
  };
  expect([await put('a', 25), await put('b', 25), await put('c', 25)]).toEqual([true, true, true]);
  expect(await put('d', 1, { isOfVisitor: true })).toBe('full');
  const slow = slowFile('1');
  const coming = put('d', 1, { bytes: slow.file.bytes });
  await slow.taken;
  expect(await put('e', 1)).toBe('full');
  slow.finish();
  await coming;
  await staging.remove(keys('a'), ID);
  expect(await put('e', 1)).toBe(true);
});

const few = { ...limits, files: 5 };

test('two processes on one Postgres share the limits of a subject', { tags: 'deep' }, async () => {
  const processes = await Promise.all([open(postgres.address), open(postgres.address)]);
  const puts = Array.from({ length: 20 }, (_, index) =>
    processes[index % 2]?.put(key, { ...file(`${index}`), limits: few }),
  );
  expect((await Promise.all(puts)).filter((put) => put?.ok === true)).toHaveLength(5);
});

test('two processes exceed the limits without the lock (control)', { tags: 'deep' }, async () => {
  const store = await openAt(postgres.address);
  const engine = { ...store.engine, locksRows: false };
  const staging = createStaging({ engine, chunks: createChunkRows(engine.database), cipher });
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

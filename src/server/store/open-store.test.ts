import { type ChildProcess, spawn } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { programArguments } from '../../../e2e/support/programs/program-arguments.ts';
import { tenant } from '../../core/model/ids.ts';
import { newItem } from '../ledger/record.ts';
import { openInTest, useFolder } from './engines.support.ts';
import { openStore } from './open-store.ts';
import { itemRow } from './records.ts';
import { acme, keyOf, newSubmission, newItem as sample } from './samples.support.ts';

const folder = useFolder();
const open = (path: string) => openInTest(`file:${path}`);

async function refusal(address: string): Promise<string> {
  const opened = await openStore(address);
  if (opened.ok) await opened.value.close();
  return opened.ok ? '' : opened.error;
}

const submission = (name: string, size = 10) =>
  newSubmission({
    key: keyOf(name),
    items: [0, 1, 2].map((place) => sample(`${place}`, { place, payload: new Uint8Array(size) })),
  });

test('a store in a folder that is not there yet is made, and found again', async () => {
  const path = join(folder, 'a', 'b', 'apply.db');
  const first = await open(path);
  await first.ledger.insert(submission('one'));
  await first.trees.write(acme, 'form', '{"data":[]}');
  await first.trees.write(acme, 'form', '{"data":[1]}');
  const stored = await first.ledger.find(keyOf('one'));
  expect(await first.isReady()).toBe(true);
  await first.close();
  const second = await open(path);
  expect(await second.ledger.find(keyOf('one'))).toEqual(stored);
  expect(await second.trees.read(acme, 'form')).toBe('{"data":[1]}');
  expect(await second.trees.read(acme, 'another')).toBeNull();
  expect(await second.trees.read(tenant('other'), 'form')).toBeNull();
});

test('a store that is open is refused a second time, with a sentence that tells the way out', async () => {
  const path = join(folder, 'twice.db');
  const first = await open(path);
  expect(await refusal(`file:${path}`)).toBe(
    `The store ${path} is in use by another process. One file serves one process; several need Postgres (APPLY_STORE=postgres://…).`,
  );
  await first.close();
  expect(await refusal(`file:${path}`)).toBe('');
});

test.each([
  ['memory', 'APPLY_STORE must be'],
  ['', 'APPLY_STORE must be'],
  ['file:', 'APPLY_STORE must be'],
  ['mysql://localhost/apply', 'APPLY_STORE must be'],
  [`file:${folder}/file/apply.db`, 'cannot be opened for writing: ENOTDIR'],
  [`file:${folder}/taken`, 'cannot be opened: it is no file'],
  ['file:/proc/x/apply.db', 'ENOENT: no such file or directory'],
  ['file:/dev/null', 'it is no file'],
])('the address "%s" is refused at once', async (address, sentence) => {
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'taken'), { recursive: true });
  const before = statSync('/dev/null').mode;
  expect(await refusal(address)).toContain(sentence);
  expect(statSync('/dev/null').mode).toBe(before);
});

test('only the account of the server reads the files of a store', async () => {
  const path = join(folder, 'private.db');
  const { ledger } = await open(path);
  await ledger.insert(submission('one'));
  for (const end of ['', '-wal', '-shm', '.lock']) expect(statSync(`${path}${end}`).mode & 0o777).toBe(0o600);
});

/** What of a store's file is no longer what it was, in bytes from its beginning. */
const damages: readonly (readonly [string, (file: Buffer) => Buffer])[] = [
  ['its second half', (file) => file.subarray(0, Math.floor(file.length / 8_192) * 4_096)],
  ['its header', (file) => Buffer.concat([Buffer.alloc(100, 7), file.subarray(100)])],
];

test.each(damages)('a store of which %s is damaged is refused in one sentence', async (what, damage) => {
  const path = join(folder, `damaged ${what}.db`);
  const store = await open(path);
  await store.ledger.insert(submission('one'));
  await store.close();
  writeFileSync(path, damage(readFileSync(path)));
  const told = await refusal(`file:${path}`);
  expect(told).toMatch(
    / (cannot be opened for writing|cannot be created): (database disk image is malformed|file is not a database)\.$/,
  );
  expect(told).not.toMatch(/Error|\n/);
});

test('a full disk refuses a submission whole, and the next one comes through when there is room', async () => {
  const { ledger, engine } = await open(join(folder, 'full.db'));
  const limit = (pages: number) =>
    sql`pragma max_page_count = ${sql.raw(`${pages}`)}`.execute(engine.database);
  await ledger.insert(submission('before'));
  await limit(30);
  await expect(ledger.insert(submission('one', 100_000))).rejects.toThrow('full');
  expect(await ledger.find(keyOf('one'))).toBeNull();
  expect(await ledger.find(keyOf('before'))).not.toBeNull();
  await limit(10_000);
  expect(await ledger.insert(submission('one', 100_000))).not.toBeNull();
  expect((await ledger.find(keyOf('one')))?.items).toHaveLength(3);
});

test('control: without a transaction a full disk leaves half of it', async () => {
  const { engine } = await open(join(folder, 'half.db'));
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(engine.database);
  // Room for one of them.
  const most = (rows[0]?.page_count ?? 0) + 40;
  await sql`pragma max_page_count = ${sql.raw(`${most}`)}`.execute(engine.database);
  const { items } = submission('one', 100_000);
  const insertAll = async () => {
    for (const item of items)
      await engine.database
        .insertInto('item')
        .values(itemRow(keyOf('one'), newItem(item, 0)))
        .execute();
  };
  await expect(insertAll()).rejects.toThrow('full');
  expect(await engine.database.selectFrom('item').select('part').execute()).toHaveLength(1);
});

test('a process that is killed leaves no lock, and each of its submissions whole or not at all', async () => {
  const path = join(folder, 'killed.db');
  const writer = startWriter(path);
  onTestFinished(() => void writer.kill('SIGKILL'));
  const told = await readUntil(writer, 40);
  expect(await refusal(`file:${path}`)).toContain('in use by another process');
  const ended = new Promise((resolve) => writer.once('exit', resolve));
  writer.kill('SIGKILL');
  await ended;
  const { ledger, engine } = await open(path);
  for (const name of told) expect((await ledger.find(keyOf(name)))?.items).toHaveLength(12);
  const all = await engine.database.selectFrom('submission').select('subject').execute();
  expect(all.length).toBeGreaterThanOrEqual(told.length);
  const counts = await engine.database
    .selectFrom('item')
    .select((is) => ['subject', is.fn.countAll<number>().as('count')])
    .groupBy('subject')
    .execute();
  expect(counts).toHaveLength(all.length);
  expect(counts.filter(({ count }) => count !== 12)).toEqual([]);
});

test('two processes: by a link to the file, the second is refused', async () => {
  const place = mkdtempSync(join(folder, 'two-'));
  // With a pause, in which it looks after its file.
  const writer = startWriter(join(place, 'apply.db'), 50);
  onTestFinished(() => void writer.kill('SIGKILL'));
  await readUntil(writer, 2);
  symlinkSync(join(place, 'apply.db'), join(place, 'link.db'));
  expect(await refusal(`file:${place}/link.db`)).toContain('in use by another process');
});

test('a store by a link has its log and its staged files beside the file', async () => {
  const [far, near] = [mkdtempSync(join(folder, 'far-')), mkdtempSync(join(folder, 'near-'))];
  symlinkSync(join(far, 'apply.db'), join(near, 'apply.db'));
  const store = await open(join(near, 'apply.db'));
  expect(store.folder).toBe(join(far, 'apply.db-files'));
  expect(readdirSync(near)).toEqual(['apply.db']);
});

function startWriter(path: string, pause = 0): ChildProcess {
  const program = fileURLToPath(new URL('./write-until-killed.support.ts', import.meta.url));
  return spawn(process.execPath, [...programArguments(program), `file:${path}`, `${pause}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

/** The names that it has told of, which may be fewer than it stored. */
async function readUntil({ stdout }: ChildProcess, count: number): Promise<readonly string[]> {
  const told: string[] = [];
  if (stdout === null) return told;
  for await (const line of createInterface(stdout)) {
    told.push(line);
    if (told.length === count) break;
  }
  return told;
}

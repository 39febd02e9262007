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

test('creates a store in a missing folder, and finds its data at the next start', async () => {
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

test('refuses to open a store twice, and says how to solve it', async () => {
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
])('refuses the address "%s" at once', async (address, sentence) => {
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'taken'), { recursive: true });
  const before = statSync('/dev/null').mode;
  expect(await refusal(address)).toContain(sentence);
  expect(statSync('/dev/null').mode).toBe(before);
});

test('lets only the account of the server read the files of a store', async () => {
  const path = join(folder, 'private.db');
  const { ledger } = await open(path);
  await ledger.insert(submission('one'));
  for (const end of ['', '-wal', '-shm', '.lock']) expect(statSync(`${path}${end}`).mode & 0o777).toBe(0o600);
});

/** Damaged parts of a store's file, as ranges of bytes from its beginning. */
const damages: readonly (readonly [string, (file: Buffer) => Buffer])[] = [
  ['its second half', (file) => file.subarray(0, Math.floor(file.length / 8_192) * 4_096)],
  ['its header', (file) => Buffer.concat([Buffer.alloc(100, 7), file.subarray(100)])],
];

test.each(damages)('refuses a store that has lost %s in one sentence', async (part, damage) => {
  const path = join(folder, `damaged ${part}.db`);
  const store = await open(path);
  await store.ledger.insert(submission('one'));
  await store.close();
  writeFileSync(path, damage(readFileSync(path)));
  const error = await refusal(`file:${path}`);
  expect(error).toMatch(
    / (cannot be opened for writing|cannot be created): (database disk image is malformed|file is not a database)\.$/,
  );
  expect(error).not.toMatch(/Error|\n/);
});

test('stores no part of a submission on a full disk, and stores the next one when there is room', async () => {
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

test('control: a full disk leaves half a submission without a transaction', async () => {
  const { engine } = await open(join(folder, 'half.db'));
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(engine.database);
  // There is room for one item.
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

test('a killed process leaves no lock, and no submission that is stored in part', async () => {
  const path = join(folder, 'killed.db');
  const writer = startWriter(path);
  onTestFinished(() => void writer.kill('SIGKILL'));
  const printed = await readUntil(writer, 40);
  expect(await refusal(`file:${path}`)).toContain('in use by another process');
  const ended = new Promise((resolve) => writer.once('exit', resolve));
  writer.kill('SIGKILL');
  await ended;
  const { ledger, engine } = await open(path);
  for (const name of printed) expect((await ledger.find(keyOf(name)))?.items).toHaveLength(12);
  const all = await engine.database.selectFrom('submission').select('subject').execute();
  expect(all.length).toBeGreaterThanOrEqual(printed.length);
  const counts = await engine.database
    .selectFrom('item')
    .select((is) => ['subject', is.fn.countAll<number>().as('count')])
    .groupBy('subject')
    .execute();
  expect(counts).toHaveLength(all.length);
  expect(counts.filter(({ count }) => count !== 12)).toEqual([]);
});

test('a second process is refused when it opens the file through a link', async () => {
  const directory = mkdtempSync(join(folder, 'two-'));
  // The pause lets the writer check its file.
  const writer = startWriter(join(directory, 'apply.db'), 50);
  onTestFinished(() => void writer.kill('SIGKILL'));
  await readUntil(writer, 2);
  symlinkSync(join(directory, 'apply.db'), join(directory, 'link.db'));
  expect(await refusal(`file:${directory}/link.db`)).toContain('in use by another process');
});

test('a store opened through a link has its log and staged files next to the real file', async () => {
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

/** Returns the names that the writer has printed, which may be fewer than it has stored. */
async function readUntil({ stdout }: ChildProcess, count: number): Promise<readonly string[]> {
  const printed: string[] = [];
  if (stdout === null) return printed;
  for await (const line of createInterface(stdout)) {
    printed.push(line);
    if (printed.length === count) break;
  }
  return printed;
}

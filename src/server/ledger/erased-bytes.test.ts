/** Reads a real store: erased bytes must be neither in its file, nor in its log, nor among the staged files. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fileId, questionId } from '../../core/model/ids.ts';
import { systemClock } from '../clock.ts';
import { file } from '../files/staging.support.ts';
import { openStaging } from '../files/staging.ts';
import { open } from '../store/engines.support.ts';
import type { OpenStore } from '../store/open-store.ts';
import { keyOf, newItem, newSubmission } from '../store/samples.support.ts';
import { createCipher } from './cipher.ts';
import { silentLedgerLog } from './ledger.support.ts';
import { eraseRecord } from './people.ts';

const cipher = createCipher(['s'.repeat(32)]);

let folder: string;
let opened: OpenStore;
let staging: ReturnType<typeof openStaging>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'apply-erased-'));
  opened = await open(`file:${join(folder, 'apply.db')}`);
  staging = openStaging(opened, { cipher, clock: systemClock });
});
afterEach(async () => {
  await staging.close();
  await opened.close();
  rmSync(folder, { recursive: true });
});

/** Longer than a page of the file, so that some of it lies in pages of its own. */
const LONG = 20_000;

/** Inserts two queued answers, a delivered one and a file, all sealed. Returns their sealed bytes. */
async function insert(name: string): Promise<readonly Buffer[]> {
  const key = keyOf(name);
  const sealed = ['short', 'x'.repeat(LONG), 'arrived'].map((text) =>
    Buffer.from(cipher.seal(name, Buffer.from(text))),
  );
  const files = [[fileId('file')], [], []];
  const items = sealed.map((payload, place) =>
    newItem(`${place}`, { place, payload, files: files[place] ?? [] }),
  );
  await staging.put(key, file('file', `content of ${name}`));
  await staging.hold(key, fileId('file'));
  await opened.ledger.insert(newSubmission({ key, items }));
  const delivered = { question: questionId('2'), part: 0, version: 0 };
  await opened.ledger.changeItem(key, delivered, { state: 'delivered', payload: null });
  const rows = await opened.engine.database.selectFrom('file').selectAll().execute();
  const [row] = rows.filter(({ subject }) => subject === name);
  const about = Buffer.from(new Uint8Array(row?.about ?? new Uint8Array()));
  const bytes = readFileSync(join(folder, 'apply.db-files', row?.upload ?? ''));
  return [...sealed, about, bytes];
}

/** Returns the files that contain 32 bytes from the middle of a canary, which no other seal has. */
function placesOf(canaries: readonly Buffer[]): readonly string[] {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return names.flatMap(({ parentPath, name }) => {
    const bytes = readFileSync(join(parentPath, name));
    const isFound = (canary: Buffer) => {
      const from = Math.floor(canary.byteLength / 2) - 16;
      return bytes.includes(canary.subarray(from, from + 32));
    };
    return canaries.flatMap((canary, index) => (isFound(canary) ? [`${index} in ${name}`] : []));
  });
}

async function erase(name: string): Promise<string> {
  const record = await opened.ledger.find(keyOf(name));
  if (record === null) throw new Error('It is not stored.');
  const { state } = await eraseRecord({ store: opened.ledger, staging, log: silentLedgerLog }, record);
  return state;
}

test('erasing a person removes all sealed bytes from the store’s files and leaves those of others', async () => {
  const others = [await insert('before')];
  const own = await insert('one');
  others.push(await insert('after'));
  expect(placesOf(own)).not.toEqual([]);
  expect(await erase('one')).toBe('erased');
  expect(placesOf(own)).toEqual([]);
  for (const canaries of others)
    expect(new Set(placesOf(canaries).map((found) => found[0]))).toEqual(new Set(['0', '1', '3', '4']));
});

test('control: the erased bytes stay in the file when deleted pages are not overwritten', async () => {
  await sql`pragma secure_delete = off`.execute(opened.engine.database);
  await insert('before');
  const own = await insert('one');
  await insert('after');
  expect(await erase('one')).toBe('erased');
  expect(placesOf(own)).toContain('0 in apply.db');
});

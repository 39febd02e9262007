import { copyFileSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { applicationId, questionId, reference, revision, subject, tenant } from '../../core/model/ids.ts';
import { backUp } from './backup.ts';
import { type OpenStore, openStore } from './open-store.ts';
import { inodeOf } from './sqlite.ts';

let folder: string;
let path: string;
let isOpen: OpenStore | null;
/** What was said of copies. */
let told: number[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'apply-restored-'));
  path = join(folder, 'apply.db');
  isOpen = null;
  told = [];
});
afterEach(async () => {
  await isOpen?.close();
  rmSync(folder, { recursive: true });
});

async function start(at = path, isRestored = false): Promise<OpenStore> {
  const opened = await openStore(`file:${at}`, { isRestored, onRestored: (count) => told.push(count) });
  if (!opened.ok) throw new Error(opened.error);
  isOpen = opened.value;
  return opened.value;
}

async function stop(): Promise<void> {
  await isOpen?.close();
  isOpen = null;
}

const keyOf = (name: string) => ({ tenant: tenant('acme'), subject: subject(name) });
const item = {
  question: questionId('7'),
  part: 0,
  place: 0,
  parent: null,
  fingerprint: 'f',
  payload: null,
  files: [],
};

const insert = ({ ledger }: OpenStore, name: string) =>
  ledger.insert({
    key: keyOf(name),
    reference: reference(name),
    fingerprint: 'f',
    revision: revision('r'),
    application: applicationId('99'),
    job: null,
    items: [item],
  });

const stateOf = async ({ ledger }: OpenStore, name: string) =>
  (await ledger.find(keyOf(name)))?.items.map(({ state }) => state);

/** A store with one submission, stopped in order. */
async function fill(): Promise<void> {
  await insert(await start(), 'one');
  await stop();
}

test('after an orderly stop the file alone holds everything', async () => {
  const store = await start();
  for (let count = 0; count < 20; count += 1) await insert(store, `${count}`);
  await stop();
  copyFileSync(path, join(folder, 'copy.db'));
  const copy = await start(join(folder, 'copy.db'));
  for (let count = 0; count < 20; count += 1) expect(await stateOf(copy, `${count}`)).toHaveLength(1);
});

describe('a restored copy, in which all that is open becomes unclear', () => {
  beforeEach(fill);
  const copy = () => join(folder, 'copy.db');

  const ways: readonly (readonly [string, () => Promise<string>])[] = [
    [
      'made by hand, elsewhere',
      async () => {
        copyFileSync(path, copy());
        return copy();
      },
    ],
    [
      'made by hand, in the place of the store, under its name',
      async () => {
        copyFileSync(path, copy());
        renameSync(copy(), path);
        return path;
      },
    ],
    [
      'made by backup, even where the store itself lay',
      async () => {
        expect(await backUp(path, join(folder, 'backup'))).toMatchObject({ ok: true });
        const made = join(folder, 'backup', 'apply.db');
        const file = new Libsql(made);
        file.exec(`update store_copy set place = '${inodeOf(made)}'`);
        file.close();
        return made;
      },
    ],
  ];

  test.each(ways)('%s', async (_name, restore) => {
    const store = await start(await restore());
    expect(told).toEqual([1]);
    expect(await stateOf(store, 'one')).toEqual(['unclear']);
    const due = (await store.ledger.find(keyOf('one')))?.items[0]?.dueAt ?? 0;
    expect(due - (await store.ledger.now())).toBeGreaterThan(60_000);
  });

  test('with the whole disk, when the operator says so', async () => {
    const store = await start(path, true);
    expect(told).toEqual([1]);
    expect(await stateOf(store, 'one')).toEqual(['unclear']);
    await stop();
    await start();
    expect(told).toEqual([1]);
  });

  test('is doubted once, however often it is started', async () => {
    copyFileSync(path, copy());
    await start(copy());
    await stop();
    await start(copy());
    expect(told).toEqual([1]);
  });
});

test('control: in a store that is stopped and started nothing has to be looked for', async () => {
  await fill();
  expect(await stateOf(await start(), 'one')).toEqual(['queued']);
  expect(told).toEqual([]);
});

test.each([
  ['deleted', () => rmSync(path)],
  [
    'replaced',
    () => {
      copyFileSync(path, join(folder, 'other.db'));
      renameSync(join(folder, 'other.db'), path);
    },
  ],
])('a store that is %s under its process is not ready, and takes and tells nothing', async (_name, take) => {
  const store = await start();

  take();
  expect(await store.isReady()).toBe(false);
  await expect(insert(store, 'one')).rejects.toThrow('was deleted or replaced while the server runs');
});

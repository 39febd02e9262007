import { copyFileSync, mkdtempSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import Libsql from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backUp } from './backup.ts';
import { open, useFolder } from './engines.support.ts';
import type { OpenStore } from './open-store.ts';
import { keyOf, withOneAnswer } from './samples.support.ts';
import { inodeOf } from './sqlite.ts';

const parent = useFolder();

let folder: string;
let path: string;
let opened: OpenStore | null;
/** The counts of unclear submissions that `onRestored` received. */
let restoreCounts: number[];

beforeEach(() => {
  folder = mkdtempSync(join(parent, 'restored-'));
  path = join(folder, 'apply.db');
  opened = null;
  restoreCounts = [];
});
afterEach(() => opened?.close());

async function start(at = path, isRestored = false): Promise<OpenStore> {
  opened = await open(`file:${at}`, { isRestored, onRestored: (count) => restoreCounts.push(count) });
  return opened;
}

async function stop(): Promise<void> {
  await opened?.close();
  opened = null;
}

const insert = ({ ledger }: OpenStore, name: string) => ledger.insert(withOneAnswer(name));

const stateOf = async ({ ledger }: OpenStore, name: string) =>
  (await ledger.find(keyOf(name)))?.items.map(({ state }) => state);

/** Creates a store with one submission, and closes it. */
async function fill(): Promise<void> {
  await insert(await start(), 'one');
  await stop();
}

describe('open work becomes unclear in a restored copy', () => {
  beforeEach(fill);
  const copy = () => join(folder, 'copy.db');

  const ways: readonly (readonly [string, () => Promise<string>])[] = [
    [
      'that was copied by hand to another path',
      async () => {
        copyFileSync(path, copy());
        return copy();
      },
    ],
    [
      'that was copied by hand to the path of the store',
      async () => {
        copyFileSync(path, copy());
        renameSync(copy(), path);
        return path;
      },
    ],
    [
      'that the backup command made, even when its inode equals the recorded one',
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
    expect(restoreCounts).toEqual([1]);
    expect(await stateOf(store, 'one')).toEqual(['unclear']);
    const due = (await store.ledger.find(keyOf('one')))?.items[0]?.dueAt ?? 0;
    expect(due - (await store.ledger.now())).toBeGreaterThan(60_000);
  });

  test('of the whole disk when the operator declares it', async () => {
    const store = await start(path, true);
    expect(restoreCounts).toEqual([1]);
    expect(await stateOf(store, 'one')).toEqual(['unclear']);
    await stop();
    await start();
    expect(restoreCounts).toEqual([1]);
  });
});

test('control: open work stays queued in a store that is stopped and started', async () => {
  await fill();
  expect(await stateOf(await start(), 'one')).toEqual(['queued']);
  expect(restoreCounts).toEqual([]);
});

test('a store whose file is replaced while it runs is not ready and refuses writes', async () => {
  const store = await start();
  copyFileSync(path, join(folder, 'other.db'));
  renameSync(join(folder, 'other.db'), path);
  expect(await store.isReady()).toBe(false);
  await expect(insert(store, 'one')).rejects.toThrow('was deleted or replaced while the server runs');
});

/**
 * Is this file the store that was here last, or a restored copy of it? A copy is known by the mark of `backup`, by
 * another place on the disk (copied elsewhere), or by an epoch that is over (copied back over the store itself). Of a
 * copy everything that is open is doubted, in the transaction that makes it the store of this place.
 */
import { type BigIntStats, statSync } from 'node:fs';
import type { Insertable, Selectable } from 'kysely';
import type { DoubtWait } from '../ledger/ledger-store.ts';
import { readEpochs, writeEpochs } from './copy-epoch.ts';
import { doubtAll } from './doubt-statements.ts';
import type { Engine, StoreDatabase, StoreTables } from './tables.ts';

type CopyTable = StoreTables['store_copy'];

/** Submissions that are doubted; null: it is no copy. */
export type Doubted = number | null;

export async function recogniseFile(engine: Engine, path: string, wait: DoubtWait): Promise<Doubted> {
  const { database, clock } = engine;
  const known = await readCopy(database);
  const epoch = crypto.randomUUID();
  const fresh = { place: placeOf(path), epoch, is_backup: 0 };
  if (!isCopy(path, known)) {
    // Of a new store both names are the same.
    writeEpochs(path, [known?.epoch ?? epoch, epoch]);
    const restored_at = known?.restored_at ?? null;
    await database.transaction().execute((transaction) => writeCopy(transaction, { ...fresh, restored_at }));
    writeEpochs(path, [epoch]);
    return null;
  }
  // Until it is done the file has an epoch that is not named, so that a server that is killed here begins again.
  writeEpochs(path, [epoch]);
  const doubted = await database.transaction().execute(async (transaction) => {
    await writeCopy(transaction, fresh);
    const count = await doubtAll(transaction, clock, wait);
    const any = await transaction.selectFrom('submission').select('subject').limit(1).executeTakeFirst();
    // The operator has begun anew: nothing that comes has to wait.
    if (known === undefined && any === undefined) await writeCopy(transaction, fresh);
    return count;
  });
  return known === undefined && doubted === 0 ? null : doubted;
}

/** What is copied from now on can be told from what was copied before. */
export async function renewEpoch(database: StoreDatabase, path: string): Promise<void> {
  const known = await readCopy(database);
  if (known === undefined) return;
  const epoch = crypto.randomUUID();
  writeEpochs(path, [known.epoch, epoch]);
  await database.updateTable('store_copy').set({ epoch }).execute();
  writeEpochs(path, [epoch]);
}

function isCopy(path: string, known: Selectable<CopyTable> | undefined): boolean {
  const epochs = readEpochs(path);
  // Without a row it is new: where an epoch is named, it came from elsewhere.
  if (known === undefined) return epochs !== null;
  return known.is_backup === 1 || !isAt(path, known.place) || epochs?.includes(known.epoch) !== true;
}

export const readCopy = (database: StoreDatabase): Promise<Selectable<CopyTable> | undefined> =>
  database.selectFrom('store_copy').selectAll().executeTakeFirst();

export async function writeCopy(database: StoreDatabase, copy: Insertable<CopyTable>): Promise<void> {
  await database.deleteFrom('store_copy').execute();
  await database.insertInto('store_copy').values(copy).execute();
}

const statOf = (path: string): BigIntStats => statSync(path, { bigint: true });

const placeOf = (path: string): string => {
  const { ino, birthtimeNs } = statOf(path);
  return `${ino} ${birthtimeNs}`;
};

/** Number and time of birth: a number is given again soon. The device is left out, as it changes when a machine starts. */
function isAt(path: string, place: string): boolean {
  const [number, birth] = place.split(' ');
  const { ino, birthtimeNs, ctimeNs } = statOf(path);
  // Where there is no time of birth, the system tells the time of the last change, which is that of its opening.
  return number === `${ino}` && (birth === `${birthtimeNs}` || birthtimeNs === ctimeNs);
}

/**
 * What a release before 0.2.0 sealed for tenant, subject, question and part alone is sealed anew with where it goes, as
 * its row says it at the first start of this release. From then on nothing opens that is not bound to its destination.
 */
import { sql, type Transaction } from 'kysely';
import type { SubjectKey } from '../../../core/model/ports.ts';
import type { Cipher } from '../cipher.ts';
import type { Item, ItemName, StoredRecord } from '../ledger-store.ts';
import { contextOf, sealMade } from '../payload.ts';
import { atomically } from './atomically.ts';
import { readRecords } from './read-records.ts';
import { keyOf, nameOf } from './rows.ts';
import type { Engine, StoreTables } from './tables.ts';

/** Submissions in one transaction. */
const BATCH = 50;
/** Any number that no other program on the same database locks. */
const LOCK = 4_172_650_332;

/** Before anything is delivered; of several processes that start at once each waits until all is done. */
export async function bindOlder(engine: Engine, cipher: Cipher): Promise<void> {
  while (
    (await atomically(engine.database, (transaction) => bindSome(engine, transaction, cipher))) !== null
  );
}

/** null: nothing was left to do. */
async function bindSome(
  { locksRows }: Engine,
  transaction: Transaction<StoreTables>,
  cipher: Cipher,
): Promise<true | null> {
  if (locksRows) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
  const keys = await transaction.selectFrom('unbound').selectAll().limit(BATCH).execute();
  if (keys.length === 0) return null;
  const rows = await transaction
    .selectFrom('submission')
    .selectAll()
    .where((is) => is.or(keys.map((key) => is.and(keyOf(key)))))
    .execute();
  const found = new Map(
    (await readRecords(transaction, rows)).map((record) => [JSON.stringify(keyOf(record.key)), record]),
  );
  for (const key of keys) {
    const record = found.get(JSON.stringify(keyOf(key)));
    if (record === undefined || (await bindRecord(transaction, record, cipher)))
      await transaction
        .deleteFrom('unbound')
        .where((is) => is.and(keyOf(key)))
        .execute();
  }
  return true;
}

/** false: a process of an earlier release has changed some of it meanwhile, so it has to be read again. */
async function bindRecord(transaction: Transaction<StoreTables>, record: StoredRecord, cipher: Cipher) {
  let isBound = true;
  for (const item of record.items)
    if (!(await bindItem(transaction, { record, item, cipher }))) isBound = false;
  return isBound;
}

interface Binding {
  readonly record: StoredRecord;
  readonly item: Item;
  readonly cipher: Cipher;
}

/**
 * Of an answer the version stays: what became of a POST that is under way is still written down. Of an application it
 * does not: an earlier release would write down what it made without what binds it. So that application is looked for
 * by its reference, when its POST has had its time.
 */
async function bindItem(
  transaction: Transaction<StoreTables>,
  { record, item, cipher }: Binding,
): Promise<boolean> {
  const payload = sealAnew({ record, item, cipher });
  if (payload === null) return true;
  const isTakenOver = item.question === null && item.state !== 'delivered';
  const result = await transaction
    .updateTable('item')
    .set({ payload })
    .$if(isTakenOver, (update) => update.set((is) => ({ version: is('version', '+', 1) })))
    .$if(isTakenOver && item.state === 'sending', (update) => update.set({ state: 'unclear' }))
    .where((is) => is.and({ ...keyOf(record.key), ...nameOf(item), version: item.version }))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** null: there is nothing to bind. */
function sealAnew({ record, item, cipher }: Binding): Uint8Array | null {
  const { state, question, payload, serviceId } = item;
  if (state === 'delivered')
    return question === null && payload === null && serviceId !== null
      ? sealMade(cipher, record, serviceId)
      : null;
  const plain = payload === null ? null : cipher.open(olderContext(record.key, item), payload);
  return plain === null ? null : cipher.seal(contextOf(record, item), plain);
}

/** As it was until 0.1.0. */
export const olderContext = ({ tenant, subject }: SubjectKey, { question, part }: ItemName): string =>
  JSON.stringify([tenant, subject, question, part]);

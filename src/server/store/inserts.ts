/** Submissions come: all rows of each or none, several in one transaction. */
import { CompiledQuery, sql, type Transaction } from 'kysely';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { type NewSubmission, newRecord, RESENT_WITHIN, type StoredRecord } from '../ledger/record.ts';
import { eventsOfReceipt, type Moment } from '../ledger/webhooks/next-event.ts';
import type { SubjectKey } from '../ports.ts';
import { keepConsents } from './consents.ts';
import type { StoreClock } from './engine.ts';
import { createGroupCommit, type WriteTogether } from './group-commit.ts';
import { itemRow, submissionRow } from './rows.ts';
import type { Engine, StoreTables } from './tables.ts';
import { writeEvents } from './webhooks.ts';

export const inserts = (engine: Engine): Pick<LedgerStore, 'insert'> => ({
  insert: createGroupCommit(engine.database, createWriteSubmissions(engine)),
});

/** @returns of each what is stored now; null where it is not new */
export function createWriteSubmissions({
  clock,
}: Pick<Engine, 'clock'>): WriteTogether<NewSubmission, StoredRecord | null> {
  const insertItems = createInsertItems();
  return async (transaction, submissions) => {
    const moment = await readMoment(transaction, clock);
    const { now: acceptedAt, restoredAt } = moment;
    const isRecent = restoredAt !== null && restoredAt > acceptedAt - RESENT_WITHIN;
    const times = { acceptedAt, doubtedAt: isRecent ? restoredAt : null };
    const first = new Map<string, readonly [NewSubmission, StoredRecord]>();
    for (const one of submissions)
      if (!first.has(nameOf(one.key))) first.set(nameOf(one.key), [one, newRecord(one, times)]);
    // Always in one order, so that two processes that write the same ones do not wait for each other.
    const records = [...first.keys()].sort().flatMap((name) => first.get(name)?.[1] ?? []);
    const written = await transaction
      .insertInto('submission')
      .values(records.map(submissionRow))
      // The subject has one: another request of the same page was quicker.
      .onConflict((conflict) => conflict.doNothing())
      .returning(['tenant', 'subject'])
      .execute();
    const names = new Set(written.map(nameOf));
    const added = [...first.values()].filter(([{ key }]) => names.has(nameOf(key)));
    await insertItems(
      transaction,
      added.map(([, record]) => record),
    );
    for (const one of added) await writeBeside(transaction, one, moment);
    return submissions.map((one) => {
      const [submission, record] = first.get(nameOf(one.key)) ?? [];
      return submission === one && names.has(nameOf(one.key)) ? (record ?? null) : null;
    });
  };
}

async function readMoment(transaction: Transaction<StoreTables>, clock: StoreClock): Promise<Moment> {
  const { rows } = await sql<Moment>`select ${clock.now()} as now,
    (select max(restored_at) from store_copy) as "restoredAt"`.execute(transaction);
  const [moment] = rows;
  if (moment === undefined) throw new Error('The store told no time.');
  return moment;
}

async function writeBeside(
  transaction: Transaction<StoreTables>,
  [{ consents = null, webhook }, record]: readonly [NewSubmission, StoredRecord],
  moment: Moment,
): Promise<void> {
  if (consents !== null)
    await keepConsents(transaction, record, { given: consents, isAnew: true, now: moment.now });
  if (webhook != null)
    await writeEvents(transaction, eventsOfReceipt(record, { job: webhook.job, sequence: 0 }, moment));
}

const nameOf = ({ tenant, subject }: SubjectKey): string => JSON.stringify([tenant, subject]);

/** Rows in one statement: libsql takes 32,766 parameters, Postgres 65,535. */
const MOST_ROWS = 500;
/** From so many on, rows go in statements of this many, so that there are few texts, which are compiled once. */
const MANY_ROWS = 64;

/** For one engine. Compiling a statement of many rows takes longer than running it, so each is compiled once. */
function createInsertItems() {
  const texts = new Map<number, string>();
  return async (transaction: Transaction<StoreTables>, records: readonly StoredRecord[]): Promise<void> => {
    // The compiled text names the columns once, so every row must have them in the same order.
    const rows = records.flatMap(({ key, items }) => items.map((item) => itemRow(key, item)));
    for (let start = 0; start < rows.length; ) {
      const chunk = rows.slice(start, start + sizeOfNext(rows.length - start));
      const text = texts.get(chunk.length) ?? transaction.insertInto('item').values(chunk).compile().sql;
      texts.set(chunk.length, text);
      const values = chunk.flatMap((row) => Object.values(row));
      await transaction.executeQuery(CompiledQuery.raw(text, values));
      start += chunk.length;
    }
  };
}

const sizeOfNext = (left: number): number => [MOST_ROWS, MANY_ROWS].find((size) => left >= size) ?? left;

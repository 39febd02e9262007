/** A submission comes: all its rows, or none. */
import { sql, type Transaction } from 'kysely';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { type NewSubmission, newRecord, RESENT_WITHIN, type StoredRecord } from '../ledger/record.ts';
import { eventsOfReceipt, type Moment } from '../ledger/webhooks/outbox.ts';
import { atomically, type StoreClock } from './engine.ts';
import { keepConsents } from './people.ts';
import { itemRow, submissionRow } from './rows.ts';
import type { Engine, StoreTables } from './tables.ts';
import { writeEvents } from './webhooks.ts';

/** Rows in one statement: libsql takes 32,766 parameters, Postgres 65,535. */
const MOST_ROWS = 500;

export const inserts = ({ database, clock }: Engine): Pick<LedgerStore, 'insert'> => ({
  insert: (submission) =>
    atomically(database, async (transaction) => {
      const moment = await readMoment(transaction, clock);
      const { now: acceptedAt, restoredAt } = moment;
      const isRecent = restoredAt !== null && restoredAt > acceptedAt - RESENT_WITHIN;
      const record = newRecord(submission, { acceptedAt, doubtedAt: isRecent ? restoredAt : null });
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('submission')
        .values(submissionRow(record))
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      // The subject has one: another request of the same page was quicker.
      if (numInsertedOrUpdatedRows !== 1n) return null;
      const rows = record.items.map((item) => itemRow(record.key, item));
      for (let start = 0; start < rows.length; start += MOST_ROWS)
        await transaction
          .insertInto('item')
          .values(rows.slice(start, start + MOST_ROWS))
          .execute();
      await writeBeside(transaction, [submission, record], moment);
      return record;
    }),
});

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

/**
 * The ledger's store on a database, with the same statements for every engine: inserts, finds and leases submissions.
 */
import { sql } from 'kysely';
import type { Tenant } from '../../core/model/ids.ts';
import { createActs } from '../ledger/acts.ts';
import type { LeaseWish, LedgerStore } from '../ledger/ledger-store.ts';
import { type NewSubmission, newRecord, RESENT_WITHIN, type StoredRecord } from '../ledger/record.ts';
import { eventsOfReceipt, type Moment } from '../ledger/webhooks/outbox.ts';
import { ageing } from './ageing.ts';
import { reconcileDelays } from './learned.ts';
import { reports } from './people.ts';
import {
  atomically,
  createUpdate,
  itemRow,
  itemsOf,
  keepConsents,
  type Running,
  readRecords,
  recordOf,
  submissionRow,
  type WholeRow,
} from './records.ts';
import type { Engine, StoreDatabase } from './tables.ts';
import { createSqlOutbox, writeEvents } from './webhooks.ts';

/** @param close closes the engine */
export function createSqlStore(engine: Engine, close: () => Promise<void>): LedgerStore {
  const { database } = engine;
  return {
    ...reports(engine),
    ...createActs(createUpdate(engine)),
    ...ageing(engine),
    ...reconcileDelays(engine),
    webhooks: createSqlOutbox(engine),
    now: async () => (await readMoment(database, engine)).now,
    async find({ tenant, subject }) {
      const [record] = await readRecords(engine, sql`tenant = ${tenant} and subject = ${subject}`);
      return record ?? null;
    },
    async findByReference(tenant, reference) {
      const [record] = await readRecords(engine, sql`tenant = ${tenant} and reference = ${reference}`);
      return record ?? null;
    },
    insert: (submission) => atomically(database, (transaction) => insert(engine, transaction, submission)),
    async lease(wish) {
      const rows = wish.tenants.length === 0 || wish.most < 1 ? [] : await leaseRows(engine, wish);
      const granted = sql.join(rows.map(({ tenant, subject }) => sql`(${tenant}, ${subject})`));
      // On Postgres a statement reads the items as they were before it locked their submission.
      const records =
        engine.locksRows && rows.length > 0
          ? await readRecords(engine, sql`(tenant, subject) in (${granted})`)
          : rows.map(recordOf);
      return [...records].sort(byWaiting);
    },
    nextDue: (tenants, isKnownOnly = false) => nextDue(database, tenants, isKnownOnly),
    close,
  };
}

async function readMoment(database: StoreDatabase, { clock }: Pick<Engine, 'clock'>): Promise<Moment> {
  const { rows } = await sql<Moment>`select ${clock.now()} as now,
    (select max(restored_at) from store_copy) as "restoredAt"`.execute(database);
  const [moment] = rows;
  if (moment === undefined) throw new Error('The store gave no time.');
  return moment;
}

/** Rows in one statement: libsql allows 32,766 parameters, Postgres 65,535. */
const MOST_ROWS = 500;

async function insert(
  engine: Engine,
  transaction: Running,
  submission: NewSubmission,
): Promise<StoredRecord | null> {
  const moment = await readMoment(transaction, engine);
  const { now: acceptedAt, restoredAt } = moment;
  const isRecent = restoredAt !== null && restoredAt > acceptedAt - RESENT_WITHIN;
  const record = newRecord(submission, { acceptedAt, doubtedAt: isRecent ? restoredAt : null });
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('submission')
    .values(submissionRow(record))
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  // The subject already has a submission, because another request of the same page was faster.
  if (numInsertedOrUpdatedRows !== 1n) return null;
  const rows = record.items.map((item) => itemRow(record.key, item));
  for (let start = 0; start < rows.length; start += MOST_ROWS)
    await transaction
      .insertInto('item')
      .values(rows.slice(start, start + MOST_ROWS))
      .execute();
  const { consents = null, webhook } = submission;
  if (consents !== null)
    await keepConsents(transaction, record, { given: consents, replaces: true, now: acceptedAt });
  if (webhook != null)
    await writeEvents(transaction, eventsOfReceipt(record, { job: webhook.job, sequence: 0 }, moment));
  return record;
}

/** Written without parameters, as in `needsAttention`. */
const applicantsOf = (isKnownOnly: boolean) =>
  isKnownOnly ? sql<boolean>`visitor = 0` : sql<boolean>`visitor >= 0`;

function leaseRows(
  engine: Engine,
  { owner, duration, most, tenants, isKnownOnly = false }: LeaseWish,
): Promise<WholeRow[]> {
  const { database, clock, locksRows } = engine;
  const now = clock.now();
  const items = locksRows ? sql<string>`'[]'` : itemsOf(engine, 'read');
  return database
    .with(
      (name) => name('free').materialized(),
      (query) => {
        const free = query
          .selectFrom('submission')
          .select(['submission.tenant as free_tenant', 'submission.subject as free_subject'])
          .where('tenant', 'in', tenants)
          .where(applicantsOf(isKnownOnly))
          .where('due_at', '<=', now)
          .where('lease_until', '<=', now)
          .orderBy('visitor')
          .orderBy('served_at')
          .orderBy('accepted_at')
          .orderBy('subject')
          .limit(most);
        // Skips rows that another process is leasing.
        return locksRows ? free.forUpdate().skipLocked() : free;
      },
    )
    .updateTable('submission')
    .from('free')
    .set({ lease_owner: owner, lease_until: sql<number>`${now} + ${Math.round(duration)}` })
    .whereRef('tenant', '=', 'free_tenant')
    .whereRef('subject', '=', 'free_subject')
    .returningAll()
    .returning(items.as('items'))
    .execute();
}

const byWaiting = (first: StoredRecord, second: StoredRecord): number =>
  Number(first.isVisitor) - Number(second.isVisitor) ||
  first.servedAt - second.servedAt ||
  first.acceptedAt - second.acceptedAt ||
  (first.key.subject < second.key.subject ? -1 : 1);

/** Gives when the next submission is due; a leased one is due no earlier than its lease expires. */
async function nextDue(
  database: StoreDatabase,
  tenants: readonly Tenant[],
  isKnownOnly: boolean,
): Promise<number | null> {
  if (tenants.length === 0) return null;
  const row = await database
    .selectFrom('submission')
    .select((is) =>
      is.fn
        .min<number | null>(
          is
            .case()
            .when(is('due_at', '<', is.ref('lease_until')))
            .then(is.ref('lease_until'))
            .else(is.ref('due_at'))
            .end(),
        )
        .as('at'),
    )
    .where('tenant', 'in', tenants)
    .where(applicantsOf(isKnownOnly))
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  return row?.at ?? null;
}

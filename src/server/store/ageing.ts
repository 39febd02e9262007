/** Acts on many submissions at once: retention, and the doubt about a restored copy. */
import { type RawBuilder, sql } from 'kysely';
import { giveTurn } from '../clock.ts';
import { age, doubt } from '../ledger/acts.ts';
import type { LedgerStore, SweptRecord } from '../ledger/ledger-store.ts';
import { type DoubtWait, RETENTION } from '../ledger/record.ts';
import { LESSON_KEPT, type SubjectKey } from '../ports.ts';
import { CODE_KEPT, REVOCATION_KEPT } from '../session-store.ts';
import { readReconcileDelay } from './learned.ts';
import { type Running, updateWithin } from './records.ts';
import type { Engine, StoreDatabase, StoreTables, SubmissionRow } from './tables.ts';

/** Submissions in one sweep: with twelve answers each, removing them takes about 5 ms on a file. */
export const SWEPT_AT_ONCE = 25;

export const ageing = (engine: Engine): Pick<LedgerStore, 'sweep' | 'doubt'> => ({
  doubt: (wait) =>
    engine.database.transaction().execute((transaction) => doubtAll(transaction, engine, wait)),
  async sweep() {
    const swept = await engine.database
      .transaction()
      .execute((transaction) => sweepSome(engine, transaction));
    if (swept.length === 0) await removeOld(engine);
    return swept;
  },
});

async function sweepSome(engine: Engine, transaction: Running): Promise<readonly SweptRecord[]> {
  const swept: SweptRecord[] = [];
  for (const { reference, ...key } of await listAged(transaction, engine.clock.now())) {
    const aged = await updateWithin(engine, transaction, { key, act: age, skipsLocked: true });
    if (aged !== null) swept.push({ key, reference, ...aged });
  }
  return swept;
}

type Aged = SubjectKey & Pick<SubmissionRow, 'reference'>;

/** Lists the next few expired submissions, each by the index of its time. */
async function listAged(database: StoreDatabase, now: RawBuilder<number>): Promise<readonly Aged[]> {
  const expired = (column: 'wipe_at' | 'forget_at') =>
    sql`select tenant, subject, reference from submission where ${sql.ref(column)} <= ${now} and lease_until <= ${now}`;
  const { rows } = await sql<Aged>`${expired('wipe_at')} union ${expired('forget_at')}
    limit ${sql.lit(SWEPT_AT_ONCE)}`.execute(database);
  return rows;
}

interface Expiry {
  readonly table: keyof StoreTables;
  readonly time: string;
  /** Milliseconds after that time. */
  readonly lifetime: number;
  /** Rows that one statement deletes: with more, everything else would wait for the file. */
  readonly batch: number;
}

const expiries: readonly Expiry[] = [
  { table: 'session_code', time: 'expires_at', lifetime: CODE_KEPT, batch: 100 },
  { table: 'revoked_session', time: 'revoked_at', lifetime: REVOCATION_KEPT, batch: 100 },
  { table: 'session_prefill', time: 'expires_at', lifetime: 0, batch: 20 },
  { table: 'lesson', time: 'refused_at', lifetime: LESSON_KEPT, batch: 100 },
  { table: 'request_count', time: 'expire', lifetime: 0, batch: 500 },
  { table: 'consent', time: 'given_at', lifetime: RETENTION.consents, batch: 25 },
];

/** Removes old rows of the other tables, a few at a time. */
async function removeOld({ database, clock, locksRows }: Engine): Promise<void> {
  const row = sql.raw(locksRows ? 'ctid' : 'rowid');
  for (const { table, time, lifetime, batch } of expiries)
    for (let removed = batch; removed === batch; await giveTurn()) {
      const old = sql`select ${row} from ${sql.table(table)}
        where ${sql.ref(time)} <= ${clock.now()} - ${sql.lit(lifetime)} order by ${sql.ref(time)} limit ${sql.lit(batch)}`;
      const isOld = locksRows ? sql`ctid = any(array(${old}))` : sql`rowid in (${old})`;
      const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${isOld}`.execute(database);
      removed = Number(numAffectedRows ?? 0);
    }
}

/**
 * Doubts everything open in one transaction, so that nothing is sent meanwhile.
 *
 * @returns the number of open submissions
 */
export async function doubtAll(
  transaction: Running,
  parts: Pick<Engine, 'clock' | 'locksRows'>,
  wait: DoubtWait,
): Promise<number> {
  const now = parts.clock.now();
  const learned = await readReconcileDelay(transaction, parts.clock);
  let open = 0;
  for (const key of await listOpen(transaction)) {
    const act = doubt(wait, learned.get(key.tenant));
    if ((await updateWithin(parts, transaction, { key, act })) === true) open += 1;
  }
  await transaction.updateTable('store_copy').set({ restored_at: now }).execute();
  // The lost store may have exchanged any code after the copy was made, so none that works once is accepted.
  await transaction
    .updateTable('session_code')
    .set({ spent_at: now })
    .where('expires_at', '>', now)
    .where('once', '=', 1)
    .where('spent_at', 'is', null)
    .execute();
  // Events of a person who was erased after the copy was made wait, so that the operator can erase them again.
  const until = sql<number>`${now} + ${sql.lit(Math.round(wait.answer))}`;
  await transaction
    .updateTable('webhook_event')
    .set({ due_at: sql<number>`case when due_at > ${until} then due_at else ${until} end` })
    .where('due_at', 'is not', null)
    .execute();
  return open;
}

/** Written without parameters, so that libsql sees that its indexes cover the query. */
async function listOpen(database: StoreDatabase): Promise<readonly SubjectKey[]> {
  const { rows } = await sql<SubjectKey>`select tenant, subject from submission where due_at is not null
    union select tenant, subject from item where state <> 'delivered' and state <> 'parked'`.execute(
    database,
  );
  return rows;
}

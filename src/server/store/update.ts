/** One act on one submission, in one transaction: its row is locked, read whole, and what differs afterwards is written. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { Act, Done, Update } from '../ledger/acts.ts';
import { type Item, isSameItem, type StoredRecord } from '../ledger/record.ts';
import { eventsOf, type Moment, mayBeNews } from '../ledger/webhooks/outbox.ts';
import type { SubjectKey } from '../ports.ts';
import { atomically } from './engine.ts';
import { keepConsents } from './people.ts';
import { itemOf, itemRow, keyOf, nameOf, recordOf, submissionRow } from './rows.ts';
import type { Engine, ItemRow, StoreTables, SubmissionRow } from './tables.ts';
import { readLast, writeEvents } from './webhooks.ts';

type Running = Transaction<StoreTables>;
type Parts = Pick<Engine, 'clock' | 'locksRows'>;

export const createUpdate =
  (engine: Engine): Update =>
  (key, act) =>
    atomically(engine.database, (transaction) => updateWithin(engine, transaction, { key, act }));

interface Wish<Result> {
  readonly key: SubjectKey;
  readonly act: Act<Result>;
  /** One that another process is changing is left alone. */
  readonly skipsLocked?: boolean;
}

/** null: there is no such submission, or the act does not take it. */
export async function updateWithin<Result>(
  parts: Parts,
  transaction: Running,
  { key, act, skipsLocked = false }: Wish<Result>,
): Promise<Result | null> {
  const row = await lock(parts, transaction, key, skipsLocked);
  if (row === undefined) return null;
  const { rows } = await sql<ItemRow>`select * from item where ${isOf(key)} order by place, part`.execute(
    transaction,
  );
  const before = recordOf(row, rows.map(itemOf));
  const done = act(before, row.now);
  if (done === null) return null;
  const moment = { now: row.now, restoredAt: row.restored_at };
  await write(transaction, before, done.record);
  await writeNews(transaction, before, done, moment);
  if (done.consents !== undefined && done.record !== null)
    await keepConsents(transaction, done.record, { ...done.consents, now: row.now });
  return done.result;
}

const isOf = ({ tenant, subject }: SubjectKey) => sql`tenant = ${tenant} and subject = ${subject}`;

interface Locked extends SubmissionRow {
  readonly now: number;
  readonly restored_at: number | null;
}

async function lock(
  { clock, locksRows }: Parts,
  transaction: Running,
  key: SubjectKey,
  skipsLocked: boolean,
): Promise<Locked | undefined> {
  const forUpdate = skipsLocked ? sql`for update skip locked` : sql`for update`;
  const { rows } = await sql<Locked>`select submission.*, ${clock.now()} as now,
    (select restored_at from store_copy limit 1) as restored_at
    from submission where ${isOf(key)} ${locksRows ? forUpdate : sql``}`.execute(transaction);
  return rows[0];
}

async function write(transaction: Running, before: StoredRecord, after: StoredRecord | null): Promise<void> {
  const { key } = before;
  const kept = after?.items ?? [];
  for (const item of before.items)
    if (!kept.some((one) => isSameItem(one, item)))
      await sql`delete from item where ${isItem(key, item)}`.execute(transaction);
  if (after === null) await sql`delete from submission where ${isOf(key)}`.execute(transaction);
  else
    await change(transaction, 'submission', {
      where: isOf(key),
      before: submissionRow(before),
      after: submissionRow(after),
    });
  for (const item of kept) {
    const old = before.items.find((one) => isSameItem(one, item));
    if (old === undefined) await transaction.insertInto('item').values(itemRow(key, item)).execute();
    else if (old !== item)
      await change(transaction, 'item', {
        where: isItem(key, item),
        before: itemRow(key, old),
        after: itemRow(key, item),
      });
  }
}

function isItem(key: SubjectKey, item: Item) {
  const { question, part } = nameOf(item);
  return sql`${isOf(key)} and question = ${question} and part = ${part}`;
}

type Columns = Readonly<Record<string, string | number | Uint8Array | null>>;

interface Change {
  readonly where: RawBuilder<unknown>;
  readonly before: Columns;
  readonly after: Columns;
}

/** Only the columns that differ. */
async function change(
  transaction: Running,
  table: 'submission' | 'item',
  { where, before, after }: Change,
): Promise<void> {
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return;
  const values = sql.join(changed.map((name) => sql`${sql.ref(name)} = ${after[name]}`));
  await sql`update ${sql.table(table)} set ${values} where ${where}`.execute(transaction);
}

/** What webhooks get of it. */
async function writeNews(
  transaction: Running,
  before: StoredRecord,
  done: Done<unknown>,
  moment: Moment,
): Promise<void> {
  const { key } = before;
  if (done.news === 'nothing_more') {
    await sql`delete from webhook_event where ${isOf(key)}`.execute(transaction);
    if (done.record !== null)
      await transaction
        .deleteFrom('session_prefill')
        .where((is) => is.and(keyOf(key)))
        .execute();
  } else if (mayBeNews(before, done, moment)) {
    const last = await readLast(transaction, key);
    if (last !== null) await writeEvents(transaction, eventsOf(done, last, moment));
  }
}

/** Submissions as rows: reads whole records, and has the one write path. */
import { CompiledQuery, type RawBuilder, sql, type Transaction } from 'kysely';
import { type FileId, fileId } from '../../core/model/ids.ts';
import type { Act, Done, Update } from '../ledger/acts.ts';
import {
  type Consenting,
  distinctConsents,
  findItem,
  forgetAt,
  type Item,
  type ItemName,
  type StoredRecord,
  wipeAt,
} from '../ledger/record.ts';
import { eventsOf, type Moment, mayBeNews } from '../ledger/webhooks/outbox.ts';
import type { SubjectKey } from '../ports.ts';
import {
  type Engine,
  type ItemRow,
  type StoreClock,
  type StoreDatabase,
  type StoreTables,
  type SubmissionRow,
  tables,
} from './tables.ts';
import { readLast, writeEvents } from './webhooks.ts';

export type Running = Transaction<StoreTables>;

/** @param read milliseconds since 1970 */
export const readClock = (read: () => number): StoreClock => ({
  now: () => sql<number>`cast(${Math.round(read())} as bigint)`,
});

/** Runs one transaction, rolled back if `act` gives null. */
export async function atomically<Result>(
  database: StoreDatabase,
  act: (transaction: Running) => Promise<Result | null>,
): Promise<Result | null> {
  const transaction = await database.startTransaction().execute();
  try {
    const result = await act(transaction);
    await (result === null ? transaction.rollback() : transaction.commit()).execute();
    return result;
  } catch (error) {
    // The engine may have rolled back already (a full disk), or be gone. The first error is the one to report.
    if (!transaction.isCommitted && !transaction.isRolledBack)
      await transaction
        .rollback()
        .execute()
        .catch(() => null);
    throw error;
  }
}

export const keyOf = ({ tenant, subject }: SubjectKey) => ({ tenant, subject });

export const nameOf = ({ question, part }: ItemName) => ({ question: question ?? ('' as const), part });

/** A submission with its items, read in one statement. */
export interface WholeRow extends SubmissionRow {
  /** JSON, because libsql is slow at returning many short columns. */
  readonly items: string;
}

const pairs = Object.keys(tables.item.columns).flatMap((name) =>
  ['tenant', 'subject', 'payload'].includes(name) ? [] : [`'${name}', ${name}`],
);

/** @param payload SQL that gives the payload as text; by default only whether it exists */
const itemsText = (list: string, object: string, payload = "''") =>
  sql.raw<string>(`(
  select coalesce(cast(${list}(${object}(${pairs.join(', ')},
    'payload', case when payload is not null then ${payload} end)) as text), '[]')
  from item where item.tenant = submission.tenant and item.subject = submission.subject)`);

const sqliteItems = {
  read: itemsText('json_group_array', 'json_object', 'hex(payload)'),
  unread: itemsText('json_group_array', 'json_object'),
};
const postgresItems = {
  read: itemsText('json_agg', 'json_build_object', "encode(payload, 'hex')"),
  unread: itemsText('json_agg', 'json_build_object'),
};

/** Selects all items of a submission as JSON. `unread` shows only whether an item has a payload. */
export const itemsOf = ({ locksRows }: Pick<Engine, 'locksRows'>, payload: 'read' | 'unread') =>
  (locksRows ? postgresItems : sqliteItems)[payload];

/** Reads whole records, oldest first. */
export async function readRecords(
  engine: Engine,
  which: RawBuilder<unknown>,
): Promise<readonly StoredRecord[]> {
  const { rows } = await sql<WholeRow>`select submission.*, ${itemsOf(engine, 'read')} as items
    from submission where ${which} order by accepted_at, subject`.execute(engine.database);
  return rows.map(recordOf);
}

export function recordOf(row: WholeRow): StoredRecord {
  return {
    key: keyOf(row),
    reference: row.reference,
    fingerprint: row.fingerprint,
    revision: row.revision,
    application: row.application,
    job: row.job,
    acceptedAt: row.accepted_at,
    version: row.version,
    dueAt: row.due_at,
    leaseOwner: row.lease_owner,
    leaseUntil: row.lease_until,
    servedAt: row.served_at,
    preflightAt: row.preflight_at,
    settledAt: row.settled_at,
    auditedAt: row.audited_at,
    taggedAt: row.tagged_at,
    tagDueAt: row.tag_due_at,
    tagTries: row.tag_tries,
    doubtedAt: row.doubted_at,
    emailHash: row.email_hash,
    erasedAt: row.erased_at,
    consented: row.consented === null ? null : JSON.parse(row.consented),
    isVisitor: row.visitor !== 0,
    items: readItems(row.items),
  };
}

function readItems(json: string): readonly Item[] {
  const rows: readonly ReadItem[] = JSON.parse(json);
  return rows.map(itemOf).sort((first, second) => first.place - second.place || first.part - second.part);
}

interface ReadItem extends Omit<ItemRow, 'payload'> {
  /** Hexadecimal; empty if it was not read. */
  readonly payload: string | null;
}

/** Stands in for a payload that was not read, because acts ask only whether there is one. */
const UNREAD = new Uint8Array();

const bytesOf = (hex: string) => (hex === '' ? UNREAD : new Uint8Array(Buffer.from(hex, 'hex')));

const itemOf = (row: ReadItem): Item => ({
  question: row.question === '' ? null : row.question,
  part: row.part,
  place: row.place,
  parent: row.parent,
  fingerprint: row.fingerprint,
  payload: row.payload === null ? null : bytesOf(row.payload),
  files: filesOf(row.file),
  state: row.state,
  code: row.code,
  members: row.fields === '[]' ? [] : JSON.parse(row.fields),
  version: row.version,
  unclearPosts: row.unclear_posts,
  failures: row.failures,
  markedAt: row.marked_at,
  dueAt: row.due_at,
  serviceId: row.service_id,
});

/** Splits ids at spaces, which they never contain. */
const filesOf = (file: string | null): readonly FileId[] => file?.split(' ').map(fileId) ?? [];

/** Postgres accepts only whole numbers in these columns. */
const whole = (time: number | null): number | null => (time === null ? null : Math.round(time));

/** Requires every column, so that none with a default is forgotten. */
type EachColumn<Row> = Readonly<Record<keyof Row, unknown>>;

export const submissionRow = (record: StoredRecord) =>
  ({
    ...keyOf(record.key),
    reference: record.reference,
    fingerprint: record.fingerprint,
    revision: record.revision,
    application: record.application,
    job: record.job,
    accepted_at: record.acceptedAt,
    version: record.version,
    due_at: whole(record.dueAt),
    lease_owner: record.leaseOwner,
    lease_until: Math.round(record.leaseUntil),
    served_at: record.servedAt,
    preflight_at: whole(record.preflightAt),
    settled_at: whole(record.settledAt),
    audited_at: whole(record.auditedAt),
    tagged_at: whole(record.taggedAt),
    tag_due_at: whole(record.tagDueAt),
    tag_tries: record.tagTries,
    doubted_at: record.doubtedAt,
    email_hash: record.emailHash,
    erased_at: record.erasedAt,
    consented: record.consented && JSON.stringify(record.consented),
    visitor: Number(record.isVisitor),
    wipe_at: wipeAt(record),
    forget_at: Math.round(forgetAt(record)),
  }) satisfies EachColumn<SubmissionRow>;

export const itemRow = (key: SubjectKey, item: Item) =>
  ({
    ...keyOf(key),
    ...nameOf(item),
    place: item.place,
    parent: item.parent,
    fingerprint: item.fingerprint,
    payload: item.payload,
    file: item.files.join(' ') || null,
    state: item.state,
    code: item.code,
    fields: JSON.stringify(item.members),
    version: item.version,
    unclear_posts: item.unclearPosts,
    failures: item.failures,
    marked_at: item.markedAt,
    due_at: Math.round(item.dueAt),
    service_id: item.serviceId,
  }) satisfies EachColumn<ItemRow>;

type Parts = Pick<Engine, 'clock' | 'locksRows'>;

export const createUpdate =
  (engine: Engine): Update =>
  (key, act) =>
    atomically(engine.database, (transaction) => updateWithin(engine, transaction, { key, act }));

interface Wish<Result> {
  readonly key: SubjectKey;
  readonly act: Act<Result>;
  /** Whether to skip a submission that another process is changing. */
  readonly skipsLocked?: boolean;
}

/** Runs an act within a transaction. Gives null if there is no such submission, or if the act is not allowed. */
export async function updateWithin<Result>(
  parts: Parts,
  transaction: Running,
  { key, act, skipsLocked = false }: Wish<Result>,
): Promise<Result | null> {
  const row = await lock(parts, transaction, key, skipsLocked);
  if (row === undefined) return null;
  const before = recordOf(row);
  const done = act(before, row.now);
  if (done === null) return null;
  const moment = { now: row.now, restoredAt: row.restored_at };
  await write(parts, transaction, { row, before, after: done.record });
  await writeNews(transaction, before, done, moment);
  if (done.consents !== undefined && done.record !== null)
    await keepConsents(transaction, done.record, { ...done.consents, now: row.now });
  return done.result;
}

const isOf = ({ tenant, subject }: SubjectKey) => sql`tenant = ${tenant} and subject = ${subject}`;

interface LockedRow extends WholeRow {
  readonly now: number;
  readonly restored_at: number | null;
}

async function lock(
  engine: Parts,
  transaction: Running,
  key: SubjectKey,
  skipsLocked: boolean,
): Promise<LockedRow | undefined> {
  if (engine.locksRows) {
    // A separate statement, because a statement reads items as they were before it waited for the lock.
    const wait = skipsLocked ? sql`skip locked` : sql``;
    const locked = await sql`select 1 from submission where ${isOf(key)} for update ${wait}`.execute(
      transaction,
    );
    if (locked.rows.length === 0) return undefined;
  }
  const { rows } = await sql<LockedRow>`select submission.*, ${engine.clock.now()} as now,
    (select restored_at from store_copy limit 1) as restored_at, ${itemsOf(engine, 'unread')} as items
    from submission where ${isOf(key)}`.execute(transaction);
  return rows[0];
}

interface Change {
  readonly row: SubmissionRow;
  readonly before: StoredRecord;
  /** null if the record is deleted. */
  readonly after: StoredRecord | null;
}

async function write(
  parts: Parts,
  transaction: Running,
  { row, before: { key, items }, after }: Change,
): Promise<void> {
  const next = after?.items ?? [];
  for (const item of items)
    if (findItem(next, item) === undefined)
      await transaction
        .deleteFrom('item')
        .where((is) => is.and({ ...keyOf(key), ...nameOf(item) }))
        .execute();
  if (after === null) await sql`delete from submission where ${isOf(key)}`.execute(transaction);
  else await updateRow(parts, transaction, 'submission', { before: { ...row }, after: submissionRow(after) });
  for (const item of next) {
    const old = findItem(items, item);
    if (old === undefined) await transaction.insertInto('item').values(itemRow(key, item)).execute();
    else if (old !== item)
      await updateRow(parts, transaction, 'item', { before: itemRow(key, old), after: itemRow(key, item) });
  }
}

const keys = {
  submission: ['tenant', 'subject'],
  item: ['tenant', 'subject', 'question', 'part'],
} as const;

type Row = Readonly<Record<string, unknown>>;

/** Writes only the columns that differ. Plain SQL, because building a statement takes longer than running it. */
async function updateRow(
  { locksRows }: Parts,
  transaction: Running,
  table: keyof typeof keys,
  { before, after }: { readonly before: Row; readonly after: Row },
): Promise<void> {
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  if (changed.length === 0) return;
  const key: readonly string[] = keys[table];
  const assign = (name: string, index: number) => `${name} = ${locksRows ? `$${index + 1}` : '?'}`;
  const where = key.map((name, index) => assign(name, changed.length + index)).join(' and ');
  const values = [...changed, ...key].map((name) => after[name]);
  const text = `update ${table} set ${changed.map(assign).join(', ')} where ${where}`;
  await transaction.executeQuery(CompiledQuery.raw(text, values));
}

/** Writes the webhook events of an act. */
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

interface Keeping {
  readonly given: Consenting | null;
  /** true: these replace all consents; false: each replaces one with the same id. */
  readonly replaces: boolean;
  readonly now: number;
}

/**
 * Stores the consents of a submission. Consents from before its acceptance belong to an earlier submission of the same
 * subject, and stay.
 */
export async function keepConsents(
  transaction: Running,
  { key, reference, acceptedAt }: Pick<StoredRecord, 'key' | 'reference' | 'acceptedAt'>,
  { given, replaces, now }: Keeping,
): Promise<void> {
  const consents = distinctConsents(given);
  if (consents.length === 0 && !replaces) return;
  const ids = consents.map(({ id }) => id);
  await transaction
    .deleteFrom('consent')
    .where((is) => is.and(keyOf(key)))
    .where('given_at', '>=', acceptedAt)
    .$if(!replaces, (query) => query.where('id', 'in', ids))
    .execute();
  if (consents.length === 0) return;
  // Not before the acceptance, even if the clock was set back since.
  const given_at = Math.max(now, acceptedAt);
  const rows = consents.map((consent) => ({ ...keyOf(key), ...consent, reference, given_at }));
  await transaction.insertInto('consent').values(rows).execute();
}

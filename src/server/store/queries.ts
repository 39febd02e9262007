/** Reading submissions whole, each with its items as they were at one moment, and figures of what is open. */
import { CompiledQuery, sql } from 'kysely';
import { type Reference, subject, type Tenant, tenant } from '../../core/model/ids.ts';
import { giveTurn } from '../clock.ts';
import type { Backlog, LedgerStore, UndeliveredState } from '../ledger/ledger-store.ts';
import type { Item, StoredRecord } from '../ledger/record.ts';
import type { SubjectKey } from '../ports.ts';
import { itemOf, recordOf } from './rows.ts';
import type { Engine, ItemRow, StoreDatabase, SubmissionRow } from './tables.ts';

/** Keys in one statement: the engines bound the number of its parameters. */
const CHUNK = 100;
/** Keys that one look at what needs attention gives: some 3 ms on a file. */
export const LISTED_AT_ONCE = 250;

export function queries({
  database,
}: Engine): Pick<LedgerStore, 'find' | 'findByReference' | 'listAttention'> {
  // Each request of a form asks for its submission, and compiling this takes longer than running it.
  const findText = database
    .selectFrom('submission')
    .selectAll()
    .where('tenant', '=', tenant(''))
    .where('subject', '=', subject(''))
    .compile().sql;
  return {
    async find({ tenant, subject }) {
      const query = CompiledQuery.raw(findText, [tenant, subject]);
      const { rows } = await database.executeQuery<SubmissionRow>(query);
      return readOne(database, rows[0]);
    },
    async findByReference(tenant: Tenant, reference: Reference) {
      const found = database
        .selectFrom('submission')
        .selectAll()
        .where((is) => is.and({ tenant, reference }));
      return readOne(database, await found.executeTakeFirst());
    },
    listAttention: (tenant, after) =>
      database
        .selectFrom('item')
        .innerJoin('submission', (join) =>
          join
            .onRef('submission.tenant', '=', 'item.tenant')
            .onRef('submission.subject', '=', 'item.subject'),
        )
        .select(['item.subject', 'submission.accepted_at as acceptedAt'])
        .distinct()
        .where('item.tenant', '=', tenant)
        .where('submission.erased_at', 'is', null)
        .where('item.subject', '>', after ?? subject(''))
        .where(needsAttention)
        .orderBy('item.subject')
        .limit(LISTED_AT_ONCE)
        .execute(),
  };
}

/** Written out, without parameters: so libsql sees that its index `item_attention` holds all of these. */
export const needsAttention = sql<boolean>`item.state in ('refused', 'parked')`;

async function readOne(
  database: StoreDatabase,
  row: SubmissionRow | undefined,
): Promise<StoredRecord | null> {
  if (row === undefined) return null;
  const [record] = await readRecords(database, [row]);
  return record ?? null;
}

/** In the order of the rows. */
export async function readRecords(
  database: StoreDatabase,
  rows: readonly SubmissionRow[],
): Promise<readonly StoredRecord[]> {
  const found = new Map<string, StoredRecord>();
  for (let start = 0; start < rows.length; start += CHUNK)
    for (const record of await readWhole(database, rows.slice(start, start + CHUNK)))
      found.set(nameOfKey(record.key), record);
  // One without items is not among them: the form asked nothing.
  return rows.map((row) => found.get(nameOfKey(row)) ?? recordOf(row, []));
}

const nameOfKey = ({ tenant, subject }: SubjectKey) => JSON.stringify([tenant, subject]);

/** One statement, so that no item is older or newer than its submission. */
async function readWhole(
  database: StoreDatabase,
  keys: readonly SubjectKey[],
): Promise<readonly StoredRecord[]> {
  const rows = await database
    .selectFrom('submission')
    .innerJoin('item', (join) =>
      join.onRef('item.tenant', '=', 'submission.tenant').onRef('item.subject', '=', 'submission.subject'),
    )
    .selectAll('submission')
    .select(['question', 'part', 'place', 'parent', 'payload', 'file', 'state', 'code', 'fields'])
    .select(['unclear_posts', 'failures', 'marked_at', 'service_id'])
    .select([
      'item.fingerprint as item_fingerprint',
      'item.version as item_version',
      'item.due_at as item_due_at',
    ])
    .where((is) =>
      is.or(
        keys.map(({ tenant, subject }) =>
          is.and({ 'submission.tenant': tenant, 'submission.subject': subject }),
        ),
      ),
    )
    .orderBy('submission.subject')
    .orderBy('place')
    .orderBy('part')
    .execute();
  return groupByKey(rows).map(([first, ...others]) => recordOf(first, [first, ...others].map(joinedItem)));
}

type Joined = Omit<ItemRow, 'fingerprint' | 'version' | 'due_at'> & {
  readonly [Name in 'fingerprint' | 'version' | 'due_at' as `item_${Name}`]: ItemRow[Name];
};

const joinedItem = ({ item_fingerprint, item_version, item_due_at, ...row }: Joined): Item =>
  itemOf({ ...row, fingerprint: item_fingerprint, version: item_version, due_at: item_due_at });

function groupByKey<Row extends SubjectKey>(rows: readonly Row[]): readonly (readonly [Row, ...Row[]])[] {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const group = groups.get(nameOfKey(row));
    if (group === undefined) groups.set(nameOfKey(row), [row]);
    else group.push(row);
  }
  return [...groups.values()];
}

export function reports({ database }: Engine): Pick<LedgerStore, 'backlog' | 'countVisitors'> {
  return {
    countVisitors: () => countVisitors(database),
    async backlog() {
      const open = await countOpen(database);
      await giveTurn();
      const attention = await countAttention(database);
      await giveTurn();
      const items = await countItems(database);
      const tenants = new Set([...open.map(({ tenant }) => tenant), ...attention.keys()]);
      return [...tenants].sort().map((tenant) => {
        const unsettled = open.find((row) => row.tenant === tenant);
        return {
          tenant,
          queued: unsettled?.count ?? 0,
          attention: attention.get(tenant) ?? 0,
          items: itemsOf(tenant, items),
          oldestAcceptedAt: unsettled?.oldest ?? null,
        };
      });
    },
  };
}

async function countVisitors(database: StoreDatabase): Promise<ReadonlyMap<Tenant, number>> {
  const rows = await database
    .selectFrom('submission')
    .select((is) => ['tenant', is.fn.countAll<number>().as('count')])
    // Written out, as in `needsAttention`: so its index holds all of these.
    .where(sql<boolean>`settled_at is null and visitor = 1`)
    .groupBy('tenant')
    .execute();
  return new Map(rows.map(({ tenant, count }) => [tenant, count]));
}

const none = { queued: 0, sending: 0, unclear: 0, refused: 0, parked: 0 };

function itemsOf(tenant: Tenant, counts: Awaited<ReturnType<typeof countItems>>): Backlog['items'] {
  const items: Record<UndeliveredState, number> = { ...none };
  for (const { state, count, ...row } of counts)
    if (row.tenant === tenant && state !== 'delivered') items[state] = count;
  return items;
}

const countOpen = (database: StoreDatabase) =>
  database
    .selectFrom('submission')
    .select((is) => [
      'tenant',
      is.fn.countAll<number>().as('count'),
      is.fn.min<number>('accepted_at').as('oldest'),
    ])
    .where('settled_at', 'is', null)
    .groupBy('tenant')
    .execute();

/** Rows of the index of one look: a submission may have several items in it. */
const COUNTED_AT_ONCE = 5_000;

interface Counted {
  readonly tenant: Tenant;
  readonly count: number;
  readonly last: string;
  readonly rows: number;
}

/** Page by page: one that needs attention for many of its items, and ends a page, is counted there. */
async function countAttention(database: StoreDatabase): Promise<ReadonlyMap<Tenant, number>> {
  const counts = new Map<Tenant, number>();
  for (let after: readonly [string, string] | null = ['', '']; after !== null; ) {
    const { rows } = await sql<Counted>`
      select tenant, count(distinct subject) as count, max(subject) as last, count(*) as rows
      from (select tenant, subject from item where ${needsAttention} and (tenant, subject) > (${sql.join(after)})
        order by tenant, subject limit ${sql.lit(COUNTED_AT_ONCE)}) as page
      group by tenant order by tenant`.execute(database);
    for (const { tenant, count } of rows) counts.set(tenant, (counts.get(tenant) ?? 0) + Number(count));
    const seen = rows.reduce((sum, row) => sum + Number(row.rows), 0);
    const end = rows.at(-1);
    after = end === undefined || seen < COUNTED_AT_ONCE ? null : [end.tenant, end.last];
    await giveTurn();
  }
  return counts;
}

const countItems = (database: StoreDatabase) =>
  database
    .selectFrom('item')
    .select((is) => ['tenant', 'state', is.fn.countAll<number>().as('count')])
    // Written out, as in `needsAttention`.
    .where(sql<boolean>`state <> 'delivered'`)
    .groupBy(['tenant', 'state'])
    .execute();

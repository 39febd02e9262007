/** Figures of what is open, from the indexes that hold nothing else. */
import { sql } from 'kysely';
import type { Tenant } from '../../core/model/ids.ts';
import { giveTurn } from '../clock.ts';
import type { Backlog, LedgerStore, UndeliveredState } from '../ledger/ledger-store.ts';
import { needsAttention } from './read-records.ts';
import type { Engine, StoreDatabase } from './tables.ts';

export function reportStatements({ database }: Engine): Pick<LedgerStore, 'backlog' | 'countVisitors'> {
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

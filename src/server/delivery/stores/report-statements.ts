/** Figures of what is open, from the indexes that hold nothing else. */
import { type RawBuilder, sql } from 'kysely';
import type { Tenant } from '../../../core/model/ids.ts';
import type { Backlog, LedgerStore, ShareCount, UndeliveredState } from '../ledger-store.ts';
import { needsAttention } from './read-records.ts';
import type { Engine, StoreDatabase } from './tables.ts';

export function reportStatements({ database, clock }: Engine): Pick<LedgerStore, 'backlog' | 'countShares'> {
  return {
    countShares: () => countShares(database, clock.now()),
    async backlog() {
      const open = await countOpen(database);
      const attention = new Map((await countAttention(database)).map((row) => [row.tenant, row.count]));
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

const countShares = (database: StoreDatabase, now: RawBuilder<number>): Promise<readonly ShareCount[]> =>
  database
    .selectFrom('submission')
    .select((is) => [
      'tenant',
      'job',
      'network',
      is.fn.countAll<number>().as('queued'),
      is.fn.max<number>('turn').as('lastTurn'),
      is.fn.min<number | null>(is.case().when('due_at', '<=', now).then(is.ref('turn')).end()).as('nextTurn'),
    ])
    // Written out, as in `needsAttention`: so its index holds all of these.
    .where(sql<boolean>`settled_at is null and turn > 0`)
    .groupBy(['tenant', 'job', 'network'])
    .execute();

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

const countAttention = (database: StoreDatabase) =>
  database
    .selectFrom('item')
    .select((is) => ['tenant', is.fn.count<number>('subject').distinct().as('count')])
    .where(needsAttention)
    .groupBy('tenant')
    .execute();

const countItems = (database: StoreDatabase) =>
  database
    .selectFrom('item')
    .select((is) => ['tenant', 'state', is.fn.countAll<number>().as('count')])
    // Written out, as in `needsAttention`.
    .where(sql<boolean>`state <> 'delivered'`)
    .groupBy(['tenant', 'state'])
    .execute();

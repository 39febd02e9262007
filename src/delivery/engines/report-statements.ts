/** Figures of what is open, from the indexes that hold nothing else. */
import type { Tenant } from '../../model/ids.ts';
import type { Backlog, ItemState, LedgerStore } from '../ledger-store.ts';
import { needsAttention } from './read-records.ts';
import type { Engine, StoreDatabase } from './tables.ts';

export function reportStatements({ database }: Engine): Pick<LedgerStore, 'backlog'> {
  return {
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

const none = { queued: 0, sending: 0, unclear: 0, delivered: 0, refused: 0, parked: 0 };

function itemsOf(tenant: Tenant, counts: Awaited<ReturnType<typeof countItems>>): Backlog['items'] {
  const items: Record<ItemState, number> = { ...none };
  for (const row of counts) if (row.tenant === tenant) items[row.state] = row.count;
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

const attentionKeys = (database: StoreDatabase) =>
  database.selectFrom('item').select(['item.tenant', 'item.subject']).distinct().where(needsAttention);

const countAttention = (database: StoreDatabase) =>
  database
    .selectFrom(attentionKeys(database).as('keys'))
    .select((is) => ['keys.tenant as tenant', is.fn.countAll<number>().as('count')])
    .groupBy('keys.tenant')
    .execute();

/** Of submissions that are not settled or need somebody. */
const countItems = (database: StoreDatabase) =>
  database
    .selectFrom((query) =>
      query
        .selectFrom('submission')
        .select(['submission.tenant', 'submission.subject'])
        .where('settled_at', 'is', null)
        .union(attentionKeys(database))
        .as('open'),
    )
    .innerJoin('item', (join) =>
      join.onRef('item.tenant', '=', 'open.tenant').onRef('item.subject', '=', 'open.subject'),
    )
    .select((is) => ['item.tenant as tenant', 'state', is.fn.countAll<number>().as('count')])
    .groupBy(['item.tenant', 'state'])
    .execute();

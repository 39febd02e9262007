/** Counts what a memory store holds, by tenant. */
import type { Tenant } from '../../core/model/ids.ts';
import type { Backlog, Item, StoredRecord } from '../ledger/ledger-store.ts';

export function countBacklog(records: readonly StoredRecord[]): readonly Backlog[] {
  const open = records.filter((record) => record.settledAt === null || record.items.some(isHeldUp));
  const tenants = new Set(open.map(({ key }) => key.tenant));
  return [...tenants].map((tenant) =>
    countTenant(
      tenant,
      open.filter(({ key }) => key.tenant === tenant),
    ),
  );
}

export function countVisitors(records: readonly StoredRecord[]): ReadonlyMap<Tenant, number> {
  const counts = new Map<Tenant, number>();
  for (const { key, isVisitor, settledAt } of records)
    if (isVisitor && settledAt === null) counts.set(key.tenant, (counts.get(key.tenant) ?? 0) + 1);
  return counts;
}

const isHeldUp = ({ state }: Item): boolean => state === 'parked' || state === 'refused';

function countTenant(tenant: Tenant, records: readonly StoredRecord[]): Backlog {
  const open = records.filter(({ settledAt }) => settledAt === null);
  return {
    tenant,
    queued: open.length,
    attention: records.filter(({ items }) => items.some(isHeldUp)).length,
    items: countItems(records.flatMap(({ items }) => items)),
    oldestAcceptedAt: open.length === 0 ? null : Math.min(...open.map(({ acceptedAt }) => acceptedAt)),
  };
}

function countItems(items: readonly Item[]): Backlog['items'] {
  const counts = { queued: 0, sending: 0, unclear: 0, refused: 0, parked: 0 };
  for (const { state } of items) if (state !== 'delivered') counts[state] += 1;
  return counts;
}

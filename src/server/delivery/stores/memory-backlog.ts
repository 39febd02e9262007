/** Counts what a memory store holds, by tenant. */
import type { Tenant } from '../../../core/model/ids.ts';
import type { Backlog, Item, ShareCount, StoredRecord } from '../ledger-store.ts';

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

export function countShares(records: readonly StoredRecord[], now: number): readonly ShareCount[] {
  const shares = new Map<string, ShareCount>();
  for (const { key, job, network, turn, settledAt, dueAt } of records) {
    if (settledAt !== null || turn === 0) continue;
    const name = JSON.stringify([key.tenant, job, network]);
    const before = shares.get(name);
    const due = dueAt !== null && dueAt <= now ? turn : Number.POSITIVE_INFINITY;
    const next = Math.min(before?.nextTurn ?? Number.POSITIVE_INFINITY, due);
    shares.set(name, {
      ...{ tenant: key.tenant, job, network },
      queued: (before?.queued ?? 0) + 1,
      lastTurn: Math.max(before?.lastTurn ?? 0, turn),
      nextTurn: next === Number.POSITIVE_INFINITY ? null : next,
    });
  }
  return [...shares.values()];
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

/** How many applications of visitors wait for their delivery, as a recent count has it. */
import type { Tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import type { LedgerStore } from './ledger-store.ts';

/** Milliseconds that a count is good for. */
const FRESH = 1_000;

interface Dependencies {
  readonly store: Pick<LedgerStore, 'countVisitors'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** Only the first count is waited for. */
export function createVisitorCount({ store, clock }: Dependencies): (tenant: Tenant) => Promise<number> {
  let counts: ReadonlyMap<Tenant, number> | null = null;
  let [readAt, isReading] = [Number.NEGATIVE_INFINITY, false];
  async function read(): Promise<void> {
    [readAt, isReading] = [clock.monotonic(), true];
    counts = await store.countVisitors().finally(() => {
      isReading = false;
    });
  }
  return async (tenant) => {
    if (counts === null) await read();
    else if (!isReading && clock.monotonic() - readAt >= FRESH) void read().catch(() => undefined);
    return counts?.get(tenant) ?? 0;
  };
}

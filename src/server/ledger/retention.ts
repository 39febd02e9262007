/** What is kept, and for how long: wipes what is over, and says so a day before. */
import type { Tenant } from '../../core/model/ids.ts';
import { listWaiting } from './attention.ts';
import type { LedgerDependencies } from './dependencies.ts';
import type { SweptRecord } from './ledger-store.ts';
import { RETENTION } from './record.ts';
import type { Duty } from './worker.ts';

/** Milliseconds. */
const EACH = 3_600_000;
const WARNING = 86_400_000;

/** Milliseconds between two batches, in which receipts have their turn. */
const PAUSE = 5;

export function createRetention(dependencies: LedgerDependencies): Duty {
  let begunAt = Number.NEGATIVE_INFINITY;
  let sweeping = Promise.resolve();
  return {
    async begin(signal) {
      if (dependencies.clock.monotonic() - begunAt < EACH) return;
      begunAt = dependencies.clock.monotonic();
      sweeping = sweeping
        .then(() => sweep(dependencies, signal))
        .catch(() => {
          // A sweep that outlasts the grace of the shutdown finds the store closed, which is no failure of the store.
          if (!signal.aborted) dependencies.log.error('store_failed', { cause: 'sweep' });
        });
    },
    end: () => sweeping,
  };
}

async function sweep(dependencies: LedgerDependencies, signal: AbortSignal): Promise<void> {
  const { store, clock } = dependencies;
  const backlogs = await store.backlog();
  for (const tenant of dependencies.tenants) {
    if (signal.aborted) return;
    const backlog = backlogs.find((one) => one.tenant === tenant);
    await warn(dependencies, { tenant, oldestOpen: backlog?.oldestAcceptedAt ?? null }, signal);
  }
  while (!signal.aborted) {
    const swept = await store.sweep();
    if (swept.length === 0) return;
    await release(dependencies, swept);
    await clock.sleep(PAUSE, signal);
  }
}

async function release({ staging, log }: LedgerDependencies, swept: readonly SweptRecord[]): Promise<void> {
  for (const { key, reference, files, gone } of swept) {
    for (const file of files) await staging.release(key, file).catch(() => undefined);
    if (!gone) log.error('wiped', { tenant: key.tenant, reference });
  }
}

/** One line for each submission that waits for the operator, one line for all that are still being delivered. */
async function warn(
  dependencies: LedgerDependencies,
  { tenant, oldestOpen }: { readonly tenant: Tenant; readonly oldestOpen: number | null },
  signal: AbortSignal,
): Promise<void> {
  const { store, log } = dependencies;
  const oldest = (await store.now()) - RETENTION.payloads + WARNING;
  for (const { subject, acceptedAt } of await listWaiting(dependencies, tenant)) {
    if (acceptedAt > oldest || signal.aborted) break;
    const record = await store.find({ tenant, subject });
    const left =
      record?.items.filter(({ state, payload }) => state !== 'delivered' && payload !== null) ?? [];
    if (record !== null && left.length > 0)
      log.warn('wipe_soon', { tenant, reference: record.reference, count: left.length });
    await dependencies.clock.sleep(0);
  }
  if ((oldestOpen ?? Number.POSITIVE_INFINITY) <= oldest) log.warn('wipe_soon', { tenant });
}

/** What is kept, and for how long: wipes what is over, and says so a day before. */
import type { Tenant } from '../model/ids.ts';
import type { LedgerMeans } from './ledger-means.ts';

/** Milliseconds. */
const EACH = 3_600_000;
const WARNING = 86_400_000;

export async function keepRetention(means: LedgerMeans, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sweep(means).catch(() => means.log.error('store_failed', { cause: 'sweep' }));
    await means.clock.sleep(EACH, signal);
  }
}

async function sweep(means: LedgerMeans): Promise<void> {
  const { store, staging, log, rules } = means;
  for (const tenant of means.tenants) await warn(means, tenant);
  for (const { key, reference, files, gone } of await store.sweep(rules.retention)) {
    for (const file of files) await staging.release(key, file).catch(() => undefined);
    if (!gone) log.error('wiped', { tenant: key.tenant, reference });
  }
}

/** Of what stands still, one line each; of what is still on its way, one line for all. */
async function warn({ store, log, rules }: LedgerMeans, tenant: Tenant): Promise<void> {
  const oldest = (await store.now()) - rules.retention.payloads + WARNING;
  for (const { reference, acceptedAt, items } of await store.listAttention(tenant)) {
    const left = items.filter(({ state, payload }) => state !== 'delivered' && payload !== null);
    if (acceptedAt <= oldest && left.length > 0)
      log.warn('wipe_soon', { tenant, reference, count: left.length });
  }
  const backlog = (await store.backlog()).find((one) => one.tenant === tenant);
  if ((backlog?.oldestAcceptedAt ?? Number.POSITIVE_INFINITY) <= oldest) log.warn('wipe_soon', { tenant });
}

/** The accounts of services in memory, with the meaning of the durable ones: of several limiters in one test. */
import type { Tenant } from '../../../core/model/ids.ts';
import type { WrittenRate } from './rate-share.ts';
import type { RateStore } from './rate-store.ts';

/** @param now milliseconds since 1970 */
export function createMemoryRates(now: () => number): RateStore {
  const all = new Map<Tenant, { readonly shared: WrittenRate; readonly version: number }>();
  return {
    async read(tenant) {
      const { shared, version } = all.get(tenant) ?? {
        shared: { account: null, members: [] },
        version: 0,
      };
      return { shared, version, now: now() };
    },
    async write(tenant, version, shared) {
      if ((all.get(tenant)?.version ?? 0) !== version) return false;
      all.set(tenant, { shared, version: version + 1 });
      return true;
    },
  };
}

/** Where the ledgers of all worlds of one thread are kept: each world is a tenant, with a time of its own. */
import { createMemoryStore } from '../../delivery/engines/memory-store.ts';
import type { StoreName } from './faults-options.ts';
import type { Shelf } from './run-schedules.ts';

export async function openShelf(store: StoreName): Promise<Shelf> {
  if (store !== 'memory') throw new Error(`The store "${store}" is not built yet.`);
  return memoryShelf;
}

const memoryShelf: Shelf = {
  createStore: (_tenant, now) => createMemoryStore({ now }),
  isBusy: () => false,
  close: async () => undefined,
};

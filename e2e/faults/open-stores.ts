/** The stores of all simulations of one process: each simulation is a tenant with its own virtual time. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Tenant } from '../../src/core/model/ids.ts';
import { type OpenStore, openStore } from '../../src/server/store/open-store.ts';
import { createMapLessons, createMapStore } from '../support/map-store.ts';
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts';
import { openConcurrentStores } from './concurrent-stores.ts';
import type { FaultsCommand, StoreName } from './faults-options.ts';
import { wrapLessons, wrapStore } from './faulty-store.ts';
import { quickFolder } from './quick-folder.ts';
import type { SimulationStore, StoreAccess, Stores } from './simulation-store.ts';
import { clearRows, readRows, writeRows } from './stored-rows.ts';

/** Simulations at a time: with more, the data of one would have left the processor's cache before its next step. */
export const MOST_SIMULATIONS = 16;

const memoryStores: Stores = {
  isConcurrent: false,
  hasFreeStore: () => true,
  createStore({ now }) {
    const ledger = createMapStore({ now });
    return sharedBy({ ledger, lessons: createMapLessons(now) }, async () => {
      const putBack = ledger.backUp();
      return async () => putBack();
    });
  },
  isBusy: () => false,
  forget: () => undefined,
  close: async () => undefined,
};

/** All processes reach it in the same way, one after the other. */
const sharedBy = (access: StoreAccess, backUp: SimulationStore['backUp']): SimulationStore => ({
  ...access,
  accessOf: () => access,
  breakOff: () => undefined,
  settle: async () => undefined,
  backUp,
});

/** @param address of a database, for Postgres */
export async function openStores(store: StoreName, address: string | null): Promise<Stores> {
  if (store === 'memory') return memoryStores;
  if (store === 'postgres') return openConcurrentStores(address ?? '');
  const folder = await mkdtemp(join(await quickFolder(), 'apply-faults-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  return openSlots((number) => `file:${join(folder, `${number}.db`)}`, removeFolder);
}

/** The Postgres server for the stores of all processes; null: not needed. A durable one has its data on a disk. */
export async function startPostgresServer({
  store,
  isDurable,
}: Pick<FaultsCommand, 'store' | 'isDurable'>): Promise<RunningPostgres | null> {
  if (store !== 'postgres') return null;
  const started = await startPostgres(
    isDurable ? { durability: 'durable' } : { parent: await quickFolder() },
  );
  if (!started.ok) throw new Error(started.error);
  return started.value;
}

/** A store for one simulation at a time, whose clock it uses. */
interface Slot {
  readonly opened: OpenStore;
  now: () => number;
  /** The end of the last call: calls run one after the other, so that a schedule is reproducible. */
  last: Promise<unknown>;
  underWay: number;
}

async function openSlots(addressOf: (number: number) => string, end: () => Promise<void>): Promise<Stores> {
  const slots = await Promise.all(
    Array.from({ length: MOST_SIMULATIONS }, (_none, number) => openSlot(addressOf(number))),
  );
  const free = [...slots];
  const taken = new Map<Tenant, Slot>();
  return {
    isConcurrent: false,
    hasFreeStore: () => free.length > 0,
    createStore({ tenant, now }) {
      const slot = free.pop();
      if (slot === undefined) throw new Error('There are more simulations than stores.');
      slot.now = now;
      taken.set(tenant, slot);
      const { database } = slot.opened.engine;
      const ledger = wrapStore(slot.opened.ledger, (_name, work) => acquire(slot, work));
      const lessons = wrapLessons(slot.opened.lessons, (_name, work) => acquire(slot, work));
      return sharedBy({ ledger, lessons }, async () => {
        const rows = await acquire(slot, () => readRows(database, tenant));
        return () => acquire(slot, () => writeRows(database, tenant, rows));
      });
    },
    isBusy: (tenant) => (taken.get(tenant)?.underWay ?? 0) > 0,
    forget(tenant) {
      const slot = taken.get(tenant);
      if (slot === undefined) return;
      taken.delete(tenant);
      // After the calls that crashed processes had begun.
      void acquire(slot, () => clearRows(slot.opened.engine.database, tenant)).then(() => free.push(slot));
    },
    async close() {
      await Promise.all(slots.map(({ last }) => last));
      await Promise.all(slots.map(({ opened }) => opened.close()));
      await end();
    },
  };
}

async function openSlot(address: string): Promise<Slot> {
  const clock = { now: () => 0 };
  const opened = await openStore(address, { now: () => clock.now() });
  if (!opened.ok) throw new Error(opened.error);
  return Object.assign(clock, { opened: opened.value, last: Promise.resolve(), underWay: 0 });
}

function acquire<Value>(slot: Slot, work: () => Promise<Value>): Promise<Value> {
  slot.underWay += 1;
  const done = slot.last.then(work).finally(() => {
    slot.underWay -= 1;
  });
  slot.last = done.catch(() => undefined);
  return done;
}

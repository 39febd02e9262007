/** The stores of all simulations of one process: each simulation is a tenant with its own virtual time. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Tenant } from '../../src/core/model/ids.ts';
import type { Lessons } from '../../src/core/model/ports.ts';
import type { LedgerStore } from '../../src/server/delivery/ledger-store.ts';
import { createMemoryLessons } from '../../src/server/delivery/memory-lessons.ts';
import { createMemoryStore } from '../../src/server/delivery/stores/memory-store.ts';
import { type OpenStore, openStore } from '../../src/server/delivery/stores/open-store.ts';
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts';
import type { StoreName } from './faults-options.ts';
import { wrapStore } from './faulty-store.ts';
import { quickFolder } from './quick-folder.ts';

export interface SimulationStore {
  readonly ledger: LedgerStore;
  readonly lessons: Lessons;
  /** Copies what is stored now; calling the result restores it. */
  backUp(): Promise<() => Promise<void>>;
}

export interface Stores {
  /** Whether one more simulation can begin. */
  hasFreeStore(): boolean;
  /** @param now virtual time in milliseconds since 1970 */
  createStore(tenant: Tenant, now: () => number): SimulationStore;
  /** Whether calls of this tenant are still under way in real time. */
  isBusy(tenant: Tenant): boolean;
  /** The simulation of this tenant is over. */
  forget(tenant: Tenant): void;
  close(): Promise<void>;
}

/** Simulations at a time: with more, the data of one would have left the processor's cache before its next step. */
export const MOST_SIMULATIONS = 16;

const memoryStores: Stores = {
  hasFreeStore: () => true,
  createStore(_tenant, now) {
    const ledger = createMemoryStore({ now });
    return {
      ledger,
      lessons: createMemoryLessons(now),
      async backUp() {
        const records = ledger.backUp();
        return async () => ledger.restore(records);
      },
    };
  },
  isBusy: () => false,
  forget: () => undefined,
  close: async () => undefined,
};

/** @param address of a database, for Postgres */
export async function openStores(store: StoreName, address: string | null): Promise<Stores> {
  if (store === 'memory') return memoryStores;
  if (store === 'postgres') return openSlots(await makeSchemas(address ?? ''), async () => undefined);
  const folder = await mkdtemp(join(await quickFolder(), 'apply-faults-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  return openSlots((number) => `file:${join(folder, `${number}.db`)}`, removeFolder);
}

/** Each slot has its own tables, so that an operation on a whole store concerns one simulation. */
async function makeSchemas(address: string): Promise<(number: number) => string> {
  const client = new pg.Client(address);
  await client.connect();
  for (let number = 0; number < MOST_SIMULATIONS; number += 1)
    await client.query(`create schema if not exists place_${number}`);
  await client.end();
  return (number) => `${address}?options=${encodeURIComponent(`-c search_path=place_${number}`)}`;
}

/** The Postgres server for the stores of all processes; null: not needed. */
export async function startPostgresServer(store: StoreName): Promise<RunningPostgres | null> {
  if (store !== 'postgres') return null;
  const started = await startPostgres({ parent: await quickFolder() });
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
    hasFreeStore: () => free.length > 0,
    createStore(tenant, now) {
      const slot = free.pop();
      if (slot === undefined) throw new Error('There are more simulations than stores.');
      slot.now = now;
      taken.set(tenant, slot);
      return {
        ledger: wrapStore(slot.opened.ledger, (_name, work) => acquire(slot, work)),
        lessons: lessonsOf(slot),
        async backUp() {
          const rows = await acquire(slot, () => readRows(slot, tenant));
          return () => acquire(slot, () => writeRows(slot, tenant, rows));
        },
      };
    },
    isBusy: (tenant) => (taken.get(tenant)?.underWay ?? 0) > 0,
    forget(tenant) {
      const slot = taken.get(tenant);
      if (slot === undefined) return;
      taken.delete(tenant);
      // After the calls that crashed processes had begun.
      void acquire(slot, () => clear(slot, tenant)).then(() => free.push(slot));
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

function lessonsOf(slot: Slot): Lessons {
  const { lessons } = slot.opened;
  return {
    list: (tenant) => acquire(slot, () => lessons.list(tenant)),
    learn: (...lesson) => acquire(slot, () => lessons.learn(...lesson)),
    agree: (...wish) => acquire(slot, () => lessons.agree(...wish)),
    clear: (...wish) => acquire(slot, () => lessons.clear(...wish)),
  };
}

function acquire<Value>(slot: Slot, work: () => Promise<Value>): Promise<Value> {
  slot.underWay += 1;
  const done = slot.last.then(work).finally(() => {
    slot.underWay -= 1;
  });
  slot.last = done.catch(() => undefined);
  return done;
}

async function readRows({ opened }: Slot, tenant: Tenant) {
  const { database } = opened.engine;
  const items = await database.selectFrom('item').selectAll().where('tenant', '=', tenant).execute();
  return {
    submissions: await database.selectFrom('submission').selectAll().where('tenant', '=', tenant).execute(),
    consents: await database.selectFrom('consent').selectAll().where('tenant', '=', tenant).execute(),
    // libsql gives an ArrayBuffer, and takes none.
    items: items.map((row) => ({ ...row, payload: row.payload && new Uint8Array(row.payload) })),
  };
}

async function writeRows(
  slot: Slot,
  tenant: Tenant,
  { submissions, items, consents }: Awaited<ReturnType<typeof readRows>>,
): Promise<void> {
  await clearSubmissions(slot, tenant);
  const { database } = slot.opened.engine;
  for (const row of submissions) await database.insertInto('submission').values(row).execute();
  for (const row of items) await database.insertInto('item').values(row).execute();
  for (const row of consents) await database.insertInto('consent').values(row).execute();
}

/** Keeps the tables small for the next simulations. */
async function clear(slot: Slot, tenant: Tenant): Promise<void> {
  await clearSubmissions(slot, tenant);
  await slot.opened.engine.database.deleteFrom('lesson').where('tenant', '=', tenant).execute();
}

async function clearSubmissions({ opened }: Slot, tenant: Tenant): Promise<void> {
  const { database } = opened.engine;
  await database.updateTable('store_copy').set({ restored_at: null }).execute();
  await database.deleteFrom('consent').where('tenant', '=', tenant).execute();
  await database.deleteFrom('item').where('tenant', '=', tenant).execute();
  await database.deleteFrom('submission').where('tenant', '=', tenant).execute();
}

/** Where the ledgers of all worlds of one process are kept: each world is a tenant, with a time of its own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import type { Tenant } from '../../src/core/model/ids.ts';
import type { LedgerStore } from '../../src/server/delivery/ledger-store.ts';
import { createMemoryStore } from '../../src/server/delivery/stores/memory-store.ts';
import { type OpenStore, openStore } from '../../src/server/delivery/stores/open-store.ts';
import { type RunningPostgres, startPostgres } from '../support/postgres/start-postgres.ts';
import type { StoreName } from './faults-options.ts';
import { wrapStore } from './faulty-store.ts';
import { quickFolder } from './quick-folder.ts';

export interface WorldStore {
  readonly ledger: LedgerStore;
  /** What is stored at this moment; called, it is all that is stored. */
  backUp(): Promise<() => Promise<void>>;
}

export interface Stores {
  /** Whether one more world can begin. */
  hasRoom(): boolean;
  /** @param now milliseconds since 1970 in this world */
  createStore(tenant: Tenant, now: () => number): WorldStore;
  /** Calls that are still under way in the real world, of one tenant. */
  isBusy(tenant: Tenant): boolean;
  /** This world is over. */
  forget(tenant: Tenant): void;
  close(): Promise<void>;
}

/** Worlds at a time. Of more, what one has in hand would be out of the processor's cache when its turn comes. */
export const ROOM = 16;

const memoryStores: Stores = {
  hasRoom: () => true,
  createStore(_tenant, now) {
    const ledger = createMemoryStore({ now });
    return {
      ledger,
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
  if (store === 'postgres') return openPlaces(await makeSchemas(address ?? ''), async () => undefined);
  const folder = await mkdtemp(join(await quickFolder(), 'apply-faults-'));
  const removeFolder = () => rm(folder, { recursive: true, force: true });
  return openPlaces((number) => `file:${join(folder, `${number}.db`)}`, removeFolder);
}

/** Each place has tables of its own: what befalls a whole store befalls one world. */
async function makeSchemas(address: string): Promise<(number: number) => string> {
  const client = new pg.Client(address);
  await client.connect();
  for (let number = 0; number < ROOM; number += 1)
    await client.query(`create schema if not exists place_${number}`);
  await client.end();
  return (number) => `${address}?options=${encodeURIComponent(`-c search_path=place_${number}`)}`;
}

/** The Postgres that the stores of all processes are on; null: none is needed. */
export async function startServer(store: StoreName): Promise<RunningPostgres | null> {
  if (store !== 'postgres') return null;
  const started = await startPostgres(await quickFolder());
  if (!started.ok) throw new Error(started.error);
  return started.value;
}

/** A store with a clock that is that of the world which has it just now. */
interface Place {
  readonly opened: OpenStore;
  now: () => number;
  /** One call after the other, so that a schedule is the same each time. */
  last: Promise<unknown>;
  underWay: number;
}

async function openPlaces(addressOf: (number: number) => string, end: () => Promise<void>): Promise<Stores> {
  const places = await Promise.all(
    Array.from({ length: ROOM }, (_none, number) => openPlace(addressOf(number))),
  );
  const free = [...places];
  const taken = new Map<Tenant, Place>();
  return {
    hasRoom: () => free.length > 0,
    createStore(tenant, now) {
      const place = free.pop();
      if (place === undefined) throw new Error('There are more worlds than stores.');
      place.now = now;
      taken.set(tenant, place);
      return {
        ledger: wrapStore(place.opened.ledger, (_name, work) => acquire(place, work)),
        async backUp() {
          const rows = await acquire(place, () => readRows(place, tenant));
          return () => acquire(place, () => writeRows(place, tenant, rows));
        },
      };
    },
    isBusy: (tenant) => (taken.get(tenant)?.underWay ?? 0) > 0,
    forget(tenant) {
      const place = taken.get(tenant);
      if (place === undefined) return;
      taken.delete(tenant);
      // What processes that crashed had begun is still done.
      void acquire(place, () => clear(place, tenant)).then(() => free.push(place));
    },
    async close() {
      await Promise.all(places.map(({ last }) => last));
      await Promise.all(places.map(({ opened }) => opened.close()));
      await end();
    },
  };
}

async function openPlace(address: string): Promise<Place> {
  const clock = { now: () => 0 };
  const opened = await openStore(address, { now: () => clock.now() });
  if (!opened.ok) throw new Error(opened.error);
  return Object.assign(clock, { opened: opened.value, last: Promise.resolve(), underWay: 0 });
}

function acquire<Value>(place: Place, work: () => Promise<Value>): Promise<Value> {
  place.underWay += 1;
  const done = place.last.then(work).finally(() => {
    place.underWay -= 1;
  });
  place.last = done.catch(() => undefined);
  return done;
}

async function readRows({ opened }: Place, tenant: Tenant) {
  const { database } = opened.engine;
  const items = await database.selectFrom('item').selectAll().where('tenant', '=', tenant).execute();
  return {
    submissions: await database.selectFrom('submission').selectAll().where('tenant', '=', tenant).execute(),
    // libsql gives an ArrayBuffer, and takes none.
    items: items.map((row) => ({ ...row, payload: row.payload && new Uint8Array(row.payload) })),
  };
}

async function writeRows(
  place: Place,
  tenant: Tenant,
  { submissions, items }: Awaited<ReturnType<typeof readRows>>,
): Promise<void> {
  await clear(place, tenant);
  const { database } = place.opened.engine;
  for (const row of submissions) await database.insertInto('submission').values(row).execute();
  for (const row of items) await database.insertInto('item').values(row).execute();
}

/** What the next worlds need not look through. */
async function clear({ opened }: Place, tenant: Tenant): Promise<void> {
  const { database } = opened.engine;
  await database.updateTable('store_copy').set({ restored_at: null }).execute();
  await database.deleteFrom('item').where('tenant', '=', tenant).execute();
  await database.deleteFrom('submission').where('tenant', '=', tenant).execute();
}

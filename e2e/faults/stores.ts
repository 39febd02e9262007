/** The stores of all schedules of one run: in memory, on a file, or on Postgres, each with the clock of its schedule. */

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Tenant } from '../../src/core/model/ids.ts';
import type { LedgerStore } from '../../src/server/ledger/ledger-store.ts';
import type { Allowance } from '../../src/server/ledger/rate-limiter.ts';
import { type OpenStore, openStore } from '../../src/server/store/open-store.ts';
import type { StoreDatabase } from '../../src/server/store/tables.ts';
import { createMapStore } from '../support/map-store.ts';
import { startPostgres } from '../support/postgres/start-postgres.ts';
import * as chances from './chances.ts';
import { wrap } from './faulty.ts';
import { strikes, type World } from './world.ts';

export const storeNames = ['memory', 'file', 'postgres'] as const;
export type StoreName = (typeof storeNames)[number];

/** The store of one process. */
export interface StoreAccess {
  readonly ledger: LedgerStore;
  /** The rate limit that processes share; null if each has its own. */
  readonly allowance: Allowance | null;
}

/** The store of a schedule, and the judge's access to it. */
export interface ScheduleStore extends StoreAccess {
  /** Returns the store of one process, on Postgres with connections of its own. */
  accessOf(index: number): StoreAccess;
  /** Ends the connections of a process that has ended. */
  disconnect(index: number): void;
  /** Makes a backup; the result restores it. */
  backUp(): Promise<() => Promise<void>>;
  /** Empties the store for the next schedule. */
  free(): Promise<void>;
}

export interface Stores {
  /** The number of concurrent schedules. */
  readonly concurrency: number;
  /** @param now milliseconds since 1970 */
  open(world: World, tenant: Tenant, now: () => number): ScheduleStore;
  close(): Promise<void>;
}

/** The numbers of concurrent schedules. With more, the data of a schedule would leave the processor's cache between steps. */
const CONCURRENCY = { file: 16, postgres: 4 };
/** The largest number of processes of one schedule. */
export const MOST_PROCESSES = 3;

/** A folder in memory if the machine has one, because no schedule simulates a loss of power. */
const quickFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export async function openStores(name: StoreName): Promise<Stores> {
  if (name === 'memory')
    return { concurrency: CONCURRENCY.file, open: openMemory, close: async () => undefined };
  if (name === 'postgres') return openOnPostgres();
  const folder = await mkdtemp(join(quickFolder, 'apply-faults-'));
  const slots: Slot[] = [];
  for (let number = 0; number < CONCURRENCY.file; number += 1)
    slots.push(await openSlot(`file:${join(folder, `${number}.db`)}`, 0));
  return storesIn(slots, () => rm(folder, { recursive: true, force: true }));
}

async function openOnPostgres(): Promise<Stores> {
  const started = await startPostgres({ parent: quickFolder });
  if (!started.ok) throw new Error(started.error);
  const slots: Slot[] = [];
  for (let number = 0; number < CONCURRENCY.postgres; number += 1)
    slots.push(await openSlot(await started.value.addDatabase(), MOST_PROCESSES));
  return storesIn(slots, started.value.stop);
}

function openMemory(_world: World, _tenant: Tenant, now: () => number): ScheduleStore {
  const ledger = createMapStore({ now });
  const access = { ledger, allowance: null };
  return {
    ...access,
    accessOf: () => access,
    disconnect: () => undefined,
    async backUp() {
      const putBack = ledger.backUp();
      return async () => putBack();
    },
    free: async () => undefined,
  };
}

/** A database for one schedule at a time, with the clock of that schedule. */
interface Slot {
  readonly judge: OpenStore;
  /** The stores of the processes, each with its own connections; empty for a file, where all use the judge's store. */
  readonly processStores: readonly OpenStore[];
  readonly time: { now: () => number };
}

async function openSlot(address: string, count: number): Promise<Slot> {
  const time = { now: () => 0 };
  const open = async (name: string) => {
    const own = count === 0 ? address : `${address}?application_name=${name}`;
    const store = await openStore(own, { now: () => time.now() });
    if (!store.ok) throw new Error(store.error);
    return store.value;
  };
  const judge = await open('judge');
  const processStores: OpenStore[] = [];
  for (let index = 0; index < count; index += 1) processStores.push(await open(nameOf(index)));
  return { judge, processStores, time };
}

const nameOf = (index: number): string => `process_${index}`;

function storesIn(slots: readonly Slot[], end: () => Promise<unknown>): Stores {
  const free = [...slots];
  return {
    concurrency: slots.length,
    open(world, tenant, now) {
      const slot = free.pop();
      if (slot === undefined) throw new Error('More schedules run than there are stores.');
      slot.time.now = now;
      const store = storeIn(slot, world, tenant);
      return {
        ...store,
        async free() {
          await clearRows(slot.judge.engine.database);
          free.push(slot);
        },
      };
    },
    async close() {
      for (const { judge, processStores } of slots)
        for (const store of [judge, ...processStores]) await store.close();
      await end();
    },
  };
}

/** Milliseconds of virtual time. On Postgres all calls begin at multiples of it, so that processes contend for rows. */
const CALL_INTERVAL = 20;

function storeIn({ judge, processStores }: Slot, world: World, tenant: Tenant): Omit<ScheduleStore, 'free'> {
  const { database } = judge.engine;
  const endConnections = (index: number) => world.track(terminateConnections(database, nameOf(index)));
  const accessTo = (index: number): StoreAccess => {
    const { ledger, allowanceOf } = processStores[index] ?? judge;
    const around = async (_name: string, work: () => Promise<unknown>) => {
      if (processStores.length > 0)
        await world.clock.sleep(CALL_INTERVAL - (world.clock.monotonic() % CALL_INTERVAL));
      const done = world.track(work());
      if (processStores.length > 0 && strikes(world, 'store', chances.store.breaks))
        void endConnections(index);
      return done;
    };
    const allowance = allowanceOf(tenant);
    return { ledger: wrap(ledger, around), allowance: allowance && wrap(allowance, around) };
  };
  return {
    ledger: wrap(judge.ledger, (_name, work) => world.track(work())),
    allowance: null,
    accessOf: accessTo,
    disconnect: (index) => void (processStores.length > 0 && endConnections(index)),
    backUp: () => world.track(backUp(database)),
  };
}

/** Ends the connections of a process, in a transaction or between two. */
const terminateConnections = (database: StoreDatabase, name: string): Promise<unknown> =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = ${name}`
    .execute(database)
    .catch(() => null);

/** Tables with foreign keys come first. */
const tables = ['webhook_event', 'consent', 'item', 'submission'] as const;

async function backUp(database: StoreDatabase): Promise<() => Promise<void>> {
  for (const name of tables) {
    const [copy, table] = [sql.table(`copy_of_${name}`), sql.table(name)];
    await sql`drop table if exists ${copy}`.execute(database);
    await sql`create table ${copy} as select * from ${table}`.execute(database);
  }
  return async () => {
    for (const name of tables) await database.deleteFrom(name).execute();
    for (const name of [...tables].reverse())
      await sql`insert into ${sql.table(name)} select * from ${sql.table(`copy_of_${name}`)}`.execute(
        database,
      );
  };
}

async function clearRows(database: StoreDatabase): Promise<void> {
  for (const table of tables) await database.deleteFrom(table).execute();
  await sql`delete from learned_quiet`.execute(database);
  await database.updateTable('store_copy').set({ restored_at: null }).execute();
}

/**
 * Stores on Postgres as several processes reach them: each with a pool of its own, all at once, so that they really meet
 * at the rows. Statements and clock are those of production: `clock_timestamp()` is the database's own time, put forward
 * where all only wait (`flow.ts`), and so many times faster. Connections are ended by the server at random moments,
 * another session locks the same rows in the other order, and some of the databases are set to a stricter isolation, so
 * that lost connections, deadlocks and serialisation failures are the server's own.
 */
import pg from 'pg';
import type { Tenant } from '../../src/core/model/ids.ts';
import { type OpenStore, openStore } from '../../src/server/store/open-store.ts';
import * as faults from './faults-of-a-schedule.ts';
import { type Around, wrapLessons, wrapStore } from './faulty-store.ts';
import { Flow } from './flow.ts';
import { BEGINNING } from './simulated-gateway.ts';
import type { SimulationStore, StoreAccess, Stores, StoreWish } from './simulation-store.ts';
import { clearRows, readRows, writeRows } from './stored-rows.ts';

/** Each slot has its own tables, clock and setting, and is used by one simulation at a time. */
const settings = [
  { scale: 1, isolation: 'read committed' },
  { scale: 2, isolation: 'serializable' },
  { scale: 5, isolation: 'read committed' },
  { scale: 10, isolation: 'repeatable read' },
] as const;

/** Milliseconds: two sessions that wait for one another need not wait for the usual second. */
const DEADLOCK_TIMEOUT = 5;

interface Slot {
  readonly schema: string;
  readonly scale: number;
  /** One for each process, with its own connections. */
  readonly places: readonly OpenStore[];
  readonly judge: OpenStore;
  /** Tells the time, and ends connections. */
  readonly warden: pg.Pool;
  /** Locks rows. */
  readonly rival: pg.Client;
  /** Names the connections of a process. */
  nameOf(place: number): string;
  readonly calls: Set<Promise<unknown>>;
  isRivalBusy: boolean;
}

interface Running {
  readonly slot: Slot;
  readonly wish: StoreWish;
  readonly flow: Flow;
  /** Resolves when the database has the time of this simulation. */
  told: Promise<unknown>;
}

export async function openConcurrentStores(address: string): Promise<Stores> {
  const slots = await Promise.all(settings.map((_setting, number) => openSlot(address, number)));
  const free = [...slots];
  const taken = new Map<Tenant, Running>();
  return {
    isConcurrent: true,
    hasFreeStore: () => free.length > 0,
    createStore(wish) {
      const slot = free.shift();
      if (slot === undefined) throw new Error('There are more simulations than stores.');
      const running = { slot, wish, flow: new Flow(wish.timeline, slot.scale), told: Promise.resolve() };
      taken.set(wish.tenant, running);
      return storeOf(running);
    },
    isBusy: (tenant) => taken.get(tenant)?.flow.isBusy ?? false,
    forget(tenant) {
      const running = taken.get(tenant);
      if (running === undefined) return;
      taken.delete(tenant);
      const { slot } = running;
      void settle(slot)
        .then(() => slot.judge.engine.database.transaction().execute((rows) => clearRows(rows, tenant)))
        .then(() => free.push(slot));
    },
    async close() {
      for (const slot of slots) await closeSlot(slot);
    },
  };
}

/** @param address of a database for these alone */
async function openSlot(address: string, number: number): Promise<Slot> {
  const { scale, isolation } = settings[number] ?? settings[0];
  const schema = `place_${number}`;
  // One connection: what is asked meanwhile waits its turn.
  const warden = new pg.Pool({ connectionString: address, application_name: 'warden', max: 1 });
  // It is made anew when it is needed.
  warden.on('error', () => undefined);
  for (const statement of clockOf(schema, scale)) await warden.query(statement);
  const options = {
    search_path: `${schema},pg_catalog`,
    default_transaction_isolation: isolation.replace(' ', '\\ '),
    deadlock_timeout: String(DEADLOCK_TIMEOUT),
  };
  const settingsOf = Object.entries(options).map(([name, value]) => `-c ${name}=${value}`);
  const nameOf = (place: number) => `${schema} ${place}`;
  const open = async (place: number) => {
    const query = new URLSearchParams({ application_name: nameOf(place), options: settingsOf.join(' ') });
    const opened = await openStore(`${address}?${String(query).replaceAll('+', '%20')}`);
    if (!opened.ok) throw new Error(opened.error);
    return opened.value;
  };
  const judge = await open(-1);
  const places = await Promise.all(
    Array.from({ length: faults.crowd.processes }, (_none, place) => open(place)),
  );
  const rival = new pg.Client({ connectionString: address, application_name: 'rival' });
  // Whatever it is asked then fails.
  rival.on('error', () => undefined);
  await rival.connect();
  await rival.query(`set search_path = ${schema}; set deadlock_timeout = ${DEADLOCK_TIMEOUT}`);
  return { schema, scale, places, judge, warden, rival, nameOf, calls: new Set(), isRivalBusy: false };
}

/** Comes before Postgres's own function of this name: what its sequence holds, and the time that passed since. */
const clockOf = (schema: string, scale: number): readonly string[] => [
  `create schema ${schema}`,
  `create sequence ${schema}.clock minvalue ${Number.MIN_SAFE_INTEGER}00 start 0`,
  `create function ${schema}.clock_timestamp() returns timestamptz language sql volatile as $$
    select to_timestamp(((last_value + ${passed(scale)}) / 1000000.0)::double precision) from ${schema}.clock $$`,
];

/** Microseconds, so many times faster. */
const passed = (scale: number): string =>
  `floor(extract(epoch from pg_catalog.clock_timestamp()) * 1000000 * ${scale})`;

async function closeSlot(slot: Slot): Promise<void> {
  await settle(slot);
  await Promise.all([slot.judge, ...slot.places].map((opened) => opened.close()));
  await Promise.all([slot.warden.end(), slot.rival.end()]);
}

function storeOf(running: Running): SimulationStore {
  const { slot, wish } = running;
  const access = ({ ledger, lessons }: OpenStore, disturb: () => void): StoreAccess => {
    const around: Around = (_name, work) =>
      reach(running, () => {
        disturb();
        return work();
      });
    return { ledger: wrapStore(ledger, around), lessons: wrapLessons(lessons, around) };
  };
  const { database } = slot.judge.engine;
  return {
    ...access(slot.judge, () => undefined),
    accessOf: (place) => access(slot.places[place] ?? slot.judge, () => disturb(running, place)),
    breakOff(place) {
      if (wish.random.chance(faults.database.diesWithProcess)) void track(slot, breakOff(slot, place));
    },
    settle: () => passTime(running, () => settle(slot)),
    async backUp() {
      const rows = await reach(running, () =>
        database
          .transaction()
          .setIsolationLevel('repeatable read')
          .execute((transaction) => readRows(transaction, wish.tenant)),
      );
      return () =>
        reach(running, () =>
          database.transaction().execute((transaction) => writeRows(transaction, wish.tenant, rows)),
        );
    },
  };
}

const reach = <Value>(running: Running, work: () => Promise<Value>): Promise<Value> =>
  passTime(running, () => track(running.slot, running.told.then(work)));

/** What comes of it reaches the simulation at the moment when it comes: until then, its time is not put forward. */
function passTime<Value>(running: Running, work: () => Promise<Value>): Promise<Value> {
  const { flow } = running;
  const { timeline } = running.wish;
  if (flow.begin()) running.told = tellTime(running);
  const done = work();
  return new Promise((resolve, reject) => {
    const end = (act: () => void) => {
      timeline.at(flow.now, act);
      flow.end();
    };
    done.then(
      (value) => end(() => resolve(value)),
      (error) => end(() => reject(error)),
    );
  });
}

function tellTime({ slot, flow }: Running): Promise<unknown> {
  const now = Math.floor((BEGINNING + flow.now) * 1_000);
  return slot.warden.query(`select setval('${slot.schema}.clock', ${now} - ${passed(slot.scale)}::bigint)`);
}

function track<Value>(slot: Slot, call: Promise<Value>): Promise<Value> {
  slot.calls.add(call);
  const forget = () => slot.calls.delete(call);
  call.then(forget, forget);
  return call;
}

/** Calls that have begun end, and those that they begin. */
async function settle({ calls }: Slot): Promise<void> {
  while (calls.size > 0) await Promise.allSettled(calls);
}

/** While the call goes on. */
function disturb({ slot, wish }: Running, place: number): void {
  const { breaks, locks, within } = faults.database;
  const { strikes, random } = wish;
  const soon = () => new Promise((resolve) => setTimeout(resolve, random.between(0, within)));
  if (strikes(breaks))
    void track(
      slot,
      soon().then(() => breakOff(slot, place)),
    );
  if (!slot.isRivalBusy && strikes(locks)) {
    slot.isRivalBusy = true;
    const locking = lockRows(slot, wish).finally(() => {
      slot.isRivalBusy = false;
    });
    void track(slot, locking);
  }
}

/** In the middle of a transaction or between two. */
const breakOff = ({ warden, nameOf }: Slot, place: number) =>
  warden.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()',
    [nameOf(place)],
  );

/** Items first and submissions after: the other way round than every mark and correction. */
async function lockRows({ rival }: Slot, { tenant, random }: StoreWish): Promise<void> {
  const seconds = random.between(0, faults.database.within) / 1_000;
  try {
    await rival.query('begin');
    await rival.query('select 1 from item where tenant = $1 for update', [tenant]);
    await rival.query('select pg_sleep($1)', [seconds]);
    await rival.query('select 1 from submission where tenant = $1 for update', [tenant]);
  } catch {
    // It was the one that had to give way.
  } finally {
    await rival.query('rollback');
  }
}

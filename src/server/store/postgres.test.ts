import { sql } from 'kysely';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { questionId } from '../../core/model/ids.ts';
import type { LeaseWish } from '../ledger/ledger-store.ts';
import { openInTest as open, usePostgres } from './engines.support.ts';
import { type OpenStore, openStore } from './open-store.ts';
import { acme, keyOf, withOneAnswer as submission } from './samples.support.ts';
import { createSqlStore } from './submissions.ts';
import type { StoreDatabase } from './tables.ts';

const postgres = usePostgres();
const addDatabase = () => postgres().addDatabase();
/** Opens one database several times, as several processes do. */
async function openSeveral(count: number): Promise<readonly OpenStore[]> {
  const address = await addDatabase();
  return Promise.all(Array.from({ length: count }, () => open(address)));
}

const firstItem = { question: questionId('a'), part: 0, version: 0 };
const names = Array.from({ length: 40 }, (_, index) => `${index}`);
const wish = (owner: string): LeaseWish => ({ owner, duration: 60_000, most: 3, tenants: [acme] });

const doubles = (subjects: readonly string[]): number => subjects.length - new Set(subjects).size;

test('several processes start at once in a database whose default isolation is serializable', {
  tags: 'deep',
}, async () => {
  const address = await addDatabase();
  const operator = new pg.Client({ connectionString: address });
  await operator.connect();
  const name = operator.escapeIdentifier(operator.database ?? '');
  await operator.query(`alter database ${name} set default_transaction_isolation = 'serializable'`);
  await operator.end();
  const [first] = await Promise.all(Array.from({ length: 4 }, () => open(address)));
  const levelOf = async (rows: StoreDatabase) =>
    (await sql<{ transaction_isolation: string }>`show transaction_isolation`.execute(rows)).rows[0];
  const database = first?.engine.database;
  // Under `serializable` a process that waited for a lock could not read afterwards.
  expect(await database?.transaction().execute(levelOf)).toEqual({ transaction_isolation: 'read committed' });
  expect(database && (await levelOf(database))).toEqual({ transaction_isolation: 'serializable' });
});

test('several processes that start at once on an empty database create its tables once', async () => {
  const stores = await openSeveral(4);
  for (const { isReady } of stores) expect(await isReady()).toBe(true);
  expect(stores[0]?.product).toMatch(/^PostgreSQL \d+\.\d+/);
});

test('a lease returns the current items when they change while it waits', async () => {
  const address = await addDatabase();
  const { engine, ledger } = await open(address);
  await ledger.insert(submission('one'));
  const operator = new pg.Client(address);
  await operator.connect();
  onTestFinished(() => operator.end());
  await operator.query('select pg_advisory_lock(1)');
  // The statement waits for the lock before it reads its first row.
  const now = () =>
    sql<number>`(select (extract(epoch from clock_timestamp()) * 1000)::bigint from pg_advisory_xact_lock(1))`;
  const waitingStore = createSqlStore({ ...engine, clock: { now } }, async () => undefined);
  const leasing = waitingStore.lease(wish('one'));
  const ungrantedLocks = 'select 1 from pg_locks where not granted';
  await expect.poll(async () => (await operator.query(ungrantedLocks)).rowCount).toBe(1);
  const change = { state: 'parked', code: 'unclear' } as const;
  await ledger.amend({ key: keyOf('one'), version: 0, items: [{ ...firstItem, change }] });
  await operator.query('select pg_advisory_unlock(1)');
  expect(await leasing).toMatchObject([
    { version: 1, leaseOwner: 'one', items: [{ version: 1, state: 'parked' }] },
  ]);
});

/** Copies a closed database, and returns the addresses of the original and the copy. */
async function restored() {
  const address = await addDatabase();
  const original = await open(address);
  await original.ledger.insert(submission('one'));
  await original.ledger.lease(wish('one'));
  await original.ledger.mark({ key: keyOf('one'), owner: 'one' }, firstItem, 1);
  await original.close();
  const from = new URL(address).pathname.slice(1);
  const admin = new pg.Client(postgres().address);
  await admin.connect();
  await admin.query(`create database ${from}_copy template ${from}`);
  await admin.end();
  return { address, copy: `${address}_copy` };
}

test('open work in a restored database becomes unclear once, whichever process starts first', {
  tags: 'deep',
}, async () => {
  const { address, copy } = await restored();
  const restoreCounts: number[] = [];
  const dependencies = { onRestored: (count: number) => restoreCounts.push(count) };
  const stores = await Promise.all([1, 2, 3, 4].map(() => open(copy, dependencies)));
  expect(restoreCounts).toEqual([1]);
  const record = await stores[0]?.ledger.find(keyOf('one'));
  expect(record).toMatchObject({ leaseOwner: null, items: [{ state: 'unclear' }] });
  const due = (record?.items[0]?.dueAt ?? 0) - ((await stores[0]?.ledger.now()) ?? 0);
  expect(due).toBeGreaterThan(60_000);
  await open(copy, dependencies);
  expect(restoreCounts).toEqual([1]);
  const original = await open(address, dependencies);
  expect(restoreCounts).toEqual([1]);
  expect(await original.ledger.find(keyOf('one'))).toMatchObject({ items: [{ state: 'sending' }] });
  await open(address, { ...dependencies, isRestored: true });
  expect(restoreCounts).toEqual([1, 1]);
});

test('a running process notices restored tables with its next connection, and sends nothing', {
  tags: 'deep',
}, async () => {
  const address = await addDatabase();
  const restoreCounts: number[] = [];
  const store = await open(address, { onRestored: (count) => restoreCounts.push(count) });
  await store.ledger.insert(submission('one'));
  await store.ledger.lease(wish('one'));
  const { database } = store.engine;
  await sql`alter table submission rename to lost`.execute(database);
  await sql`create table submission (like lost including all)`.execute(database);
  await sql`insert into submission select * from lost`.execute(database);
  // Ends its own connection last, because the others would stay open otherwise.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database);
  const end = sql`select pg_terminate_backend(pg_backend_pid())`;
  await expect(end.execute(database)).rejects.toThrow();
  await expect.poll(() => store.isReady()).toBe(true);
  expect(restoreCounts).toEqual([1]);
  expect(await store.ledger.mark({ key: keyOf('one'), owner: 'one' }, firstItem, 1)).toBeNull();
});

test('an account without access to the cluster’s id still recognises a restored database', {
  tags: 'deep',
}, async () => {
  const { copy } = await restored();
  const admin = new pg.Client(copy);
  await admin.connect();
  const { pathname } = new URL(copy);
  await admin.query(`create role plain login password 'plain'; revoke execute on function pg_control_system() from public;
    grant all on all tables in schema public to plain; grant create on schema public to plain`);
  await admin.end();
  const restoreCounts: number[] = [];
  const dependencies = { onRestored: (count: number) => restoreCounts.push(count) };
  const address = `postgres://plain:plain@${new URL(copy).host}${pathname}`;
  await open(address, dependencies);
  await open(address, dependencies);
  expect(restoreCounts).toEqual([1]);
});

test('the store takes the time from the database as a number', async () => {
  const [store] = await openSeveral(1);
  const before = Date.now();
  const now = (await store?.ledger.now()) ?? 0;
  expect(Number.isInteger(now)).toBe(true);
  expect(Math.abs(now - before)).toBeLessThan(60_000);
  await store?.ledger.insert(submission('one'));
  expect((await store?.ledger.find(keyOf('one')))?.acceptedAt).toBeGreaterThanOrEqual(now);
});

test('all processes share one allowance of requests to the service', async () => {
  const address = await addDatabase();
  const now = () => 1e12;
  const stores = [await open(address, { now }), await open(address, { now })];
  const [first, second] = stores.map((store) => store.allowanceOf(acme));
  expect([await first?.claim(1_000, 2), await second?.claim(1_000, 2)]).toEqual([-1_000, 0]);
  await first?.stop(60_000);
  expect(await second?.claim(1_000, 2)).toBe(60_000);
  const counted = await stores[0]?.limits?.query({ text: 'select 1 as number', values: [] });
  expect(counted).toMatchObject({ rows: [{ number: 1 }] });
});

test('four processes that lease at once never get the same submission', async () => {
  const stores = await openSeveral(4);
  await Promise.all(names.map((name) => stores[0]?.ledger.insert(submission(name))));
  const leaseAll = async ({ ledger }: OpenStore, owner: number) => {
    const subjects: string[] = [];
    for (;;) {
      const leased = await ledger.lease(wish(`${owner}`));
      if (leased.length === 0) return subjects;
      subjects.push(...leased.map(({ key }) => key.subject));
    }
  };
  const granted = (await Promise.all(stores.map(leaseAll))).flat();
  expect(doubles(granted)).toBe(0);
  expect(granted.sort()).toEqual([...names].sort());
});

test('control: four processes that select before they update get the same submissions', async () => {
  const stores = await openSeveral(4);
  await Promise.all(names.map((name) => stores[0]?.ledger.insert(submission(name))));
  const granted = (await Promise.all(stores.map(({ engine }) => selectAndUpdate(engine.database)))).flat();
  expect(doubles(granted)).toBeGreaterThan(0);
});

async function selectAndUpdate(database: StoreDatabase): Promise<readonly string[]> {
  const free = await database
    .selectFrom('submission')
    .select('subject')
    .where('lease_until', '=', 0)
    .orderBy('accepted_at')
    .limit(3)
    .execute();
  const subjects = free.map((row) => row.subject);
  await database.updateTable('submission').set({ lease_until: 1 }).where('subject', 'in', subjects).execute();
  return subjects;
}

test('only one of four processes that mark an item at once may send it', async () => {
  const stores = await openSeveral(4);
  for (const name of names.slice(0, 10)) {
    await stores[0]?.ledger.insert(submission(name));
    await stores[0]?.ledger.lease(wish('worker'));
    const holder = { key: keyOf(name), owner: 'worker' };
    const marked = await Promise.all(stores.map(({ ledger }) => ledger.mark(holder, firstItem, 1)));
    expect(marked.filter((item) => item !== null)).toHaveLength(1);
  }
});

test('control: without the version all four processes may send the item', async () => {
  const stores = await openSeveral(4);
  await stores[0]?.ledger.insert(submission('one'));
  const mark = async ({ engine }: OpenStore) => {
    const { subject } = keyOf('one');
    const row = engine.database.updateTable('item').set({ state: 'sending' }).where('subject', '=', subject);
    return (await row.executeTakeFirst()).numUpdatedRows;
  };
  expect(await Promise.all(stores.map(mark))).toEqual([1n, 1n, 1n, 1n]);
});

test('simultaneous marks, settlements and corrections neither deadlock nor end halfway', async () => {
  const stores = await openSeveral(4);
  const turn = async ({ ledger }: OpenStore, name: string) => {
    const holder = { key: keyOf(name), owner: 'worker' };
    const record = await ledger.find(holder.key);
    const [item] = record?.items ?? [];
    if (record === null || item === undefined) throw new Error('It is not there.');
    const correction = { ...record, items: [{ ...item, version: null }] };
    return Promise.all([
      ledger.mark(holder, item, 1),
      ledger.changeItem(holder.key, item, { failures: 1 }),
      ledger.correct(correction),
      ledger.release(holder, { version: record.version, dueAt: 0 }),
      ledger.lease(wish('worker')),
    ]);
  };
  for (const name of names.slice(0, 5)) await stores[0]?.ledger.insert(submission(name));
  for (let round = 0; round < 5; round += 1)
    await Promise.all(stores.flatMap((store) => names.slice(0, 5).map((name) => turn(store, name))));
  for (const name of names.slice(0, 5))
    expect((await stores[0]?.ledger.find(keyOf(name)))?.items).toHaveLength(1);
});

test('the error for a server that does not answer is one sentence without the password', async () => {
  const opened = await openStore('postgres://apply:hidden@127.0.0.1:1/apply');
  expect(opened).toMatchObject({
    ok: false,
    error: expect.stringContaining('The store postgres://127.0.0.1:1/apply does not answer: '),
  });
  expect(JSON.stringify(opened)).not.toContain('hidden');
});

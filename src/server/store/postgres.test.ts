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
/** As many processes would have it: each with connections of its own. */
async function openSeveral(count: number): Promise<readonly OpenStore[]> {
  const address = await addDatabase();
  return Promise.all(Array.from({ length: count }, () => open(address)));
}

const first = { question: questionId('a'), part: 0, version: 0 };
const names = Array.from({ length: 40 }, (_, place) => `${place}`);
const wish = (owner: string): LeaseWish => ({ owner, duration: 60_000, most: 3, tenants: [acme] });

const doubles = (subjects: readonly string[]): number => subjects.length - new Set(subjects).size;

test('several processes start at once in a database that is set to be stricter', {
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
  // Else a process that waited for a lock would be refused what it reads after it.
  expect(await database?.transaction().execute(levelOf)).toEqual({ transaction_isolation: 'read committed' });
  expect(database && (await levelOf(database))).toEqual({ transaction_isolation: 'serializable' });
});

test('several processes that start at once on an empty database make its tables once', async () => {
  const stores = await openSeveral(4);
  for (const { isReady } of stores) expect(await isReady()).toBe(true);
  expect(stores[0]?.product).toMatch(/^PostgreSQL \d+\.\d+/);
});

test('what is leased has the items of that moment, also where they changed while it was looked for', async () => {
  const address = await addDatabase();
  const { engine, ledger } = await open(address);
  await ledger.insert(submission('one'));
  const operator = new pg.Client(address);
  await operator.connect();
  onTestFinished(() => operator.end());
  await operator.query('select pg_advisory_lock(1)');
  // The statement has begun, and has no row yet.
  const now = () =>
    sql<number>`(select (extract(epoch from clock_timestamp()) * 1000)::bigint from pg_advisory_xact_lock(1))`;
  const waits = createSqlStore({ ...engine, clock: { now } }, async () => undefined);
  const leasing = waits.lease(wish('one'));
  const waiting = 'select 1 from pg_locks where not granted';
  await expect.poll(async () => (await operator.query(waiting)).rowCount).toBe(1);
  const change = { state: 'parked', code: 'unclear' } as const;
  await ledger.amend({ key: keyOf('one'), version: 0, items: [{ ...first, change }] });
  await operator.query('select pg_advisory_unlock(1)');
  expect(await leasing).toMatchObject([
    { version: 1, leaseOwner: 'one', items: [{ version: 1, state: 'parked' }] },
  ]);
});

/** What `restore` does with a database without connections. */
async function restored(restore: (from: string, to: string) => string) {
  const address = await addDatabase();
  const original = await open(address);
  await original.ledger.insert(submission('one'));
  await original.ledger.lease(wish('one'));
  await original.ledger.mark({ key: keyOf('one'), owner: 'one' }, first, 1);
  await original.close();
  const from = new URL(address).pathname.slice(1);
  const admin = new pg.Client(postgres().address);
  await admin.connect();
  await admin.query(restore(from, `${from}_copy`));
  await admin.end();
  return { address, copy: `${address}_copy` };
}

const copyOf = (from: string, to: string) => `create database ${to} template ${from}`;

test('of a database that was restored what is open becomes unclear, once, whichever process starts first', {
  tags: 'deep',
}, async () => {
  const { address, copy } = await restored(copyOf);
  const told: number[] = [];
  const dependencies = { onRestored: (count: number) => told.push(count) };
  const stores = await Promise.all([1, 2, 3, 4].map(() => open(copy, dependencies)));
  expect(told).toEqual([1]);
  const record = await stores[0]?.ledger.find(keyOf('one'));
  expect(record).toMatchObject({ leaseOwner: null, items: [{ state: 'unclear' }] });
  const due = (record?.items[0]?.dueAt ?? 0) - ((await stores[0]?.ledger.now()) ?? 0);
  expect(due).toBeGreaterThan(60_000);
  await open(copy, dependencies);
  expect(told).toEqual([1]);
  const original = await open(address, dependencies);
  expect(told).toEqual([1]);
  expect(await original.ledger.find(keyOf('one'))).toMatchObject({ items: [{ state: 'sending' }] });
  await open(address, { ...dependencies, isRestored: true });
  expect(told).toEqual([1, 1]);
});

test('a process that runs while its tables are restored sees it with its next connection, and sends nothing', {
  tags: 'deep',
}, async () => {
  const address = await addDatabase();
  const told: number[] = [];
  const store = await open(address, { onRestored: (count) => told.push(count) });
  await store.ledger.insert(submission('one'));
  await store.ledger.lease(wish('one'));
  const { database } = store.engine;
  await sql`alter table submission rename to lost`.execute(database);
  await sql`create table submission (like lost including all)`.execute(database);
  await sql`insert into submission select * from lost`.execute(database);
  // Its own connection last: the others would go on.
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database);
  const end = sql`select pg_terminate_backend(pg_backend_pid())`;
  await expect(end.execute(database)).rejects.toThrow();
  await expect.poll(() => store.isReady()).toBe(true);
  expect(told).toEqual([1]);
  expect(await store.ledger.mark({ key: keyOf('one'), owner: 'one' }, first, 1)).toBeNull();
});

test('an account that may not ask the cluster for its number knows a restored database by the rest', {
  tags: 'deep',
}, async () => {
  const { copy } = await restored(copyOf);
  const admin = new pg.Client(copy);
  await admin.connect();
  const { pathname } = new URL(copy);
  await admin.query(`create role plain login password 'plain'; revoke execute on function pg_control_system() from public;
    grant all on all tables in schema public to plain; grant create on schema public to plain`);
  await admin.end();
  const told: number[] = [];
  const dependencies = { onRestored: (count: number) => told.push(count) };
  const address = `postgres://plain:plain@${new URL(copy).host}${pathname}`;
  await open(address, dependencies);
  await open(address, dependencies);
  expect(told).toEqual([1]);
});

test('the time is that of the database, in numbers', async () => {
  const [store] = await openSeveral(1);
  const before = Date.now();
  const now = (await store?.ledger.now()) ?? 0;
  expect(Number.isInteger(now)).toBe(true);
  expect(Math.abs(now - before)).toBeLessThan(60_000);
  await store?.ledger.insert(submission('one'));
  expect((await store?.ledger.find(keyOf('one')))?.acceptedAt).toBeGreaterThanOrEqual(now);
});

test('turns to ask the service are taken, and requests counted, for all processes together', async () => {
  const address = await addDatabase();
  const now = () => 1e12;
  const stores = [await open(address, { now }), await open(address, { now })];
  const [one, other] = stores.map((store) => store.allowanceOf(acme));
  expect([await one?.claim(1_000, 2), await other?.claim(1_000, 2)]).toEqual([-1_000, 0]);
  await one?.stop(60_000);
  expect(await other?.claim(1_000, 2)).toBe(60_000);
  const counted = await stores[0]?.limits?.query({ text: 'select 1 as number', values: [] });
  expect(counted).toMatchObject({ rows: [{ number: 1 }] });
});

test('of four that lease at once none is granted what another one has', async () => {
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

test('control: four that look first and take afterwards are granted the same', async () => {
  const stores = await openSeveral(4);
  await Promise.all(names.map((name) => stores[0]?.ledger.insert(submission(name))));
  const granted = (await Promise.all(stores.map(({ engine }) => leaseCarelessly(engine.database)))).flat();
  expect(doubles(granted)).toBeGreaterThan(0);
});

async function leaseCarelessly(database: StoreDatabase): Promise<readonly string[]> {
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

test('of four that mark the same item at once one may send', async () => {
  const stores = await openSeveral(4);
  for (const name of names.slice(0, 10)) {
    await stores[0]?.ledger.insert(submission(name));
    await stores[0]?.ledger.lease(wish('worker'));
    const held = { key: keyOf(name), owner: 'worker' };
    const marked = await Promise.all(stores.map(({ ledger }) => ledger.mark(held, first, 1)));
    expect(marked.filter((item) => item !== null)).toHaveLength(1);
  }
});

test('control: without the version all four may send', async () => {
  const stores = await openSeveral(4);
  await stores[0]?.ledger.insert(submission('one'));
  const mark = async ({ engine }: OpenStore) => {
    const { subject } = keyOf('one');
    const row = engine.database.updateTable('item').set({ state: 'sending' }).where('subject', '=', subject);
    return (await row.executeTakeFirst()).numUpdatedRows;
  };
  expect(await Promise.all(stores.map(mark))).toEqual([1n, 1n, 1n, 1n]);
});

test('marks, settlements and corrections at once neither lock each other out nor do half', async () => {
  const stores = await openSeveral(4);
  const turn = async ({ ledger }: OpenStore, name: string) => {
    const held = { key: keyOf(name), owner: 'worker' };
    const record = await ledger.find(held.key);
    const [item] = record?.items ?? [];
    if (record === null || item === undefined) throw new Error('It is not there.');
    const correction = { ...record, items: [{ ...item, version: null }] };
    return Promise.all([
      ledger.mark(held, item, 1),
      ledger.changeItem(held.key, item, { failures: 1 }),
      ledger.correct(correction),
      ledger.release(held, { version: record.version, dueAt: 0 }),
      ledger.lease(wish('worker')),
    ]);
  };
  for (const name of names.slice(0, 5)) await stores[0]?.ledger.insert(submission(name));
  for (let round = 0; round < 5; round += 1)
    await Promise.all(stores.flatMap((store) => names.slice(0, 5).map((name) => turn(store, name))));
  for (const name of names.slice(0, 5))
    expect((await stores[0]?.ledger.find(keyOf(name)))?.items).toHaveLength(1);
});

test('a server that does not answer is refused with a sentence, without the password', async () => {
  const opened = await openStore('postgres://apply:hidden@127.0.0.1:1/apply');
  expect(opened).toMatchObject({
    ok: false,
    error: expect.stringContaining('The store postgres://127.0.0.1:1/apply does not answer: '),
  });
  expect(JSON.stringify(opened)).not.toContain('hidden');
});

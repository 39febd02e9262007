/** A store behind a pooler that gives each transaction another connection, and the limits on slow work. */
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as poolers from '../../../e2e/support/postgres/transaction-pooler.ts';
import { need, openInTest, usePostgres } from './engines.support.ts';
import { openPostgres } from './postgres.ts';
import type { StoreDatabase } from './tables.ts';

const server = usePostgres();
let pooler: poolers.TransactionPooler;

beforeAll(async () => {
  pooler = await poolers.startTransactionPooler(server().address);
});
afterAll(() => pooler.stop());
beforeEach(() => {
  pooler.faults.length = 0;
  pooler.carriers.length = 0;
});

/** Runs an action through the pooler with a plain client. */
async function withClient(act: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client(pooler.through(server().address));
  client.on('error', () => undefined);
  await client
    .connect()
    .then(() => act(client))
    .finally(() => client.end());
}

test('a store starts, writes and closes while the pooler switches its server connections', async () => {
  const store = await openInTest(pooler.through(await server().addDatabase()));
  for (let round = 0; round < 4; round += 1) expect(await store.isReady()).toBe(true);
  await store.close();
  expect(new Set(pooler.carriers).size).toBeGreaterThan(1);
  expect(pooler.faults).toEqual([]);
});

test.each(["set work_mem = '1MB'", 'select pg_advisory_lock(1)', 'create temp table mine (one integer)'])(
  'control: the pooler notices %s',
  async (statement) => {
    await withClient((client) => client.query(statement));
    expect(pooler.faults).toHaveLength(1);
  },
);

describe.each([
  ['directly', (address: string) => address],
  ['through the pooler', (address: string) => pooler.through(address)],
])('a limit on slow work, %s,', (_how, through) => {
  const LONG = sql`select pg_sleep(600)`;
  const PATIENCE = 2_000;

  const within = async (act: (database: StoreDatabase) => Promise<unknown>, patience = PATIENCE) => {
    const { database } = need(await openPostgres(through(server().address), patience));
    await act(database).finally(() => database.destroy());
  };

  /** Queries Postgres directly, without the pooler. */
  async function ask(statement: string): Promise<number> {
    const client = new pg.Client(server().address);
    await client.connect();
    const { rows } = await client.query(statement);
    await client.end();
    return rows.length;
  }
  /** Counts the long statements and open transactions at the server. */
  const running = () =>
    ask(
      "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and (state like 'idle in%' or query like '%pg_sleep(600)%' and state = 'active')",
    );
  /** Ends the statements of clients that have disconnected. */
  const end = () =>
    ask(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like '%pg_sleep(600)%' and pid <> pg_backend_pid()",
    );

  test('fails a single statement, and later statements use other connections', async () => {
    await within(async (database) => {
      const all = Array.from({ length: 10 }, () => LONG.execute(database));
      for (const result of await Promise.allSettled(all))
        expect(result).toMatchObject({ status: 'rejected', reason: { message: 'Query read timeout' } });
      expect((await sql`select 1 as one`.execute(database)).rows).toEqual([{ one: 1 }]);
    });
    await end();
  });

  test('makes the server cancel a statement of a transaction', async () => {
    await within(async (database) => {
      const transaction = database.transaction().execute((inner) => LONG.execute(inner));
      await expect(transaction).rejects.toThrow('canceling statement due to statement timeout');
    });
    await expect.poll(running).toBe(0);
  });

  test('makes the server end an idle transaction', async () => {
    await within(async (database) => {
      const transaction = await database.startTransaction().execute();
      await expect.poll(running).toBe(0);
      await expect(sql`select 1`.execute(transaction)).rejects.toThrow();
      await transaction
        .rollback()
        .execute()
        .catch(() => undefined);
    });
  });

  test('ends with its transaction', async () => {
    await within(async (database) => {
      const show = sql<{ limit: string }>`select current_setting('statement_timeout') as limit`;
      const inside = await database.transaction().execute((inner) => show.execute(inner));
      expect(inside.rows).toEqual([{ limit: '1min' }]);
      for (let round = 0; round < 4; round += 1)
        expect((await show.execute(database)).rows).toEqual([{ limit: '0' }]);
    }, 60_000);
  });
});

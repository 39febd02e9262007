/** The store on Postgres, for many processes, also through a pooler that gives each transaction another connection. */
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { Tenant } from '../../core/model/ids.ts';
import type { Allowance } from '../ledger/rate-limiter.ts';
import type { LimitStore } from '../ports.ts';
import { reasonOf } from './start.ts';
import type { Engine, StoreClock, StoreDatabase, StoreTables } from './tables.ts';

/** OID of `bigint` in Postgres: pg gives it as text, since it may be larger than a number holds. Ours are not. */
const BIGINT = 20;
/** Milliseconds: a store that does not answer must not hold a receipt. */
const PATIENCE = 10_000;
/** Milliseconds that the server has to end a statement by itself, before its connection is closed. */
const GRACE = 1_000;
const CONNECTIONS = 10;

/** Seconds after which a connection is replaced, and its server looked at again. */
const LIFETIME = 300;

/** A look at the server behind each new connection, before it is used; rejects where it may not be. */
export type OnConnect = (connection: StoreDatabase) => Promise<void>;

export interface OpenServer {
  readonly database: StoreDatabase;
  checkEach(check: OnConnect): void;
}

/**
 * The error is a sentence, without the password. Names are all that is said at the start of a connection: a pooler refuses
 * what it does not know.
 * @param patience milliseconds
 */
export async function openPostgres(
  address: string,
  patience = PATIENCE,
): Promise<Outcome<OpenServer, string>> {
  let onConnect: OnConnect = async () => undefined;
  const pool = new pg.Pool({
    connectionString: address,
    application_name: 'apply-form',
    max: CONNECTIONS,
    connectionTimeoutMillis: PATIENCE,
    query_timeout: patience + GRACE,
    types: { getTypeParser },
    maxLifetimeSeconds: LIFETIME,
    onConnect: (client) => onConnect(open(oneClient(client), patience)),
  });
  // One that breaks is replaced when it is needed, and what it was used for fails: the process need not end for it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const database = open(closingBusy(pool), patience);
  try {
    await sql`select 1`.execute(database);
    const checkEach = (check: OnConnect) => {
      onConnect = check;
    };
    return success({ database, checkEach });
  } catch (error) {
    await database.destroy();
    return failure(`The store ${withoutPassword(address)} does not answer: ${reasonOf(error)}`);
  }
}

const open = (pool: PostgresPool, patience: number): StoreDatabase =>
  new Kysely<StoreTables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new LimitedDriver(pool, patience),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });

/** A connection on which a statement took too long is not lent again: the next one would wait behind it. */
const closingBusy = (pool: pg.Pool): PostgresPool => ({
  async connect() {
    const client = await pool.connect();
    const release = client.release.bind(client);
    client.release = () => release('readyForQuery' in client && client.readyForQuery === false);
    return client;
  },
  end: () => pool.end(),
});

/** It is given by the pool and stays in it. */
const oneClient = (client: pg.ClientBase): PostgresPool => ({
  connect: async () => Object.assign(client, { release: () => undefined }),
  end: async () => undefined,
});

class LimitedDriver extends PostgresDriver {
  readonly #limits: string;

  constructor(pool: PostgresPool, patience: number) {
    super({ pool });
    this.#limits = `set local statement_timeout = ${patience}; set local idle_in_transaction_session_timeout = ${patience}`;
  }

  /**
   * A transaction sets its own limits, which end with it: what is set for a session a pooler gives to others. What is read
   * after a lock must be what is there then, also where a database is set to be stricter.
   */
  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel = 'read committed', accessMode }: TransactionSettings,
  ): Promise<void> {
    const begin = `begin isolation level ${isolationLevel} ${accessMode ?? ''}`;
    await connection.executeQuery(CompiledQuery.raw(`${begin}; ${this.#limits}`));
  }
}

const getTypeParser: typeof pg.types.getTypeParser = (oid, format) =>
  oid === BIGINT ? Number : pg.types.getTypeParser(oid, format);

function withoutPassword(address: string): string {
  try {
    const url = new URL(address);
    return `${url.protocol}//${url.host}${url.pathname}`;
  } catch {
    return 'postgres://…';
  }
}

/** As it was recognised by: what an account may not ask, or a server of another make does not know, is left out. */
export async function placeOf(database: StoreDatabase): Promise<string> {
  const parts: string[] = [];
  for (const part of [cluster, timeline, table]) parts.push(await ask(database, part));
  return parts.join(' ');
}

async function ask(database: StoreDatabase, part: RawBuilder<unknown>): Promise<string> {
  try {
    const { rows } = await sql<{ part: string | null }>`select ${part} as part`.execute(database);
    return rows[0]?.part ?? '-';
  } catch (error) {
    // A server that is shut down, overrun or gone says nothing of itself (classes 08, 53 and 57, or no code at all).
    const isRefusal =
      error instanceof Error && 'code' in error && /^(?!08|53|57)[0-9A-Z]{5}$/.test(String(error.code));
    if (isRefusal) return '-';
    throw error;
  }
}

const cluster = sql`(select system_identifier::text from pg_control_system())`;
/** The first eight signs of the name of a file of its log. */
const timeline = sql`substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`;
const table = sql`(select oid from pg_database where datname = current_database())::text || '/' || 'submission'::regclass::oid::text`;

/** What time it is, not when the transaction began. In a subquery it is read once a statement. */
export const databaseClock: StoreClock = {
  now: () => sql<number>`(select (extract(epoch from clock_timestamp()) * 1000)::bigint)`,
};

/** Requests of visitors, which all processes count together. */
export const createLimitStore = (database: StoreDatabase): LimitStore => ({
  table: 'request_count',
  async query({ text, values }) {
    const { rows } = await database.executeQuery(CompiledQuery.raw(text, [...values]));
    return { rows, rowCount: rows.length };
  },
});

/** Turns to ask the service: one row of the tenant, which each process puts forward by the turn that it takes. */
export const createAllowance = (
  { database, clock }: Pick<Engine, 'database' | 'clock'>,
  tenant: Tenant,
): Allowance => ({
  async claim(interval, burst) {
    const turn = Math.max(Math.round(interval), 1);
    const earliest = sql`${clock.now()} - ${sql.lit(Math.round((burst - 1) * turn))}`;
    const { rows } = await sql<{ wait: number }>`insert into service_rate (tenant, next_at)
      values (${tenant}, ${earliest} + ${sql.lit(turn)}) on conflict (tenant) do update
      set next_at = greatest(service_rate.next_at, ${earliest}) + ${sql.lit(turn)}
      returning next_at - ${sql.lit(turn)} - ${clock.now()} as wait`.execute(database);
    return rows[0]?.wait ?? 0;
  },
  async stop(milliseconds) {
    const until = sql`${clock.now()} + ${sql.lit(Math.ceil(milliseconds))}`;
    await sql`insert into service_rate (tenant, next_at) values (${tenant}, ${until}) on conflict (tenant) do update
      set next_at = greatest(service_rate.next_at, ${until})`.execute(database);
  },
});

/**
 * The store on Postgres, for many processes, even behind a pooler that changes the connection with each transaction.
 */
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

/** OID of `bigint`. pg gives it as text, because it may exceed a JavaScript number; no column of ours does. */
const BIGINT = 20;
/** Milliseconds. A store that does not answer must not delay a receipt. */
const PATIENCE = 10_000;
/** Milliseconds for the server to end a statement itself, before its connection is closed. */
const GRACE = 1_000;
const CONNECTIONS = 10;

/** Seconds after which a connection is replaced and its server is checked again. */
const LIFETIME = 300;

/** Checks the server behind a new connection before it is used; rejects if it must not be used. */
export type OnConnect = (connection: StoreDatabase) => Promise<void>;

export interface OpenServer {
  readonly database: StoreDatabase;
  /** Sets the check of each new connection. */
  checkEach(check: OnConnect): void;
}

/**
 * Opens the database. An error is a sentence without the password. The connection passes no start-up options, because a
 * pooler refuses unknown ones.
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
  // A broken connection is replaced when needed, and its query fails: the process need not end.
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

/** Closes a connection on which a statement timed out: the next query would wait behind it. */
const closingBusy = (pool: pg.Pool): PostgresPool => ({
  async connect() {
    const client = await pool.connect();
    const release = client.release.bind(client);
    client.release = () => release('readyForQuery' in client && client.readyForQuery === false);
    return client;
  },
  end: () => pool.end(),
});

/** A pool of one connection, which belongs to another pool. */
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
   * Each transaction sets its own time limits, because a pooler passes session settings on to others. The isolation
   * level must show the present rows after a lock, even if the database's default is stricter.
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

/**
 * Describes the place of the store. Parts that the account may not read, or that another kind of server lacks, are left
 * out.
 */
export async function placeOf(database: StoreDatabase): Promise<string> {
  const parts: string[] = [];
  for (const part of [cluster, timeline, table]) parts.push(await readPart(database, part));
  return parts.join(' ');
}

async function readPart(database: StoreDatabase, part: RawBuilder<unknown>): Promise<string> {
  try {
    const { rows } = await sql<{ part: string | null }>`select ${part} as part`.execute(database);
    return rows[0]?.part ?? '-';
  } catch (error) {
    // A server that is stopped, overloaded or gone says nothing about itself (classes 08, 53 and 57, or no code).
    const isRefusal =
      error instanceof Error && 'code' in error && /^(?!08|53|57)[0-9A-Z]{5}$/.test(String(error.code));
    if (isRefusal) return '-';
    throw error;
  }
}

const cluster = sql`(select system_identifier::text from pg_control_system())`;
/** The first eight characters of the name of a write-ahead log file. */
const timeline = sql`substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`;
const table = sql`(select oid from pg_database where datname = current_database())::text || '/' || 'submission'::regclass::oid::text`;

/** The present time, not the start of the transaction. In a subquery it is read once per statement. */
export const databaseClock: StoreClock = {
  now: () => sql<number>`(select (extract(epoch from clock_timestamp()) * 1000)::bigint)`,
};

/** Counts the requests of visitors for all processes. */
export const createLimitStore = (database: StoreDatabase): LimitStore => ({
  table: 'request_count',
  async query({ text, values }) {
    const { rows } = await database.executeQuery(CompiledQuery.raw(text, [...values]));
    return { rows, rowCount: rows.length };
  },
});

/** Claims turns at the service from the tenant's row, which all processes share. */
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

/** The store on Postgres, for many processes. */
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type Connections, LimitedDialect } from './limited-driver.ts';
import type { StoreDatabase, StoreTables } from './tables.ts';

/** OID of `bigint` in Postgres: pg gives it as text, since it may be larger than a number holds. Ours are not. */
const BIGINT = 20;
/** Milliseconds: a store that does not answer must not hold a receipt. */
const PATIENCE = 10_000;
const CONNECTIONS = 10;

/** Seconds after which a connection is made anew, and its server looked at again. */
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
    types: { getTypeParser },
    maxLifetimeSeconds: LIFETIME,
    onConnect: (client) => onConnect(oneConnection(client, patience)),
  });
  // One that breaks is made anew when it is needed, and what it was used for fails: the process need not end for it.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const database = new Kysely<StoreTables>({ dialect: new LimitedDialect(connectionsOf(pool), patience) });
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

const connectionsOf = (pool: pg.Pool): Connections => ({
  async lend() {
    const client = await pool.connect();
    return { client, giveBack: (isSpent) => client.release(isSpent) };
  },
  end: () => pool.end(),
});

/** It is given by the pool and stays in it. */
function oneConnection(client: pg.ClientBase, patience: number): StoreDatabase {
  const connections: Connections = {
    lend: async () => ({ client, giveBack: () => undefined }),
    end: async () => undefined,
  };
  return new Kysely<StoreTables>({ dialect: new LimitedDialect(connections, patience) });
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

/** An error of several addresses at once has no message of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

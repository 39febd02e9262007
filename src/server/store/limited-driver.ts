/**
 * Postgres for kysely, on which no statement takes for ever, also through a pooler that gives each transaction another
 * connection to the server. Such a pooler takes no time limits at the start of a connection, and what is set for a session
 * it gives to others. So a transaction sets its own limits as it begins, and they end with it; a statement alone is
 * cancelled from here.
 */
import { connect } from 'node:net';
import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { after, systemClock } from '../clock.ts';

/** Milliseconds that the server has to end a statement by itself, and then a cancelled one, before its connection is closed. */
const GRACE = 1_000;

/** Where connections come from. */
export interface Connections {
  lend(): Promise<Lent>;
  end(): Promise<void>;
}

export interface Lent {
  readonly client: pg.ClientBase;
  /** @param isSpent it is not to be lent again */
  giveBack(isSpent: boolean): void;
}

/** @param patience milliseconds for one statement, and for a transaction between two */
export class LimitedDialect extends PostgresDialect {
  readonly #connections: Connections;
  readonly #patience: number;

  constructor(connections: Connections, patience: number) {
    super({ pool: unused });
    this.#connections = connections;
    this.#patience = patience;
  }

  override createDriver(): LimitedDriver {
    return new LimitedDriver(this.#connections, this.#patience);
  }
}

const unused = () => Promise.reject(new Error('The driver has connections of its own.'));

class LimitedDriver extends PostgresDriver {
  readonly #connections: Connections;
  readonly #patience: number;

  constructor(connections: Connections, patience: number) {
    super({ pool: unused });
    this.#connections = connections;
    this.#patience = patience;
  }

  override async init(): Promise<void> {}

  override async acquireConnection(): Promise<DatabaseConnection> {
    return new LimitedConnection(await this.#connections.lend(), this.#patience);
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    if (connection instanceof LimitedConnection) connection.giveBack();
  }

  /**
   * All of it is one request, so it takes no longer than the `begin` alone. What is read after a lock must be what is there
   * then, also where a database is set to be stricter.
   */
  override async beginTransaction(
    connection: DatabaseConnection,
    { isolationLevel = 'read committed', accessMode }: TransactionSettings,
  ): Promise<void> {
    const begin = `begin isolation level ${isolationLevel} ${accessMode ?? ''}`;
    await connection.executeQuery(CompiledQuery.raw(`${begin}; ${limitsOf(this.#patience)}`));
  }

  override destroy(): Promise<void> {
    return this.#connections.end();
  }
}

const limitsOf = (patience: number): string =>
  `set local statement_timeout = ${patience}; set local idle_in_transaction_session_timeout = ${patience}`;

class LimitedConnection implements DatabaseConnection {
  readonly #lent: Lent;
  readonly #patience: number;
  #isSpent = false;

  constructor(lent: Lent, patience: number) {
    this.#lent = lent;
    this.#patience = patience;
  }

  async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    // The server's own time, whatever clock the process has been given.
    const limits = [
      after(systemClock, this.#patience + GRACE, () => this.#cancel()),
      after(systemClock, this.#patience + 2 * GRACE, () => this.#close()),
    ];
    try {
      const { command, rowCount, rows } = await this.#lent.client.query(sql, [...parameters]);
      const hasChanged = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
      return { rows: rows ?? [], ...(hasChanged && { numAffectedRows: BigInt(rowCount ?? 0) }) };
    } finally {
      for (const callOff of limits) callOff();
    }
  }

  // biome-ignore lint/correctness/useYield: nothing here is read piece by piece.
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read at once.');
  }

  giveBack(): void {
    this.#lent.giveBack(this.#isSpent);
  }

  /** It may come too late, and end the next statement: so there is none on this connection. */
  #cancel(): void {
    this.#isSpent = true;
    cancelStatement(this.#lent.client);
  }

  /** What runs on it fails at once. */
  #close(): void {
    if (this.#lent.client instanceof pg.Client) void this.#lent.client.end().catch(() => undefined);
  }
}

/** The code of this request among those that begin a connection. */
const CANCEL_REQUEST = 80_877_102;

/** On a connection of its own, without encryption, as libpq does it. It tells no outcome, and may fail. */
function cancelStatement(client: pg.ClientBase): void {
  // What pg knows of a connection beside what it declares.
  if (!(client instanceof pg.Client) || !('processID' in client && 'secretKey' in client)) return;
  const { host, port, processID, secretKey } = client;
  if (typeof processID !== 'number' || typeof secretKey !== 'number') return;
  const request = Buffer.alloc(16);
  [request.length, CANCEL_REQUEST, processID, secretKey].forEach((number, place) => {
    request.writeInt32BE(number, place * 4);
  });
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  socket.setTimeout(GRACE, () => socket.destroy());
  socket.on('error', () => undefined);
  socket.end(request);
}

/**
 * Behaves like PgBouncer with `pool_mode=transaction`, as far as a client can tell: it refuses the same parameters at the
 * start of a connection, and each client has two connections to the server, which its transactions and single statements
 * use in turn. Statements that need a session are recorded as faults.
 */
import { connect, createServer, type Socket } from 'node:net';
import { type Outcome, success } from '../../../src/core/model/failure.ts';
import { type RunningPostgres, startPostgres } from './start-postgres.ts';

export interface TransactionPooler {
  /** Returns the address of the same database through the pooler. */
  through(address: string): string;
  /** Parameters that were refused, and statements that need a session. */
  readonly faults: string[];
  /** The numbers of the used connections to the server, in order. */
  readonly carriers: number[];
  stop(): Promise<void>;
}

/** The parameters that PgBouncer tracks; it refuses all others. */
const accepted = ['user', 'database', 'client_encoding', 'application_name', 'datestyle', 'timezone'];

/** These statements need a session of their own, or leave state in it for the next client. */
const sessionStatement =
  /^\s*(set\s+(?!local\b|transaction\b)|reset|listen|unlisten|load|prepare|deallocate|discard|declare|create\s+temp)|\bpg_(try_)?advisory_(lock|unlock)|set_config\([^)]*false\s*\)|\btemporary\s+table\b/i;
const needsSession = (sql: string): boolean =>
  sql.split(';').some((statement) => sessionStatement.test(statement));

const PROTOCOL = 196_608;
const ENCRYPTION = 80_877_103;
const AUTHENTICATED = 0;
const PASSWORD = 3;

/** Starts a Postgres behind the pooler. Ending it fails if a client used a feature that a pooler does not have. */
export async function startPooledPostgres(): Promise<Outcome<RunningPostgres, string>> {
  const started = await startPostgres();
  if (!started.ok) return started;
  const server = started.value;
  const pooler = await startTransactionPooler(server.address);
  return success({
    ...server,
    address: pooler.through(server.address),
    addDatabase: async () => pooler.through(await server.addDatabase()),
    async stop() {
      await pooler.stop();
      await server.stop();
      if (pooler.faults.length > 0) throw new Error(`A pooler refuses: ${pooler.faults.join('; ')}`);
    },
  });
}

export async function startTransactionPooler(server: string): Promise<TransactionPooler> {
  const { hostname, port } = new URL(server);
  const faults: string[] = [];
  const carriers: number[] = [];
  const clients = new Set<Socket>();
  let opened = 0;
  const dial = () => {
    opened += 1;
    // Sends small messages at once, because the wait for a full packet would take 40 ms each time.
    return { number: opened, socket: connect({ port: Number(port), host: hostname, noDelay: true }) };
  };
  const pooler = createServer({ noDelay: true }, (client) => {
    clients.add(client);
    serve(client, { dial, faults, carriers });
  });
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  const address = pooler.address();
  return {
    faults,
    carriers,
    through(store) {
      const url = new URL(store);
      url.port = typeof address === 'object' && address !== null ? `${address.port}` : '';
      return url.href;
    },
    async stop() {
      for (const client of clients) client.destroy();
      await new Promise<void>((resolve) => void pooler.close(() => resolve()));
    },
  };
}

interface ServerConnection {
  readonly number: number;
  readonly socket: Socket;
}

interface Pooler {
  dial(): ServerConnection;
  readonly faults: string[];
  readonly carriers: number[];
}

const typeOf = (message: Buffer): string => String.fromCharCode(message[0] ?? 0);

/** Reads whole messages. The first message of a client has no type, so it gets 0. */
function read(socket: Socket, act: (message: Buffer) => void, hasType = true): void {
  let rest = Buffer.alloc(0);
  let isTyped = hasType;
  socket.on('data', (piece) => {
    rest = Buffer.concat([rest, typeof piece === 'string' ? Buffer.from(piece) : piece]);
    for (;;) {
      const start = isTyped ? 1 : 0;
      if (rest.length < start + 4) return;
      const end = start + rest.readInt32BE(start);
      if (rest.length < end) return;
      const message = Buffer.concat([Buffer.alloc(1 - start), rest.subarray(0, end)]);
      rest = rest.subarray(end);
      if (!isTyped) isTyped = message.readInt32BE(5) !== ENCRYPTION;
      act(message);
    }
  });
  socket.on('error', () => socket.destroy());
}

function write(type: string, ...parts: readonly (string | number | Buffer)[]): Buffer {
  const int = (value: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(`${part}\0`);
      return typeof part === 'number' ? int(part) : part;
    }),
  );
  return Buffer.concat([Buffer.from(type), int(body.length + 4), body]);
}

/** Parameters are a list of alternating names and values. */
function parametersOf(message: Buffer): ReadonlyMap<string, string> {
  const words = message.subarray(9).toString().split('\0');
  const parameters = new Map<string, string>();
  for (let index = 0; words[index]; index += 2) parameters.set(words[index] ?? '', words[index + 1] ?? '');
  return parameters;
}

/** Serves the start of a client's connection; then its transactions use the two server connections in turn. */
function serve(client: Socket, pooler: Pooler): void {
  let parameters: ReadonlyMap<string, string> = new Map();
  let backends: readonly ServerConnection[] = [];
  let turn = 0;
  let carrier: ServerConnection | null = null;
  const relay = (reply: Buffer) => {
    client.write(reply);
    if (typeOf(reply) === 'Z' && typeOf(reply.subarray(5)) === 'I') carrier = null;
  };
  const logIn = async (password: string) => {
    backends = [pooler.dial(), pooler.dial()];
    for (const { socket } of backends) socket.on('close', () => client.destroy());
    const [greeting] = await Promise.all(
      backends.map((backend) => open(backend.socket, parameters, password, relay)),
    );
    client.write(write('R', AUTHENTICATED));
    for (const message of greeting ?? []) client.write(message);
  };
  const pass = (message: Buffer) => {
    note(message, pooler.faults);
    if (typeOf(message) === 'X') return void client.end();
    if (carrier === null) {
      carrier = backends[turn % 2] ?? null;
      turn += 1;
      if (carrier !== null) pooler.carriers.push(carrier.number);
    }
    carrier?.socket.write(message);
  };
  const start = (message: Buffer) => {
    if (message.readInt32BE(5) === ENCRYPTION) return void client.write('N');
    parameters = parametersOf(message);
    const refused = [...parameters.keys()].filter((name) => !accepted.includes(name.toLowerCase()));
    if (refused.length === 0) return void client.write(write('R', PASSWORD));
    const words = `unsupported startup parameter: ${refused.join(', ')}`;
    pooler.faults.push(words);
    client.end(write('E', 'SFATAL', 'C08P01', `M${words}`, Buffer.alloc(1)));
  };
  const act = (message: Buffer) => {
    if (message[0] === 0) start(message);
    else if (backends.length > 0) pass(message);
    else void logIn(message.subarray(5, -1).toString());
  };
  read(client, act, false);
  client.on('close', () => {
    for (const { socket } of backends) socket.destroy();
  });
}

/** @returns the server's messages up to its first `ReadyForQuery` */
function open(
  socket: Socket,
  parameters: ReadonlyMap<string, string>,
  password: string,
  relay: (reply: Buffer) => void,
): Promise<readonly Buffer[]> {
  const greeting: Buffer[] = [];
  socket.write(write('', PROTOCOL, ...[...parameters].flat(), Buffer.alloc(1)));
  return new Promise((resolve) => {
    let isReady = false;
    read(socket, (message) => {
      const type = typeOf(message);
      if (isReady || type === 'E') relay(message);
      else if (type !== 'R') greeting.push(message);
      else if (message.readInt32BE(5) === PASSWORD) socket.write(write('p', password));
      if (isReady || type !== 'Z') return;
      isReady = true;
      resolve(greeting);
    });
  });
}

function note(message: Buffer, faults: string[]): void {
  const type = typeOf(message);
  const [first = '', second = ''] = message.subarray(5).toString().split('\0');
  if (type === 'P' && first !== '') faults.push(`prepared statement ${first}`);
  const sql = type === 'Q' ? first : second;
  if ((type === 'Q' || type === 'P') && needsSession(sql)) faults.push(sql);
}

/**
 * What PgBouncer does with `pool_mode=transaction`, as far as a client can tell: it refuses the same parameters at the
 * start of a connection, and gives each transaction, and each statement alone, another connection to the server than the
 * one before. What needs a session is noted.
 */
import { connect, createServer, type Socket } from 'node:net';
import { type Outcome, success } from '../../../src/core/model/failure.ts';
import { type RunningPostgres, startPostgres } from './start-postgres.ts';

export interface TransactionPooler {
  /** The same database, through the pooler. */
  through(address: string): string;
  /** Parameters that were refused, and statements that need a session. */
  readonly faults: string[];
  /** The numbers of the connections to the server that carried something, in order. */
  readonly carriers: number[];
  stop(): Promise<void>;
}

/** Those that PgBouncer follows by itself; it refuses all others. */
const accepted = ['user', 'database', 'client_encoding', 'application_name', 'datestyle', 'timezone'];

/** Each wants a session of its own, or leaves something in it that the next client finds. */
const ofSession =
  /^\s*(set\s+(?!local\b|transaction\b)|reset|listen|unlisten|load|prepare|deallocate|discard|declare|create\s+temp)|\bpg_(try_)?advisory_(lock|unlock)|set_config\([^)]*false\s*\)|\btemporary\s+table\b/i;

const needsSession = (sql: string): boolean => sql.split(';').some((one) => ofSession.test(one));

const [CANCEL, ENCRYPTION] = [80_877_102, 80_877_103];
const [AUTHENTICATED, PASSWORD] = [0, 3];

/** A Postgres of which only the pooler is known. Its end fails where something was asked that a pooler cannot give. */
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
  // Small messages go at once, in both directions: waiting for one to fill a packet costs 40 ms each.
  const dial = () => connect({ port: Number(port), host: hostname, noDelay: true });
  const shared: Shared = { dial, idle: [], sessions: new Map(), faults: [], carriers: [], opened: 0 };
  const clients = new Set<Socket>();
  const pooler = createServer({ noDelay: true }, (client) => {
    clients.add(client);
    client.on('error', () => client.destroy());
    greet(client, shared);
  });
  await new Promise<void>((resolve) => pooler.listen(0, '127.0.0.1', resolve));
  const address = pooler.address();
  return {
    faults: shared.faults,
    carriers: shared.carriers,
    through(store) {
      const url = new URL(store);
      url.port = typeof address === 'object' && address !== null ? `${address.port}` : '';
      return url.href;
    },
    async stop() {
      for (const socket of [...clients, ...shared.idle.map((backend) => backend.socket)]) socket.destroy();
      await new Promise<void>((resolve) => void pooler.close(() => resolve()));
    },
  };
}

interface Shared {
  readonly dial: () => Socket;
  /** That which has rested longest first. */
  readonly idle: Backend[];
  /** By the number that the client was told. */
  readonly sessions: Map<number, Session>;
  readonly faults: string[];
  readonly carriers: number[];
  opened: number;
}

interface Backend {
  readonly socket: Socket;
  readonly place: number;
  /** User, password and database: whose it is. */
  readonly login: string;
  /** What the server said of itself before its first `ReadyForQuery`, its key among it. */
  readonly greeting: readonly Buffer[];
  hear: (message: Buffer) => void;
}

interface Session {
  readonly client: Socket;
  readonly login: string;
  readonly parameters: ReadonlyMap<string, string>;
  backend: Backend | null;
  /** Messages that wait for a connection to the server. */
  waiting: Buffer[] | null;
}

const typeOf = (message: Buffer): string => String.fromCharCode(message[0] ?? 0);

/** Whole messages; the first of a client has no type, and is given with 0 in its place. */
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
      const message = isTyped
        ? rest.subarray(0, end)
        : Buffer.concat([Buffer.alloc(1), rest.subarray(0, end)]);
      rest = rest.subarray(end);
      if (!isTyped) isTyped = message.readInt32BE(5) !== ENCRYPTION;
      act(message);
    }
  });
}

function write(type: string, ...parts: readonly (string | number | Buffer)[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => {
      if (typeof part === 'string') return Buffer.from(`${part}\0`);
      if (typeof part !== 'number') return part;
      const number = Buffer.alloc(4);
      number.writeInt32BE(part);
      return number;
    }),
  );
  const head = Buffer.alloc(4);
  head.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), head, body]);
}

const refusal = (words: string): Buffer => write('E', 'SFATAL', 'C08P01', `M${words}`, Buffer.alloc(1));

/** Until the client may ask. */
function greet(client: Socket, shared: Shared): void {
  let session: Session | null = null;
  const start = (message: Buffer) => {
    const code = message.readInt32BE(5);
    if (code === ENCRYPTION) return void client.write('N');
    if (code === CANCEL) return cancel(client, shared, message.readInt32BE(9));
    const words = message.subarray(9).toString().split('\0');
    const parameters = new Map<string, string>();
    for (let place = 0; words[place] !== '' && words[place] !== undefined; place += 2)
      parameters.set(words[place] ?? '', words[place + 1] ?? '');
    const refused = [...parameters.keys()].filter((name) => !accepted.includes(name.toLowerCase()));
    if (refused.length > 0) {
      const words = `unsupported startup parameter: ${refused.join(', ')}`;
      shared.faults.push(words);
      return void client.end(refusal(words));
    }
    session = { client, login: '', parameters, backend: null, waiting: null };
    client.write(write('R', PASSWORD));
  };
  read(
    client,
    (message) => {
      if (message[0] === 0) start(message);
      else if (session === null) client.destroy();
      else if (session.login === '') session = logIn(session, shared, message);
      else pass(session, shared, message);
    },
    false,
  );
  client.on('close', () => session?.backend?.socket.destroy());
}

function logIn(session: Session, shared: Shared, message: Buffer): Session {
  const { parameters, client } = session;
  const password = message.subarray(5, -1).toString();
  const login = [parameters.get('user'), password, parameters.get('database')].join('\0');
  const named: Session = { ...session, login };
  take(named, shared, (backend) => {
    const number = shared.sessions.size + 1;
    shared.sessions.set(number, named);
    shared.idle.push(backend);
    const said = backend.greeting.filter((one) => typeOf(one) === 'S');
    client.write(Buffer.concat([write('R', AUTHENTICATED), ...said, write('K', number, 1)]));
    client.write(write('Z', Buffer.from('I')));
  });
  return named;
}

/** From the client to the server. */
function pass(session: Session, shared: Shared, message: Buffer): void {
  note(message, shared.faults);
  if (typeOf(message) === 'X') return void session.client.end();
  if (session.backend !== null) return void session.backend.socket.write(message);
  if (session.waiting !== null) return void session.waiting.push(message);
  session.waiting = [message];
  take(session, shared, (backend) => {
    shared.carriers.push(backend.place);
    session.backend = backend;
    backend.hear = (reply) => {
      session.client.write(reply);
      if (typeOf(reply) !== 'Z' || reply[5] !== 'I'.charCodeAt(0)) return;
      session.backend = null;
      backend.hear = () => undefined;
      shared.idle.push(backend);
    };
    for (const waiting of session.waiting ?? []) backend.socket.write(waiting);
    session.waiting = null;
  });
}

function note(message: Buffer, faults: string[]): void {
  const type = typeOf(message);
  const [first = '', second = ''] = message.subarray(5).toString().split('\0');
  if (type === 'P' && first !== '') faults.push(`prepared statement ${first}`);
  const sql = type === 'Q' ? first : second;
  if ((type === 'Q' || type === 'P') && needsSession(sql)) faults.push(sql);
}

/** At least two take turns, so that no client finds what it left in the session before. */
function take(session: Session, shared: Shared, use: (backend: Backend) => void): void {
  const own = shared.idle.filter(({ login }) => login === session.login);
  const [first] = own;
  if (first === undefined || own.length < 2) open(session, shared, use);
  else {
    shared.idle.splice(shared.idle.indexOf(first), 1);
    use(first);
  }
}

function open({ client, login, parameters }: Session, shared: Shared, use: (backend: Backend) => void): void {
  const socket = shared.dial();
  const [user = '', password = '', database = ''] = login.split('\0');
  const greeting: Buffer[] = [];
  shared.opened += 1;
  const becomeReady = (message: Buffer) => {
    greeting.push(message);
    const type = typeOf(message);
    if (type === 'R' && message.readInt32BE(5) === PASSWORD) socket.write(write('p', password));
    if (type === 'E') client.end(message);
    if (type !== 'Z') return;
    backend.hear = () => undefined;
    use(backend);
  };
  const backend: Backend = { socket, place: shared.opened, login, greeting, hear: becomeReady };
  const name = parameters.get('application_name') ?? '';
  const start = write(
    '',
    196_608,
    'user',
    user,
    'database',
    database,
    'application_name',
    name,
    Buffer.alloc(1),
  );
  socket.write(start);
  read(socket, (message) => backend.hear(message));
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    const place = shared.idle.indexOf(backend);
    if (place >= 0) shared.idle.splice(place, 1);
    else client.destroy();
  });
}

/** The number that the client was told is not that of the server. */
function cancel(client: Socket, { sessions, dial }: Shared, number: number): void {
  const key = sessions.get(number)?.backend?.greeting.find((one) => typeOf(one) === 'K');
  client.end();
  if (key === undefined) return;
  const socket = dial();
  socket.on('error', () => socket.destroy());
  socket.end(write('', CANCEL, key.subarray(5)));
}

/**
 * The control of the receipts: an HTTP server that parses the body, writes the same rows and answers once they are
 * committed, and does nothing else.
 *   node --import tsx e2e/bench/load/bare-server.ts file:PATH | postgres://…
 */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Libsql from 'libsql';
import pg from 'pg';
import { at, parseJson } from '../../../src/sandbox/json.ts';
import { print } from '../../../src/server/app/print.ts';

interface Row {
  readonly reference: string;
  readonly subject: string;
  readonly answers: readonly string[];
}

/** Writes all in one transaction. */
type Write = (rows: readonly Row[]) => Promise<void> | void;

/** Submissions of one transaction. */
const MOST = 64;

const tables = `create table if not exists submission (reference text primary key, subject text, accepted_at bigint);
  create table if not exists item (reference text, place integer, payload text, primary key (reference, place))`;

function openFile(path: string): Write {
  const file = new Libsql(path);
  file.exec(`pragma journal_mode = wal; pragma synchronous = full; ${tables}`);
  const [begin, commit] = [file.prepare('begin'), file.prepare('commit')];
  const submission = file.prepare('insert into submission values (?, ?, ?)');
  const item = file.prepare('insert into item values (?, ?, ?)');
  return (rows) => {
    begin.run();
    for (const { reference, subject, answers } of rows) {
      submission.run([reference, subject, Date.now()]);
      for (const [place, payload] of answers.entries()) item.run([reference, place, payload]);
    }
    commit.run();
  };
}

async function openPostgres(address: string): Promise<Write> {
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  // Several may begin at once.
  await client.query(`begin; select pg_advisory_xact_lock(1); ${tables}; commit`);
  return async (rows) => {
    const items = rows.flatMap(({ reference, answers }) =>
      answers.map((payload, place) => ({ reference, place, payload })),
    );
    await client.query('begin');
    await client.query('insert into submission select * from unnest($1::text[], $2::text[], $3::bigint[])', [
      rows.map(({ reference }) => reference),
      rows.map(({ subject }) => subject),
      rows.map(() => Date.now()),
    ]);
    await client.query('insert into item select * from unnest($1::text[], $2::integer[], $3::text[])', [
      items.map(({ reference }) => reference),
      items.map(({ place }) => place),
      items.map(({ payload }) => payload),
    ]);
    await client.query('commit');
  };
}

const store = process.argv[2] ?? '';
const write = store.startsWith('file:') ? openFile(store.slice('file:'.length)) : await openPostgres(store);

interface Waiting {
  readonly row: Row;
  readonly reply: ServerResponse;
}

const waiting: Waiting[] = [];
let isWriting = false;

/** What came while a transaction was written goes into the next. */
async function writeAll(): Promise<void> {
  if (isWriting) return;
  isWriting = true;
  while (waiting.length > 0) {
    const batch = waiting.splice(0, MOST);
    await write(batch.map(({ row }) => row));
    for (const { row, reply } of batch) {
      reply.writeHead(202, { 'content-type': 'application/vnd.api+json' });
      reply.end(JSON.stringify({ data: { type: 'submissions', id: row.reference } }));
    }
    // Lets in what has arrived.
    await new Promise((resolve) => setImmediate(resolve));
  }
  isWriting = false;
}

async function receive(incoming: IncomingMessage, reply: ServerResponse): Promise<void> {
  const data = at(parseJson(await text(incoming)), 'data');
  const answers = (Array.isArray(data) ? data : []).map((one) => JSON.stringify(one));
  const row = { reference: randomUUID(), subject: incoming.headers.authorization ?? '', answers };
  waiting.push({ row, reply });
  setImmediate(() => void writeAll());
}

const server = createServer((incoming, reply) => {
  receive(incoming, reply).catch(() => reply.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  print(`Bare  http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`);
});

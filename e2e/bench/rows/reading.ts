/**
 * What a form that is read costs the proxy's processor, beside a bare `node:http` proxy that passes the very same reply
 * on: each in a process of its own, in turns. And how many bytes the largest sample form is on the line.
 */

import { createServer } from 'node:http';
import { at, parseJson } from '../../../src/sandbox/json.ts';
import type { Processes } from '../../kills/processes.ts';
import { type Counted, startCounted, startCountedServer, withFileStore } from '../counted-server.ts';
import { ADMIN_KEY, list, MEDIA } from '../hostile/request.ts';
import { median } from '../median.ts';
import { fire, fireAll, type RawReply, type Shot } from '../reading/client.ts';
import type { Measured, RowGroup } from '../row.ts';

/** Requests of one kind at a time, and how often: their median counts. */
const [REQUESTS, ROUNDS] = [120, 5];
/** The largest replies are so many bytes that fewer do. */
const LARGE_REQUESTS = 24;
/** Times the bare proxy (`src/README.md#budgets`). */
const BUDGET = 2;
/** KiB: 60 kB. */
const LARGEST = 58.6;

export const readingRow: RowGroup = {
  name: 'reading',
  measure: () => withFileStore(measure),
};

interface Kind {
  readonly row: string;
  readonly status: number;
  /** The requests of one round. */
  shots(): Promise<readonly Shot[]> | readonly Shot[];
}

async function measure(processes: Processes, store: string): Promise<readonly Measured[]> {
  const [ours, control] = [await startCountedServer(processes, store), await startControl(processes)];
  const kinds = await kindsOf(ours.address);
  const measured: Measured[] = [];
  for (const kind of kinds) measured.push(await compare(ours, control, kind));
  return [...measured, await measureBytes(ours.address)];
}

async function compare(ours: Counted, control: Control, kind: Kind): Promise<Measured> {
  const [own, bare]: [number[], number[]] = [[], []];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const shots = await kind.shots();
    const [first] = shots;
    if (first === undefined) throw new Error('Nothing is asked.');
    // What is compressed once is, before the control is given the reply.
    if (round === 0) await fireAll(ours.address, shots, kind.status);
    else own.push(await costOf(ours, shots, kind.status));
    if (round === 0) control.passOn(await fire(ours.address, first));
    const cost = await costOf(control, shots, kind.status);
    if (round > 0) bare.push(cost);
  }
  const [widget, handWritten] = [median(own), median(bare)];
  return { row: kind.row, widget, handWritten, unit: 'ms', budget: BUDGET };
}

/** Milliseconds of the processor for one of them. */
async function costOf({ address, used }: Counted, shots: readonly Shot[], status: number): Promise<number> {
  const before = await used();
  await fireAll(address, shots, status);
  return ((await used()) - before) / shots.length;
}

const QUESTIONS = '/api/v1/questions?include=conditional_questions';
/** Of the sample forms `engineer` and `thousand`, which has 2,500 questions. */
const [JOB, LARGE_JOB] = ['4711', '4714'];

async function kindsOf(address: string): Promise<readonly Kind[]> {
  const [token, large] = [await openSession(address, JOB), await openSession(address, LARGE_JOB)];
  const read = (headers: object, of = token): Shot => ({
    method: 'GET',
    path: QUESTIONS,
    headers: { authorization: `Bearer ${of}`, ...headers },
  });
  const again = (row: string, shot: Shot, count = REQUESTS, status = 200): Kind => ({
    row: `reading a form, ${row}`,
    status,
    shots: () => list(count, () => shot),
  });
  const brotli = { 'accept-encoding': 'gzip, deflate, br' };
  const { headers } = await fire(address, read(brotli));
  return [
    {
      row: 'reading a form, first read of a session',
      status: 200,
      shots: () => Promise.all(list(REQUESTS, async () => read(brotli, await openSession(address, JOB)))),
    },
    again('brotli', read(brotli)),
    again('gzip', read({ 'accept-encoding': 'gzip' })),
    again('not compressed', read({})),
    again(
      '304',
      read({ ...brotli, 'if-none-match': headers.etag ?? '' }),
      REQUESTS,
      headers.etag ? 304 : 200,
    ),
    again('2,500 questions, brotli', read(brotli, large), LARGE_REQUESTS),
    again('2,500 questions, gzip', read({ 'accept-encoding': 'gzip' }, large), LARGE_REQUESTS),
    again('opened with its session', openShot(brotli), REQUESTS, 201),
  ];
}

const openShot = (headers: object): Shot => ({
  method: 'POST',
  path: '/sessions?include=questions',
  headers: { ...MEDIA, origin: 'https://careers.example.com', ...headers },
  body: sessionBody(JOB),
});

const sessionBody = (job: string): string =>
  JSON.stringify({ data: { type: 'sessions', attributes: { job, tenant: 'default' } } });

async function measureBytes(address: string): Promise<Measured> {
  const authorization = `Bearer ${await openSession(address, LARGE_JOB)}`;
  const headers = { authorization, 'accept-encoding': 'gzip, deflate, br' };
  const { bytes } = await fire(address, { method: 'GET', path: QUESTIONS, headers });
  const widget = bytes.byteLength / 1024;
  return {
    row: 'form of 2,500 questions, on the line',
    widget,
    handWritten: null,
    unit: 'KiB',
    budget: LARGEST,
  };
}

async function openSession(address: string, job: string): Promise<string> {
  const headers = { ...MEDIA, authorization: `Bearer ${ADMIN_KEY}` };
  const { bytes } = await fire(address, {
    method: 'POST',
    path: '/sessions',
    headers,
    body: sessionBody(job),
  });
  return String(at(parseJson(bytes.toString()), 'data', 'attributes', 'token'));
}

interface Control extends Counted {
  /** From now on every request is answered with this. */
  passOn(reply: RawReply): void;
}

async function startControl(processes: Processes): Promise<Control> {
  let told: RawReply = { status: 200, headers: {}, bytes: Buffer.alloc(0) };
  const upstream = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(told.status, told.headers).end(told.bytes));
  });
  upstream.keepAliveTimeout = 600_000;
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  processes.afterwards(async () => {
    upstream.closeAllConnections();
    upstream.close();
  });
  const place = upstream.address();
  const port = typeof place === 'object' && place !== null ? place.port : 0;
  const counted = await startCounted(processes, {
    path: './reading/bare-proxy.ts',
    ready: /Processor {2}(\S+)[\s\S]*Bare proxy {2}(\S+)/,
    environment: { UPSTREAM: `http://127.0.0.1:${port}` },
  });
  return {
    ...counted,
    passOn: (reply) => {
      told = reply;
    },
  };
}

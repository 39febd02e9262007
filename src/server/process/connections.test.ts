import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { applicationId, questionId } from '../../core/model/ids.ts';
import { systemClock } from '../clock.ts';
import type { FileSource } from '../ports.ts';
import { writeAnswer } from '../service/bodies.ts';
import { createService } from '../service/create-service.ts';
import type { ServiceErrorKind } from '../service/service-error.ts';
import { createVirtualClock } from '../virtual-clock.support.ts';
import { createUndiciSend, type OpenPort, openPort } from './connections.ts';

const { send, close: closeSends } = createUndiciSend();

/** Milliseconds that a request may take; `runOut` lets them pass. */
const LIMIT = 10_000;
const clock = createVirtualClock();
const runOut = () => void clock.run(clock.next() ?? 0);

let answer: RequestListener;
let [requests, visits] = [0, 0];
const oddServer = createServer((request, response) => {
  requests += 1;
  request.resume();
  answer(request, response);
});
const elsewhere = createServer((_request, response) => {
  visits += 1;
  response.end();
});
/** Accepts connections but never answers, so a TLS handshake with it never ends. */
const muteServer = createTcpServer(() => undefined);
const servers = [oddServer, elsewhere, muteServer];

const portOf = (server: { address(): string | AddressInfo | null }) => {
  const address = server.address();
  return typeof address === 'object' ? address?.port : address;
};
const at = (server: { address(): string | AddressInfo | null }) => `http://127.0.0.1:${portOf(server)}`;

beforeAll(async () => {
  for (const server of servers)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
});
beforeEach(() => {
  [requests, visits] = [0, 0];
});
afterAll(async () => {
  await closeSends();
  for (const server of servers) server.close();
  for (const server of [oddServer, elsewhere]) server.closeAllConnections();
});

const fileOf = (bytes: Buffer): FileSource => ({
  name: 'cv.pdf',
  type: 'application/pdf',
  size: bytes.byteLength,
  async *chunks() {
    for (let from = 0; from < bytes.byteLength; from += 65_536) yield bytes.subarray(from, from + 65_536);
  },
});
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(300_000, 'x')]);

/** Sends one POST, and returns 'ok' or the kind of its error. */
async function post(baseUrl: string, file?: FileSource) {
  const service = createService({ baseUrl, key: 'k', send, readLimit: LIMIT, writeLimit: LIMIT, clock });
  const value =
    file === undefined ? ({ kind: 'text', text: 'x' } as const) : ({ kind: 'document', file } as const);
  const body = writeAnswer({ question: questionId('101'), value }, applicationId('1'));
  const reply = await service.createAnswer(body, file);
  return reply.ok ? 'ok' : reply.error.kind;
}

const reply =
  (status: number, headers: Record<string, string>, body: string | Buffer = ''): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);
const stored = '{"data":{"type":"answers","id":"7"}}';
const packed = { 'content-encoding': 'gzip' };

test.each<[string, RequestListener, 'ok' | ServiceErrorKind]>([
  ['a reply in gzip', reply(201, packed, gzipSync(stored)), 'ok'],
  ['64 MiB in gzip', reply(201, packed, gzipSync(Buffer.alloc(64 * 1_048_576, ' '))), 'bad_document'],
  ['a 304', reply(304, {}), 'bad_document'],
  ['a connection that is dropped', ({ socket }) => socket.destroy(), 'interrupted'],
  ['no reply', runOut, 'timeout'],
])('%s gives its outcome', async (_name, listener, kind) => {
  answer = listener;
  expect(await post(at(oddServer))).toBe(kind);
  expect(requests).toBe(1);
});

test.each([302, 307])('a redirect with status %i is not followed, with or without a file', async (status) => {
  answer = (_request, response) => response.writeHead(status, { location: `${at(elsewhere)}/` }).end();
  expect(await post(at(oddServer))).toBe('bad_document');
  expect(await post(at(oddServer), fileOf(pdf))).toBe('interrupted');
  expect([requests, visits]).toEqual([2, 0]);
});

test('a connection is reused for further requests, and closes when all have ended', async () => {
  const { send, close } = createUndiciSend();
  const ports: unknown[] = [];
  answer = ({ socket }, response) => {
    ports.push(socket.remotePort);
    response.writeHead(201).end('{"data":{"type":"answers","id":"7"}}');
  };
  const service = createService({ baseUrl: at(oddServer), key: 'k', send });
  for (let number = 0; number < 6; number += 1)
    await service.createAnswer(
      writeAnswer({ question: questionId('1'), value: { kind: 'boolean', value: true } }, applicationId('1')),
    );
  // The first connection may still be busy when the second request starts.
  expect(new Set(ports).size).toBeLessThanOrEqual(2);
  await close();
  expect(await service.probe()).toEqual({ ok: false, error: { kind: 'interrupted' } });
});

async function open(): Promise<OpenPort> {
  const opened = await openPort('127.0.0.1', 0, systemClock);
  if (!opened.ok) throw new Error(opened.error);
  opened.value.answerWith((_request, response) => void response.end('here'));
  return opened.value;
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

test('a request that arrived before the port closes gets its reply', async () => {
  const port = await open();
  const socket = connect(port.port, '127.0.0.1').setEncoding('utf8');
  socket.write(REQUEST);
  await once(socket, 'data');
  socket.write(REQUEST);
  const replied = once(socket, 'data');
  port.closeAfterReplies();
  const closed = port.close();
  expect(String(await replied)).toContain('here');
  await closed;
});

import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect, createServer as createTcpServer } from 'node:net';
import { gzipSync } from 'node:zlib';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { applicationId, questionId } from '../../core/model/ids.ts';
import { callerOf } from '../../sandbox/caller.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import type { Disturbance } from '../../sandbox/faults/disturbance.ts';
import { type Faults, noFaults } from '../../sandbox/faults/faults.ts';
import { systemClock } from '../clock.ts';
import type { FileSource } from '../ports.ts';
import { writeAnswer } from '../service/bodies.ts';
import { createService } from '../service/create-service.ts';
import type { ServiceErrorKind } from '../service/service-error.ts';
import { createVirtualClock } from '../virtual-clock.support.ts';
import { createUndiciSend, type OpenPort, openPort } from './connections.ts';

const { send, close: closeSends } = createUndiciSend();

/** Milliseconds that a request may take: they pass once it waits for what never comes. */
const LIMIT = 10_000;
const clock = createVirtualClock();
const runOut = () => void clock.run(clock.next() ?? 0);

const sandbox = createSandbox({
  sleep: (_milliseconds, signal) =>
    new Promise((resolve) => {
      signal?.addEventListener('abort', () => resolve());
      runOut();
    }),
});
const sandboxServer = createAdaptorServer({
  fetch: (request, { incoming }) => sandbox.fetch(request, callerOf(incoming)),
});
/** What the sandbox would never answer. */
let answer: RequestListener;
let [asked, visits] = [0, 0];
const oddServer = createServer((request, response) => {
  asked += 1;
  request.resume();
  answer(request, response);
});
const elsewhere = createServer((_request, response) => {
  visits += 1;
  response.end();
});
/** Accepts connections but never answers, so a TLS handshake with it never ends. */
const muteServer = createTcpServer(() => undefined);
let closedPort = 0;
const servers = [sandboxServer, oddServer, elsewhere, muteServer];

const portOf = (server: { address(): string | AddressInfo | null }) => {
  const address = server.address();
  return typeof address === 'object' ? address?.port : address;
};
const at = (server: { address(): string | AddressInfo | null }) => `http://127.0.0.1:${portOf(server)}`;

beforeAll(async () => {
  for (const server of servers)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
});
beforeAll(async () => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', () => resolve()));
  closedPort = Number(portOf(closed));
  await new Promise((resolve) => closed.close(resolve));
});
beforeEach(() => {
  sandbox.setFaults(noFaults);
  [asked, visits] = [0, 0];
});
afterAll(async () => {
  await closeSends();
  for (const server of servers) server.close();
  for (const server of [sandboxServer as Server, oddServer, elsewhere]) server.closeAllConnections();
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

const serviceAt = (baseUrl: string, options: { key?: string } = {}) =>
  createService({
    baseUrl,
    key: options.key ?? sandbox.key,
    send,
    readLimit: LIMIT,
    writeLimit: LIMIT,
    clock,
  });
/** One POST; the kind of what became of it. */
async function post(baseUrl: string, options: { key?: string; file?: FileSource } = {}) {
  const { file } = options;
  const body = writeAnswer(
    file === undefined
      ? { question: questionId('101'), value: { kind: 'text', text: 'A planner' } }
      : { question: questionId('101'), value: { kind: 'document', file } },
    applicationId(sandbox.applyTo('engineer')),
  );
  const reply = await serviceAt(baseUrl, options).createAnswer(body, file);
  return reply.ok ? 'ok' : reply.error.kind;
}

const disturbed = (reply: Disturbance['reply'], change: Partial<Disturbance> = {}): Partial<Faults> => ({
  disturb: [
    {
      path: '/api/v1/answers',
      method: 'POST',
      reply,
      commit: 'now',
      after: 0,
      retry_after: null,
      requests: null,
      probability: 1,
      ...change,
    },
  ],
});

test.each<[string, Partial<Faults>, 'ok' | ServiceErrorKind, { key?: string }?]>([
  ['nothing goes wrong', {}, 'ok'],
  ['the connection is dropped', disturbed('drop'), 'interrupted'],
  ['the reply is cut', disturbed('cut'), 'interrupted'],
  ['there is no reply', disturbed('silence'), 'timeout'],
  ['a page comes', disturbed('html'), 'bad_document'],
  ['nothing is named', disturbed('no_id'), 'bad_document'],
  ['a 429 comes', disturbed(429, { retry_after: 7 }), 'rate_limited'],
  ['the key is wrong', {}, 'unauthorized', { key: 'another' }],
])('when %s, its cause is said and nothing is asked twice', async (_case, faults, kind, options = {}) => {
  sandbox.setFaults({ ...noFaults, ...faults });
  const before = sandbox.requests().length;
  expect(await post(at(sandboxServer), options)).toBe(kind);
  // One that gets no reply is written down when its connection has ended.
  await expect.poll(() => sandbox.requests().length - before).toBe(1);
});

test('a file arrives whole with its length', async () => {
  const application = sandbox.applyTo('one-of-each');
  const form = sandbox.forms.find(({ name }) => name === 'one-of-each');
  const question = form?.questions.find(({ type }) => type === 'document')?.id ?? '';
  const file = fileOf(pdf);
  const body = writeAnswer(
    { question: questionId(question), value: { kind: 'document', file } },
    applicationId(application),
  );
  expect(await serviceAt(at(sandboxServer)).createAnswer(body, file)).toMatchObject({ ok: true });
  expect(JSON.stringify(sandbox.answers(application))).toContain('cv.pdf');
});

const reply =
  (status: number, headers: Record<string, string>, body: string | Buffer = ''): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(body);
const stored = '{"data":{"type":"answers","id":"7"}}';
const packed = { 'content-encoding': 'gzip' };

test.each<[string, RequestListener, 'ok' | ServiceErrorKind]>([
  ['9 MiB', reply(201, {}, ' '.repeat(9 * 1_048_576)), 'bad_document'],
  ['a reply in gzip', reply(201, packed, gzipSync(stored)), 'ok'],
  ['64 MiB in gzip', reply(201, packed, gzipSync(Buffer.alloc(64 * 1_048_576, ' '))), 'bad_document'],
  ['a 304', reply(304, {}), 'bad_document'],
])('%s has its cause', async (_case, listener, kind) => {
  answer = listener;
  expect(await post(at(oddServer))).toBe(kind);
  expect(asked).toBe(1);
});

test.each([302, 307])('a %i is not followed, with a file or without', async (status) => {
  answer = (_request, response) => response.writeHead(status, { location: `${at(elsewhere)}/` }).end();
  expect(await post(at(oddServer))).toBe('bad_document');
  expect(await post(at(oddServer), { file: fileOf(pdf) })).toBe('interrupted');
  expect([asked, visits]).toEqual([2, 0]);
});

test.each<[string, () => string, ServiceErrorKind]>([
  ['the port is closed', () => `http://127.0.0.1:${closedPort}`, 'unreachable'],
  ['the other side does not speak TLS', () => at(sandboxServer).replace('http:', 'https:'), 'interrupted'],
  ['a connection never comes to stand', () => at(muteServer).replace('http:', 'https:'), 'timeout'],
])('when %s, its cause is said, with a file or without', async (_case, address, kind) => {
  for (const file of [undefined, fileOf(Buffer.from('%PDF'))]) {
    const posting = post(address(), { ...(file && { file }) });
    if (kind === 'timeout') {
      await expect.poll(() => clock.next()).not.toBeNull();
      runOut();
    }
    expect(await posting).toBe(kind);
  }
});

test('a connection stays for further requests, and is gone when all have ended', async () => {
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
  // The first is not free yet when the second request comes.
  expect(new Set(ports).size).toBeLessThanOrEqual(2);
  await close();
  expect(await service.probe()).toEqual({ ok: false, error: { kind: 'interrupted' } });
});

test('who waits for a reply when all are ended learns that the connection broke', async () => {
  const { send, close } = createUndiciSend();
  const arrived = new Promise<void>((resolve) => {
    answer = () => resolve();
  });
  const waiting = createService({ baseUrl: at(oddServer), key: 'k', send }).probe();
  await arrived;
  await close();
  expect(await waiting).toEqual({ ok: false, error: { kind: 'interrupted' } });
});

async function open(): Promise<OpenPort> {
  const opened = await openPort('127.0.0.1', 0, systemClock);
  if (!opened.ok) throw new Error(opened.error);
  opened.value.answerWith((_request, response) => void response.end('here'));
  return opened.value;
}

const REQUEST = 'GET / HTTP/1.1\r\nHost: here\r\n\r\n';

test('a request that has arrived when the port closes is answered on its idle connection', async () => {
  const port = await open();
  const socket = connect(port.port, '127.0.0.1').setEncoding('utf8');
  socket.write(REQUEST);
  await once(socket, 'data');
  socket.write(REQUEST);
  const replied = once(socket, 'data');
  port.sendAway();
  const closed = port.close();
  expect(String(await replied)).toContain('here');
  await closed;
});

test('requests whose connections are not yet taken when the port closes are answered', async () => {
  const port = await open();
  const sockets = Array.from({ length: 20 }, () => connect(port.port, '127.0.0.1').setEncoding('utf8'));
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const replied = sockets.map((socket) => once(socket, 'data'));
  for (const socket of sockets) socket.write(REQUEST);
  port.sendAway();
  const closed = port.close();
  for (const reply of await Promise.all(replied)) expect(String(reply)).toContain('here');
  await closed;
});

/** A connection to a real server that neither answers nor fails, with a fake clock. */

import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import type { Outcome } from '../../core/model/failure.ts';
import { fileId, questionId, reference, revision } from '../../core/model/ids.ts';
import { quiet } from '../settle.support.ts';
import { failureOf, loadForm, openSession } from './access.ts';
import { removeFile, stageFile } from './files.ts';
import { type Connection, requestProxy, type Trouble } from './request.ts';
import { readReceipt, submit } from './submissions.ts';

let server: Server;
let connection: Connection;
/** Connections in the order of their requests; the server answers none. */
let sockets: Socket[];
let page: EventTarget;
let life: AbortController;
/** A spy on `setTimeout`: every sign of a reply restarts the time limit. */
let timers: MockInstance;

beforeEach(async () => {
  sockets = [];
  page = new EventTarget();
  life = new AbortController();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  timers = vi.spyOn(globalThis, 'setTimeout');
  server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => sockets.push(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  connection = {
    endpoint: `http://127.0.0.1:${port}`,
    token: 'sealed',
    fetch: vi.fn(fetch),
    life: life.signal,
  };
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const socket of sockets) socket.destroy();
  server.close();
});

const upload = (address: string, init: RequestInit) => fetch(address, init);

const file = { id: fileId('f1'), name: 'cv.pdf', content: new Blob(['x']), purpose: 'question 1' };
const sending = {
  details: null,
  answers: [{ question: questionId('1'), part: 0, value: { kind: 'text' as const, text: 'x' } }],
  meta: { revision: revision('r'), locale: null, source: null },
};

const codeOf = (outcome: Outcome<unknown, Trouble>) =>
  outcome.ok ? 'answered' : failureOf(outcome.error).code;

/** Waits in real time for the local connection, because the test's own clock is stopped. */
async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

const arrived = (count: number) => until(() => sockets.length >= count);

async function say(text: string | Buffer): Promise<void> {
  const before = timers.mock.calls.length;
  sockets[0]?.write(text);
  await until(() => timers.mock.calls.length > before);
}

const everyRequest: readonly [string, number, () => Promise<Outcome<unknown, Trouble>>][] = [
  ['loading the questions', 15_000, () => loadForm(connection, 'de')],
  ['a session', 15_000, () => openSession(connection, { job: '1', tenant: 'default' })],
  ['following', 15_000, () => readReceipt(connection, reference('REF-1'))],
  ['removing a file', 15_000, () => removeFile(connection, file.id)],
  ['sending', 20_100, () => submit(connection, sending)],
  [
    'an upload',
    30_000,
    () => stageFile(connection, { ...file, upload, signal: life.signal, onProgress: () => {} }),
  ],
];

describe('a server that does not answer', () => {
  test.each(everyRequest)('%s times out after %i ms and can be retried', async (_name, limit, ask) => {
    const asking = ask();
    let ended: Outcome<unknown, Trouble> | undefined;
    void asking.then((outcome) => {
      ended = outcome;
    });
    await arrived(1);
    await vi.advanceTimersByTimeAsync(limit - 200);
    expect(ended).toBeUndefined();
    await vi.advanceTimersByTimeAsync(300);
    const outcome = await asking;
    expect(codeOf(outcome)).toBe('timed_out');
    expect(!outcome.ok && failureOf(outcome.error).retryable).toBe(true);
  });

  test('a slow reply is read to its end', async () => {
    const body = JSON.stringify({ data: [], meta: { title: 'Pflege – Äpfel' } });
    const bytes = Buffer.from(body);
    const asking = requestProxy(connection, '/api/v1/questions');
    await arrived(1);
    await say(`HTTP/1.1 200 OK\r\ncontent-length: ${bytes.length}\r\n\r\n`);
    for (const byte of bytes) {
      await vi.advanceTimersByTimeAsync(4_000);
      await say(Buffer.from([byte]));
    }
    expect(await asking).toMatchObject({ ok: true, value: { status: 200, document: JSON.parse(body) } });
  });

  test('a reply that stops midway times out 15 s after its last byte', async () => {
    const asking = requestProxy(connection, '/api/v1/questions');
    let isOver = false;
    void asking.then(() => {
      isOver = true;
    });
    await arrived(1);
    await vi.advanceTimersByTimeAsync(14_000);
    await say('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n');
    await say('{');
    await vi.advanceTimersByTimeAsync(14_900);
    expect(isOver).toBe(false);
    await vi.advanceTimersByTimeAsync(200);
    expect(codeOf(await asking)).toBe('timed_out');
  });
});

describe('a restored page', () => {
  const back = (persisted: boolean) =>
    page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }));
  const answer = (socket: Socket | undefined) =>
    socket?.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}');

  test('from the back-forward cache asks again, and takes the answer', async () => {
    const asking = requestProxy(connection, '/api/v1/questions');
    await arrived(1);
    back(false);
    await quiet();
    expect(connection.fetch).toHaveBeenCalledTimes(1);
    back(true);
    await arrived(2);
    answer(sockets[1]);
    expect(codeOf(await asking)).toBe('answered');
  });

  test.each([
    ['when it is shown again', () => back(false)],
    ['when the suspended timer runs out', () => vi.advanceTimersByTimeAsync(15_000)],
  ])('after a long sleep asks again %s', async (_name, wake) => {
    const asking = requestProxy(connection, '/api/v1/questions');
    await arrived(1);
    vi.setSystemTime(Date.now() + 3_600_000);
    await wake();
    await arrived(2);
    answer(sockets[1]);
    expect(codeOf(await asking)).toBe('answered');
  });
});

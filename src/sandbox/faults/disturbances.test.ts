import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callerOf } from '../caller.ts';
import { answerBody, ask, post } from '../client.support.ts';
import { createSandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';
import type { Disturbance } from './disturbance.ts';
import { noFaults } from './faults.ts';

/** Ends a wait of the sandbox. */
const waits: (() => void)[] = [];
const sandbox = createSandbox({
  sleep: (_milliseconds, signal) =>
    new Promise((resolve) => {
      waits.push(resolve);
      signal?.addEventListener('abort', () => resolve());
    }),
});
const server = createAdaptorServer({
  fetch: (request, { incoming }) => sandbox.fetch(request, callerOf(incoming)),
});
let origin = '';
let application = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
});

beforeEach(() => {
  sandbox.setFaults(noFaults);
  application = sandbox.applyTo('engineer');
});

afterAll(() => {
  (server as Server).closeAllConnections();
  server.close();
});

const headers = { 'x-api-key': 'sandbox-key', 'content-type': 'application/vnd.api+json' };

/** Over a socket. */
const send = (signal: AbortSignal | null = null) =>
  fetch(`${origin}/api/v1/answers`, {
    method: 'POST',
    headers,
    signal,
    body: JSON.stringify(
      answerBody({ question: '101', application, attributes: { text_answer: 'A planner' } }),
    ),
  });

const disturb = (one: Partial<Disturbance>) =>
  fetch(`${origin}/_control/faults`, {
    method: 'PUT',
    body: JSON.stringify({ disturb: [{ path: '/api/v1/answers', method: 'POST', ...one }] }),
  });

const endWaits = () => {
  for (const end of waits.splice(0)) end();
};

const held = () => sandbox.answers(application).length;

describe('over a real connection', () => {
  test.each([
    ['none', 0],
    ['now', 1],
  ] as const)('one that is dropped, commit %s, holds %i', async (commit, count) => {
    expect((await disturb({ reply: 'drop', commit, requests: 1 })).status).toBe(200);
    await expect(send()).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } });
    expect(held()).toBe(count);
    expect(sandbox.requests(application).map(({ status }) => status)).toEqual([0]);
    expect((await send()).status).toBe(201);
  });

  test.each([
    ['none', 0],
    ['now', 1],
  ] as const)('a body that is cut, commit %s, begins well and never ends', async (commit, count) => {
    await disturb({ reply: 'cut', commit });
    const reply = await send();
    expect(reply.ok).toBe(true);
    expect(Number(reply.headers.get('content-length'))).toBeGreaterThan(50);
    await expect(reply.text()).rejects.toThrow('terminated');
    expect(held()).toBe(count);
  });

  test('silence lasts until the client gives up, and what was stored is stored', async () => {
    await disturb({ reply: 'silence', commit: 'now' });
    const client = new AbortController();
    const sending = send(client.signal);
    await expect.poll(held).toBe(1);
    client.abort();
    await expect(sending).rejects.toThrow();
    expect(held()).toBe(1);
  });

  test('a late commit comes after the client has its error', async () => {
    await disturb({ reply: 500, commit: 'late', after: 60 });
    const reply = await send();
    expect([reply.status, held()]).toEqual([500, 0]);
    endWaits();
    await expect.poll(held).toBe(1);
  });
});

const body = () => answerBody({ question: '101', application, attributes: { text_answer: 'x' } });
const set = (...disturbances: readonly Partial<Disturbance>[]) =>
  sandbox.setFaults({
    ...noFaults,
    seed: 7,
    disturb: disturbances.map((one) => ({
      path: '/api',
      method: null,
      reply: 500,
      commit: 'none',
      after: 0,
      retry_after: null,
      requests: null,
      probability: 1,
      ...one,
    })),
  });

describe('what comes instead', () => {
  test('a page, with status 200', async () => {
    set({ reply: 'html', commit: 'now' });
    const reply = await post(sandbox, body());
    expect([reply.status, reply.headers.get('content-type'), held()]).toEqual([200, 'text/html', 1]);
  });

  test('JSON with the right status, and no id in it', async () => {
    set({ reply: 'no_id', commit: 'now' });
    const request = { method: 'POST', body: JSON.stringify(body()), fault: '/data:' };
    const reply = await ask(sandbox, '/api/v1/answers', request);
    expect([reply.status, reply.body, held()]).toEqual([201, { data: {}, meta: {} }, 1]);
  });

  test.each([
    [429, 3, '3'],
    [429, null, null],
    [500, null, null],
  ])('status %i, with Retry-After %s', async (status, retryAfter, header) => {
    set({ reply: status, retry_after: retryAfter });
    const reply = await post(sandbox, body());
    expect([reply.status, reply.headers.get('retry-after'), held()]).toEqual([status, header, 0]);
  });
});

describe('which requests it affects', () => {
  test('only this method and this path', async () => {
    set({ path: '/api/v1/applications', method: 'POST' });
    expect((await ask(sandbox, `/api/v1/applications/${application}`)).status).toBe(200);
    expect((await post(sandbox, body())).status).toBe(201);
    expect((await ask(sandbox, '/api/v1/applications', { method: 'POST', body: '{}' })).status).toBe(500);
  });

  test('the next so many, then the next rule', async () => {
    set({ reply: 500, requests: 2 }, { reply: 429, requests: 1 });
    const statuses = [];
    for (let time = 0; time < 4; time += 1) statuses.push((await post(sandbox, body())).status);
    expect(statuses).toEqual([500, 500, 429, 201]);
  });

  test('about its share of all, and the same ones for the same seed', async () => {
    const run = async () => {
      set({ reply: 500, probability: 0.25 });
      const statuses = [];
      for (let time = 0; time < 40; time += 1) statuses.push((await post(sandbox, body())).status);
      return statuses;
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set([201, 500]));
    expect(await run()).toEqual(first);
  });
});

test('a read that lags shows what was stored so long ago, and neither hides nor invents anything else', async () => {
  let now = 1_000_000;
  const slow = createSandbox({ now: () => now });
  const own = slow.applyTo('engineer');
  const read = async () => (await ask(slow, `/api/v1/applications/${own}?include=answers`)).body;
  const count = async () => Object(at(await read(), 'included')).length;
  slow.setFaults({ ...noFaults, reads_lag: 2000 });
  expect((await ask(slow, `/api/v1/applications/${own}`)).status).toBe(404);
  now += 2000;
  await post(slow, answerBody({ question: '101', application: own, attributes: { text_answer: 'x' } }));
  now += 1999;
  expect(await count()).toBe(0);
  now += 1;
  expect(await count()).toBe(1);
});

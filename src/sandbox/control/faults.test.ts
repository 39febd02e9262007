import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callerOf } from '../caller.ts';
import { answerBody, ask, firstError, post } from '../client.support.ts';
import { createSandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';
import type { Disturbance } from './faults.ts';

/** Functions that end the running waits of the sandbox. */
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
  sandbox.setFaults({});
  application = sandbox.applyTo('engineer');
});
afterAll(() => {
  (server as Server).closeAllConnections();
  server.close();
});

const path = '/api/v1/answers';
const body = (question = '101') =>
  answerBody({ question, application, attributes: { text_answer: 'A planner' } });
/** Sends over a socket. */
const send = (signal: AbortSignal | null = null) =>
  fetch(origin + path, {
    method: 'POST',
    headers: { 'x-api-key': 'sandbox-key', 'content-type': 'application/vnd.api+json' },
    signal,
    body: JSON.stringify(body()),
  });
const set = (...disturb: readonly Disturbance[]) => sandbox.setFaults({ seed: 7, disturb });
const put = (faults: unknown) =>
  ask(sandbox, '/_control/faults', { method: 'PUT', body: JSON.stringify(faults) });
const statuses = async (count: number) => {
  const all = [];
  for (let time = 0; time < count; time += 1) all.push((await post(sandbox, body())).status);
  return all;
};
const countAnswers = () => sandbox.answers(application).length;

describe('over a real connection', () => {
  const commits = [
    ['none', 0],
    ['now', 1],
  ] as const;

  test.each(commits)('a dropped connection with commit "%s" leaves %i answers', async (commit, count) => {
    set({ path, reply: 'drop', commit, requests: 1 });
    await expect(send()).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } });
    expect(countAnswers()).toBe(count);
    expect(sandbox.requests(application).map(({ status }) => status)).toEqual([0]);
    expect((await send()).status).toBe(201);
  });

  test.each(commits)(
    'a reply that is cut off, with commit "%s", begins correctly and breaks off',
    async (commit, count) => {
      set({ path, reply: 'cut', commit });
      const reply = await send();
      expect(reply.ok).toBe(true);
      await expect(reply.text()).rejects.toThrow('terminated');
      expect(countAnswers()).toBe(count);
    },
  );

  test('silence lasts until the client gives up, and the answer stays stored', async () => {
    set({ path, reply: 'silence', commit: 'now' });
    const client = new AbortController();
    const sending = send(client.signal);
    await expect.poll(countAnswers).toBe(1);
    client.abort();
    await expect(sending).rejects.toThrow();
    expect(countAnswers()).toBe(1);
  });
});

const endWaits = () => {
  for (const end of waits.splice(0)) end();
};

describe('disturbed replies', () => {
  test('can have an error status before the commit', async () => {
    set({ path, reply: 500, commit: 'late', after: 60 });
    expect([(await post(sandbox, body())).status, countAnswers()]).toEqual([500, 0]);
    endWaits();
    await expect.poll(countAnswers).toBe(1);
  });

  test('can be correct but late', async () => {
    set({ path, delay: 60 });
    waits.splice(0);
    const reply = post(sandbox, body());
    await expect.poll(() => waits.length).toBe(1);
    expect(countAnswers()).toBe(0);
    endWaits();
    expect([(await reply).status, countAnswers()]).toEqual([201, 1]);
  });

  test('can be an HTML page with status 200', async () => {
    set({ path, reply: 'html', commit: 'now' });
    const reply = await post(sandbox, body());
    expect([reply.status, reply.headers.get('content-type'), countAnswers()]).toEqual([200, 'text/html', 1]);
  });

  test('can be JSON with the right status and without an id', async () => {
    set({ path, reply: 'no_id', commit: 'now' });
    const request = { method: 'POST', body: JSON.stringify(body()), fault: '/data:' };
    const reply = await ask(sandbox, path, request);
    expect([reply.status, reply.body, countAnswers()]).toEqual([201, { data: {}, meta: {} }, 1]);
  });

  test.each([
    [403, 'forbidden', 'Forbidden', null],
    [422, 'unprocessable_entity', 'Validation Error', null],
    [429, 'too_many_requests', 'Too Many Requests', '3'],
    [500, 'internal_server_error', 'Internal Server Error', null],
  ])('can have status %i with the body of the error table', async (reply, code, title, retryAfter) => {
    set({ path, reply, retry_after: retryAfter === null ? undefined : Number(retryAfter) });
    const got = await post(sandbox, body());
    expect([got.status, got.headers.get('retry-after'), countAnswers()]).toEqual([reply, retryAfter, 0]);
    expect(firstError(got)).toMatchObject({ code, status: String(reply), title });
  });

  test('have the page of a gateway for a status that the service does not document', async () => {
    set({ path, reply: 502 });
    const reply = await post(sandbox, body());
    expect([reply.status, reply.headers.get('content-type')]).toEqual([502, 'text/html']);
  });
});

describe('a disturbance affects', () => {
  test('only its method and its path', async () => {
    set({ path: '/api/v1/applications', method: 'POST', reply: 500 });
    expect((await ask(sandbox, `/api/v1/applications/${application}`)).status).toBe(200);
    expect((await post(sandbox, body())).status).toBe(201);
    expect((await ask(sandbox, '/api/v1/applications', { method: 'POST', body: '{}' })).status).toBe(500);
  });

  test('only the answers to its question', async () => {
    set({ path, question: '101', reply: 422 });
    expect((await post(sandbox, body())).status).toBe(422);
    expect((await post(sandbox, body('113'))).status).toBe(201);
  });

  test('only its number of requests, before the next rule applies', async () => {
    set({ path, reply: 500, requests: 2 }, { path, reply: 429, requests: 1 });
    expect(await statuses(4)).toEqual([500, 500, 429, 201]);
    expect((await ask(sandbox, '/_control/faults')).body).toEqual({ seed: 7, disturb: [] });
  });

  test('its share of requests, the same ones for the same seed', async () => {
    const run = () => {
      set({ path, reply: 500, probability: 0.25 });
      return statuses(40);
    };
    const first = await run();
    expect(new Set(first)).toEqual(new Set([201, 500]));
    expect(await run()).toEqual(first);
  });
});

test('a PUT replaces all faults and returns them unchanged', async () => {
  const faults = { seed: 3, disturb: [{ path, reply: 'drop', commit: 'late', after: 5, probability: 0.5 }] };
  expect((await put(faults)).body).toEqual(faults);
  expect((await put({})).body).toEqual({ seed: 1, disturb: [] });
});

test.each([
  ['[]', 'expected object'],
  ['{"seed":1.5}', 'seed'],
  ['{"disturb":[{"path":"api"}]}', 'disturb[0].path'],
  ['{"disturb":[{"path":"/api","reply":200}]}', 'disturb[0].reply'],
  ['{"disturb":[{"path":"/api","probability":2}]}', 'disturb[0].probability'],
  ['{"fire":true}', '"fire"'],
])('%s is refused with a sentence, and the faults stay the same', async (wrong, words) => {
  set({ path, delay: 1 });
  const reply = await ask(sandbox, '/_control/faults', { method: 'PUT', body: wrong });
  expect([reply.status, at(reply.body, 'error')]).toEqual([400, expect.stringContaining(words)]);
  expect(at((await ask(sandbox, '/_control/faults')).body, 'disturb')).toEqual([{ path, delay: 1 }]);
});

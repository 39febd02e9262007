/** More requests than can be answered: refused at once and unread, in a way that pages may read. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Admission, createAdmissions, unbounded } from './admission.ts';
import { type Bench, type Reply, sessionBody, startBench, submissionBody } from './server.support.ts';

let isFull = false;
let bench: Bench;

/** Begins what comes, unless it is full. */
const admission: Admission = { enter: () => (isFull ? null : () => undefined), isFull: () => isFull };

beforeAll(async () => {
  const [visitors, known] = [
    { receipts: admission, others: admission },
    { receipts: unbounded, others: unbounded },
  ];
  const lanes = [visitors, known];
  bench = await startBench({}, { admissions: createAdmissions(() => lanes.shift() ?? visitors) });
});
afterAll(() => bench.close());

async function whileFull<Done>(act: () => Promise<Done>): Promise<Done> {
  isFull = true;
  try {
    return await act();
  } finally {
    isFull = false;
  }
}

test('it says so, and when to come back, to pages of other origins as well', async () => {
  const visitor = await bench.apply('engineer');
  const call = { token: visitor.token, headers: { origin: 'https://careers.example.com' } };
  const body = submissionBody([], {});
  const reply = await whileFull(() => bench.call('POST', '/submissions', { ...call, body }));
  expect(reply.status).toBe(503);
  expect(reply.json.errors[0]?.code).toBe('overloaded');
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(2);
  expect(reply.headers.get('access-control-allow-origin')).toBe('https://careers.example.com');
  expect(reply.headers.get('access-control-expose-headers')).toContain('Retry-After');
});

test('it says so in the same words to the next one, and again to pages of yet another origin', async () => {
  const visitor = await bench.apply('engineer');
  const ask = (origin: string) =>
    bench.call('POST', '/submissions', { token: visitor.token, headers: { origin }, body: '{}' });
  const origins = ['https://one.example', 'https://one.example', 'https://two.example'];
  const [first, again, other] = await whileFull(async () => {
    const replies: Reply[] = [];
    for (const origin of origins) replies.push(await ask(origin));
    return replies;
  });
  const told = (reply: Reply | undefined) => {
    const { date, 'retry-after': retryAfter, ...headers } = Object.fromEntries(reply?.headers ?? []);
    expect([date, Number(retryAfter) >= 2]).toEqual([expect.any(String), true]);
    return { status: reply?.status, text: reply?.text, headers };
  };
  expect(told(again)).toEqual(told(first));
  expect(told(other).headers['access-control-allow-origin']).toBe('https://two.example');
});

test('it answers before a body has come', async () => {
  const { hostname, port } = new URL(bench.address);
  const heard = await whileFull(async () => {
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    const head = ['POST /submissions HTTP/1.1', `Host: ${hostname}:${port}`, 'Content-Length: 60000'];
    socket.write(`${[...head, '', ''].join('\r\n')}`);
    const [data] = await once(socket, 'data');
    socket.destroy();
    return String(data);
  });
  expect(heard).toMatch(/^HTTP\/1\.1 503 /);
});

test('whether it is alive and ready is still answered', async () => {
  const paths = ['/healthz', '/readyz'];
  const replies = await whileFull(() => Promise.all(paths.map((path) => bench.call('GET', path))));
  expect(replies.map(({ status }) => status)).toEqual([200, 200]);
});

test('who comes with a session that a back end made, and was seen before, is served, a visitor is not', async () => {
  const [known, visitor] = [await bench.apply('engineer'), await bench.visit('4711')];
  for (const one of [known, visitor]) expect((await bench.readForm(one)).status).toBe(200);
  const replies = await whileFull(() => Promise.all([known, visitor].map((one) => bench.readForm(one))));
  expect(replies.map(({ status }) => status)).toEqual([200, 503]);
});

describe('what a back end does, and whom it vouches for, is served while visitors are refused', () => {
  const key = (token: string) => ({ token, body: sessionBody({ job: '4711' }) });

  test('its key is known from the start, and the token that it is given from then on', async () => {
    const [status, form] = await whileFull(async () => {
      const session = await bench.call('POST', '/sessions', key('sandbox-admin'));
      const { token } = session.json.data.attributes;
      return [session.status, (await bench.readForm({ token })).status];
    });
    expect([status, form]).toEqual([201, 200]);
  });

  test('another key, and what a visitor renews, is not', async () => {
    const { token } = await bench.visit('4711');
    const renewed = await bench.call('POST', '/sessions', key(token));
    expect(renewed.status).toBe(201);
    const bearers = ['not a key', token, renewed.json.data.attributes.token];
    const statuses = await whileFull(() =>
      Promise.all(bearers.map(async (one) => (await bench.call('POST', '/sessions', key(one))).status)),
    );
    expect(statuses).toEqual([503, 503, 503]);
  });

  test('a token that was revoked is a visitor’s from its next refusal on', async () => {
    const session = await bench.call('POST', '/sessions', key('sandbox-admin'));
    const { id, attributes } = session.json.data;
    await bench.call('DELETE', `/sessions/${id}`, { token: 'sandbox-admin' });
    const statuses = await whileFull(async () => [
      (await bench.readForm({ token: attributes.token })).status,
      (await bench.readForm({ token: attributes.token })).status,
    ]);
    expect(statuses).toEqual([401, 503]);
  });
});

test('the log says so once, with what to do', async () => {
  const lines = bench.log.filter((line) => line.includes('overloaded'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('start more processes');
});

test('afterwards the same is accepted', async () => {
  const visitor = await bench.apply('engineer');
  await whileFull(() => bench.readForm(visitor));
  expect((await bench.readForm(visitor)).status).toBe(200);
});

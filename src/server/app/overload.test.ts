/** More requests than can be answered: refused at once and unread, in a way that pages may read. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Admission, createAdmissions, unbounded } from './admission.ts';
import { type Bench, startBench, submissionBody } from './server.support.ts';

let isFull = false;
let bench: Bench;

/** Begins what comes, unless it is full. */
const admission: Admission = { enter: () => (isFull ? null : () => undefined) };

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

test('who has come before with a session that a back end made is served, a visitor is not', async () => {
  const [known, visitor] = [await bench.apply('engineer'), await bench.visit('4711')];
  for (const one of [known, visitor]) expect((await bench.readForm(one)).status).toBe(200);
  const replies = await whileFull(() => Promise.all([known, visitor].map((one) => bench.readForm(one))));
  expect(replies.map(({ status }) => status)).toEqual([200, 503]);
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

/** Clients whose connection breaks, before or after the whole submission has arrived. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openConnection } from './raw-connection.support.ts';
import {
  ADMIN_KEY,
  type Bench,
  openSandbox,
  slow,
  startBench,
  submissionBody,
  type Visitor,
} from './server.support.ts';

let bench: Bench;
let visitor: Visitor;

beforeAll(async () => {
  bench = await startBench(openSandbox);
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.setFaults({});
  visitor = await bench.apply('one-of-each');
});

/** Sends the head of the visitor's request. */
async function open([line = '', ...headers]: readonly string[]) {
  const { socket, host, heard } = await openConnection(bench);
  const fixed = [`Host: ${host}`, `Authorization: Bearer ${visitor.token}`];
  socket.write([line, ...fixed, ...headers, '', ''].join('\r\n'));
  return { socket, heard };
}

/** Returns the count of refused submissions from the metrics. */
async function refused(): Promise<number> {
  const { text } = await bench.call('GET', '/metrics', { token: ADMIN_KEY });
  const counted = /_count\{method="POST",route="\/submissions",status="4xx"\} (\d+)/.exec(text);
  return Number(counted?.[1] ?? 0);
}

test('an incomplete submission is not accepted and does not alert the operator', async () => {
  const { revision } = (await bench.readForm(visitor)).json.meta;
  const body = JSON.stringify(submissionBody([['2002', { text_answer: 'Nurse' }]], { revision }));
  const { socket } = await open([
    'POST /submissions HTTP/1.1',
    'Content-Type: application/vnd.api+json',
    `Content-Length: ${body.length}`,
  ]);
  const before = await refused();
  socket.write(body.slice(0, -1), () => socket.destroy());
  await expect.poll(refused).toBe(before + 1);
  expect((await bench.readForm(visitor)).json.meta).toMatchObject({ state: 'open', submission: null });
  expect(bench.posts(visitor.application)).toEqual([]);
  expect(bench.log.join()).not.toContain('unexpected');
});

test('control: a complete submission is accepted when the client leaves before the receipt', async () => {
  bench.setFaults(slow(100));
  const { revision } = (await bench.readForm(visitor)).json.meta;
  const answers = [
    ['2001', { boolean_answer: true }],
    ['2101', { text_answer: 'because' }],
    ['2002', { text_answer: 'Nurse' }],
  ] as const;
  const body = JSON.stringify(submissionBody(answers, { revision }));
  const { socket, heard } = await open([
    'POST /submissions HTTP/1.1',
    'Content-Type: application/vnd.api+json',
    `Content-Length: ${body.length}`,
  ]);
  socket.write(body);
  await expect.poll(() => bench.requests(visitor.application).length).toBeGreaterThan(0);
  socket.destroy();
  expect(heard()).toBe('');
  const again = await bench.send(visitor, answers);
  expect([again.status, again.json.data.attributes.state]).toEqual([200, 'complete']);
  expect(bench.posts(visitor.application)).toEqual(['2001', '2101', '2002']);
});

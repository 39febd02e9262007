/** Slow bodies occupy connections, and only a valid token gives them the time that a slow line needs. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type BenchClock, createBenchClock } from '../bench-clock.support.ts';
import { createVirtualClock } from '../virtual-clock.support.ts';
import { openConnection } from './raw-connection.support.ts';
import { type Bench, startBench, type Visitor } from './server.support.ts';

/** The clock of `bench`; the clock of `patient` stands still. */
let clock: BenchClock;
let bench: Bench;
let patient: Bench;

beforeAll(async () => {
  clock = createBenchClock();
  bench = await startBench({}, { clock });
  patient = await startBench({}, { clock: createVirtualClock() });
});
afterAll(async () => {
  await bench.close();
  await patient.close();
  clock.stop();
});

interface Dripping {
  readonly heard: () => string;
  readonly isOpen: () => boolean;
  /** Sends the rest of the body. */
  readonly finish: () => void;
}

/** Sends a body at one byte per second of the clock while the connection is open. */
async function drip(
  at: Bench,
  [line = '', ...headers]: readonly string[],
  length = 10_000,
): Promise<Dripping> {
  const { socket, host, heard } = await openConnection(at);
  const all = [`Host: ${host}`, `Content-Length: ${length}`, ...headers];
  socket.write(`${[`${line} HTTP/1.1`, ...all, '', ''].join('\r\n')}`);
  let missing = length;
  const write = (count: number) => {
    missing -= count;
    socket.write('a'.repeat(count));
  };
  const end = clock.every(1_000, () => write(1));
  socket.once('close', end);
  const finish = () => {
    end();
    write(missing);
  };
  return { finish, heard, isOpen: () => !socket.destroyed };
}

const json = 'Content-Type: application/vnd.api+json';
const file = ['Content-Disposition: attachment; filename="a.txt"', 'Apply-For: question 2009'];
const forged = 'Authorization: Bearer forged';
const put = `PUT /files/${crypto.randomUUID()}`;

/** Requests whose body the server reads; `unread` has those that it answers without the body. */
const read: readonly (readonly string[])[] = [
  ['POST /sessions', json],
  ['POST /sessions', json, forged],
  ['POST /demo/sessions', json],
];
const unread: readonly (readonly [answer: number, ...head: string[]])[] = [
  [401, put, ...file, forged],
  [401, 'POST /submissions', json, forged],
  [404, 'POST /nowhere'],
  [200, 'GET /healthz'],
];

const open = (all: readonly Dripping[]) => all.filter(({ isOpen }) => isOpen()).length;

const upload = ({ token }: Visitor) => drip(bench, [put, ...file, `Authorization: Bearer ${token}`], 100_000);

test('a slow body without a valid token is cut off, and one with a token continues', async () => {
  const slow = await upload(await bench.apply('one-of-each'));
  const uncut = await Promise.all(read.map((head) => drip(patient, head)));
  const ended = await Promise.all(
    [...read, ...unread.map(([, ...head]) => head)].map((head) => drip(bench, head)),
  );
  await clock.until(() => expect(open(ended)).toBe(0));
  const statuses = ended.map(({ heard }) => Number(/^HTTP\/1\.1 (\d+)/.exec(heard())?.[1]));
  expect(statuses).toEqual([...read.map(() => 408), ...unread.map(([status]) => status)]);
  // Control: the same connections stay open on a server whose clock does not advance.
  expect([open(uncut), uncut.map(({ heard }) => heard()).join('')]).toEqual([read.length, '']);
  expect([slow.isOpen(), slow.heard()]).toEqual([true, '']);
  slow.finish();
  await expect.poll(slow.heard).toMatch(/^HTTP\/1\.1 201 /);
  expect(bench.log.join()).not.toContain('unexpected');
});

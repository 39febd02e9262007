import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createBenchClock } from './bench-clock.support.ts';
import { after } from './clock.ts';

const HOUR = 3_600_000;
const server = createServer((_request, response) => setImmediate(() => response.end('{}')));

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => void server.close());

function start() {
  const clock = createBenchClock();
  onTestFinished(clock.stop);
  return clock;
}

/** As often as it takes that a limit of a minute would be long over. */
async function again(work: () => Promise<unknown>): Promise<void> {
  for (let times = 0; times < 20; times += 1) await work();
}

const key = () => crypto.subtle.importKey('raw', new Uint8Array(32), 'AES-GCM', false, ['encrypt']);

test('an hour passes at once', async () => {
  const clock = start();
  const began = clock.now();
  let isOver = false;
  void clock.sleep(HOUR - 1_000).then(() => {
    isOver = true;
  });
  await clock.until(() => expect(isOver).toBe(true));
  expect(clock.now() - began).toBeGreaterThanOrEqual(HOUR - 1_000);
});

test.each<[string, () => Promise<unknown>]>([
  [
    'WebCrypto',
    async () =>
      crypto.subtle.encrypt(
        { name: 'AES-GCM', iv: new Uint8Array(12) },
        await key(),
        new Uint8Array(1_048_576),
      ),
  ],
  ['a file', () => readFile(new URL(import.meta.url))],
  [
    'a request over a connection',
    async () => (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)).text(),
  ],
])('a time limit does not end %s', async (_name, work) => {
  const clock = start();
  let isLate = false;
  let isDone = false;
  const callOff = after(clock, 1, () => {
    isLate = true;
  });
  void again(work).then(() => {
    callOff();
    isDone = true;
  });
  await clock.until(() => expect(isDone || isLate).toBe(true));
  expect(isLate).toBe(false);
});

test('but what nobody does (control)', async () => {
  const clock = start();
  let isLate = false;
  after(clock, 60_000, () => {
    isLate = true;
  });
  await clock.until(() => expect(isLate).toBe(true));
});

test('a check that never holds fails by itself', async () => {
  const clock = start();
  clock.every(60_000, () => undefined);
  await expect(clock.until(() => expect('waits').toBe('done'))).rejects.toThrow('done');
});

/** Several processes on one Postgres together send no more requests to a service than one process would. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tenant } from '../../core/model/ids.ts';
import { giveTurn } from '../clock.ts';
import { open, usePostgres } from '../store/engines.support.ts';
import type { OpenStore } from '../store/open-store.ts';
import { createVirtualClock } from '../virtual-clock.support.ts';
import { type Allowance, createRateLimiter } from './rate-limiter.ts';

const postgres = usePostgres();
let store: OpenStore;
let queries = 0;
let isAway = false;
/** A clock that advances only while no query of the store is under way. */
const createClock = () =>
  createVirtualClock({
    async settle() {
      do await giveTurn();
      while (queries > 0);
    },
  });
let clock = createClock();

beforeEach(async () => {
  [clock, isAway] = [createClock(), false];
  store = await open(await postgres().addDatabase(), { now: () => 1e12 + clock.monotonic() });
});
afterEach(() => store.close());

function allowance(): Allowance | null {
  const shared = store.allowanceOf(tenant('acme'));
  const watch = <Value>(ask: () => Promise<Value>): Promise<Value> => {
    if (isAway) return Promise.reject(new Error('The store is away.'));
    queries += 1;
    return ask().finally(() => {
      queries -= 1;
    });
  };
  return (
    shared && {
      claim: (...wish) => watch(() => shared.claim(...wish)),
      stop: (time) => watch(() => shared.stop(time)),
    }
  );
}

/** Lets three processes send a hundred requests each, and records when each request was sent. */
function ask(shared: () => Allowance | null) {
  const probe = async () => ({ kind: 'fine' }) as const;
  const limiters = [0, 1, 2].map(() =>
    createRateLimiter({ clock, random: () => 0, probe, shared: shared() }),
  );
  const went: number[] = [];
  for (const limiter of limiters)
    for (let number = 0; number < 100; number += 1)
      void limiter.acquire('write', false).then(() => went.push(clock.monotonic()));
  return { limiters, went };
}

test('three processes share one allowance: twenty requests at once, then two a second', async () => {
  const { went } = ask(allowance);
  await clock.run(0);
  expect(went).toHaveLength(20);
  await clock.run(9_999);
  expect(went).toHaveLength(39);
});

test('control: three processes with an allowance each send three times as much', async () => {
  const { went } = ask(() => null);
  await clock.run(9_999);
  expect(went.length).toBeGreaterThan(100);
});

test('a 429 to one process stops the others after at most one more request each', async () => {
  const { limiters, went } = ask(allowance);
  await clock.run(1_000);
  limiters[0]?.report({ kind: 'limited', retryAfter: 30 });
  const before = went.length;
  await clock.run(30_999);
  expect(went.length - before).toBeLessThanOrEqual(2);
  await clock.run(34_000);
  expect(went.length - before).toBeGreaterThan(4);
});

test('each process continues at its own pace, without another burst, while the store is away', async () => {
  const { went } = ask(allowance);
  await clock.run(5_000);
  isAway = true;
  const before = went.length;
  await clock.run(9_000);
  expect(went.length - before).toBeGreaterThan(6);
  expect(went.length - before).toBeLessThanOrEqual(3 * 4 * 2);
});

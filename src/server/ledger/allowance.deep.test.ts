/** Several processes on one Postgres ask one service as one would. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tenant } from '../../core/model/ids.ts';
import { giveTurn } from '../clock.ts';
import { open as openAt, usePostgres } from '../store/engines.support.ts';
import type { OpenStore } from '../store/open-store.ts';
import { createVirtualClock } from '../virtual-clock.support.ts';
import { type Allowance, createRateLimiter } from './rate-limiter.ts';

const postgres = usePostgres();
let store: OpenStore;
let asked = 0;
let isAway = false;
/** Its time passes only when no store is being asked. */
const open = () =>
  createVirtualClock({
    async settle() {
      do await giveTurn();
      while (asked > 0);
    },
  });
let clock = open();

beforeEach(async () => {
  [clock, isAway] = [open(), false];
  store = await openAt(await postgres().addDatabase(), { now: () => 1e12 + clock.monotonic() });
});
afterEach(() => store.close());

function allowance(): Allowance | null {
  const shared = store.allowanceOf(tenant('acme'));
  const watch = <Value>(ask: () => Promise<Value>): Promise<Value> => {
    if (isAway) return Promise.reject(new Error('The store is away.'));
    asked += 1;
    return ask().finally(() => {
      asked -= 1;
    });
  };
  return (
    shared && {
      claim: (...wish) => watch(() => shared.claim(...wish)),
      stop: (time) => watch(() => shared.stop(time)),
    }
  );
}

/** When the requests of three processes went, each of which wants a hundred. */
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

test('three that start at once start as one: twenty requests, then two a second', async () => {
  const { went } = ask(allowance);
  await clock.run(0);
  expect(went).toHaveLength(20);
  await clock.run(9_999);
  expect(went).toHaveLength(39);
});

test('control: three with an allowance each start as three', async () => {
  const { went } = ask(() => null);
  await clock.run(9_999);
  expect(went.length).toBeGreaterThan(100);
});

test('a 429 of one stops the others, after the turn that each has taken', async () => {
  const { limiters, went } = ask(allowance);
  await clock.run(1_000);
  limiters[0]?.report({ kind: 'limited', retryAfter: 30 });
  const before = went.length;
  await clock.run(30_999);
  expect(went.length - before).toBeLessThanOrEqual(2);
  await clock.run(34_000);
  expect(went.length - before).toBeGreaterThan(4);
});

test('a store that is away stops nothing: each goes on by its own account, without another burst', async () => {
  const { went } = ask(allowance);
  await clock.run(5_000);
  isAway = true;
  const before = went.length;
  await clock.run(9_000);
  expect(went.length - before).toBeGreaterThan(6);
  expect(went.length - before).toBeLessThanOrEqual(3 * 4 * 2);
});

import { expect, test } from 'vitest';
import { createRateLimiter, type RateLimiter } from '../../src/server/ledger/rate-limiter.ts';
import { createVirtualClock } from '../../src/server/virtual-clock.support.ts';
import { seededRandom } from '../bench/forms/seeded-random.ts';
import { createFixedWindow } from './hidden-limit.ts';
import type { ServiceFate } from './limited-service.ts';
import { type OutageFigures, simulateOutage } from './simulate-outage.ts';

const HOUR = 3_600_000;

function run(
  fate: ServiceFate,
  submissions: number,
  change: (rateLimiter: RateLimiter) => RateLimiter = (rateLimiter) => rateLimiter,
): Promise<OutageFigures> {
  const clock = createVirtualClock();
  const random = seededRandom(5);
  return simulateOutage({
    limit: createFixedWindow(2, true),
    submissions,
    answers: 10,
    outage: HOUR,
    fate,
    random,
    clock,
    makeRateLimiter: (probe) => change(createRateLimiter({ clock, random, probe })),
  });
}

test('after an hour without the service 1,000 submissions drain at its pace, each answer once', async () => {
  const figures = await run('unreachable', 1_000);
  expect(figures).toMatchObject({ stored: 10_000, lost: 0, duplicated: 0 });
  expect(figures.triedWhileAway).toBeLessThan(100);
  expect(figures.goodput).toBeGreaterThan(0.85);
  expect(figures.refused / figures.requests).toBeLessThan(0.02);
});

test.each(['timeout', 'server_error'] as const)(
  'an hour in which each request would end as %s burns nothing: all arrive once',
  async (fate) => {
    const figures = await run(fate, 50);
    expect(figures).toMatchObject({ stored: 500, lost: 0, duplicated: 0 });
    expect(figures.triedWhileAway).toBeLessThan(100);
  },
);

test('control: without its news the pace does not leave the service alone', async () => {
  const figures = await run('server_error', 50, (rateLimiter) => ({
    ...rateLimiter,
    report: () => undefined,
  }));
  expect(figures.triedWhileAway).toBeGreaterThan(100);
});

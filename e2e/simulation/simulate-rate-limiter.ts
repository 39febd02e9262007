/** Requests through a rate limiter to a service with a hidden limit, in virtual time; a request always waits. */

import type { Clock } from '../../src/server/clock.ts';
import {
  createRateLimiter,
  type RateLimitEvent,
  type RateLimiter,
} from '../../src/server/ledger/rate-limiter.ts';
import { createVirtualClock, type VirtualClock } from '../../src/server/virtual-clock.support.ts';
import type { HiddenLimit } from './hidden-limit.ts';

/** Milliseconds there and back. */
const ROUND_TRIP = 100;
/** Requests under way at once: one an application, eight applications (`src/server/ledger/README.md#leases-and-several-processes`). */
const LEASED_SUBMISSIONS = 8;

export interface RateLimitRun {
  /** Of each minute. */
  readonly minutes: readonly { readonly taken: number; readonly refused: number }[];
}

export interface RateLimitScene {
  readonly limit: HiddenLimit;
  readonly minutes: number;
  /** @param process its number, from 0 */
  readonly makeRateLimiter: (clock: Clock, process: number) => RateLimiter;
  /** One by default. */
  readonly processes?: number;
  readonly clock?: VirtualClock;
}

export async function simulateRateLimiter({
  limit,
  minutes,
  makeRateLimiter,
  processes = 1,
  clock = createQuickClock(),
}: RateLimitScene): Promise<RateLimitRun> {
  const begin = clock.monotonic();
  const end = begin + minutes * 60_000;
  const counts = Array.from({ length: minutes }, () => ({ taken: 0, refused: 0 }));
  const leased = async (rateLimiter: RateLimiter) => {
    while (clock.monotonic() < end) {
      const isTaken = await sendOnce({ clock, rateLimiter, limit });
      const count = counts[Math.floor((clock.monotonic() - begin) / 60_000)];
      if (count !== undefined) count[isTaken ? 'taken' : 'refused'] += 1;
    }
  };
  for (let process = 0; process < processes; process += 1) {
    const rateLimiter = makeRateLimiter(clock, process);
    for (let number = 0; number < LEASED_SUBMISSIONS; number += 1) void leased(rateLimiter);
  }
  await clock.run(end);
  return { minutes: counts };
}

export interface Road {
  readonly clock: Clock;
  readonly rateLimiter: RateLimiter;
  readonly limit: HiddenLimit;
}

/** Whether it was taken. */
export async function sendOnce({ clock, rateLimiter, limit }: Road): Promise<boolean> {
  await rateLimiter.acquire('write', false);
  await clock.sleep(ROUND_TRIP / 2);
  const refusal = limit.take(clock.monotonic());
  await clock.sleep(ROUND_TRIP / 2);
  rateLimiter.report(refusal === null ? { kind: 'fine' } : { kind: 'limited', ...refusal });
  return refusal === null;
}

/** Nothing here waits for anything but time and promises. */
export const createQuickClock = (): VirtualClock =>
  createVirtualClock({
    async settle() {
      for (let step = 0; step < 16; step += 1) await null;
    },
  });

export const makeLearnedRateLimiter =
  (random: () => number, probe = async (): Promise<RateLimitEvent> => ({ kind: 'fine' })) =>
  (clock: Clock): RateLimiter =>
    createRateLimiter({ clock, random, probe });

/** Control: waits as it is told, and learns nothing. */
export function makeStubbornRateLimiter(clock: Clock): RateLimiter {
  const [rate, perSecond] = [2, 1_000];
  let next = 0;
  return {
    async acquire() {
      next = Math.max(next, clock.monotonic()) + perSecond / rate;
      await clock.sleep(next - clock.monotonic());
    },
    report: () => undefined,
    isOpen: () => true,
    figures: () => ({ rate, waiting: 0, blockedUntil: 0, breaker: 'closed' }),
  };
}

export interface RateLimitFigure {
  /** Part of what the service would have taken. */
  readonly goodput: number;
  /** Part of all requests. */
  readonly refused: number;
}

export function figureOf({ minutes }: RateLimitRun, from: number, rate: number): RateLimitFigure {
  const settled = minutes.slice(from);
  const taken = settled.reduce((sum, one) => sum + one.taken, 0);
  const refused = settled.reduce((sum, one) => sum + one.refused, 0);
  return { goodput: taken / (rate * 60 * settled.length), refused: refused / Math.max(taken + refused, 1) };
}

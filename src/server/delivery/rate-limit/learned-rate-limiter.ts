/**
 * The pace of one tenant's service: its learned rate, fair turns, and a breaker. Everything that waits, waits here,
 * in one loop.
 */

import type { Clock } from '../clock.ts';
import { createAlarmLoop } from './alarm-loop.ts';
import { createBreaker } from './breaker.ts';
import { createFairQueue, type FairQueue, type Waiter } from './fair-queue.ts';
import { createLearnedRate } from './learned-rate.ts';
import { createRateLimitRecord, type RateLimitRecord } from './rate-limit-record.ts';
import type { RateLimitEvent, RateLimiter } from './rate-limiter.ts';

export interface LearnedRateLimiterDependencies {
  readonly clock: Clock;
  /** From 0 to 1. */
  readonly random: () => number;
  /** A read that costs the service little: asks whether it is well again when only writes wait. */
  readonly probe: () => Promise<RateLimitEvent>;
  /** Milliseconds that a service which does not answer as it should is left alone at first: 30 s. */
  readonly rest?: number;
  /** Requests a second at the beginning: 2, unless more is known of the service. */
  readonly firstRate?: number;
}

/** What is to be expected of the next requests. */
export interface RateLimitOutlook extends RateLimitRecord {
  /** Requests a second. */
  readonly rate: number;
  /** Requests that may go at once. */
  readonly saved: number;
  /** Milliseconds until anything goes; null: nobody can say. */
  readonly stop: number | null;
}

export interface LearnedRateLimiter extends RateLimiter {
  outlook(): RateLimitOutlook;
}

export function createLearnedRateLimiter(dependencies: LearnedRateLimiterDependencies): LearnedRateLimiter {
  const { clock, random, probe, rest, firstRate } = dependencies;
  const record = createRateLimitRecord();
  const rate = createLearnedRate(clock.monotonic(), random, firstRate);
  const breaker = createBreaker(rest);
  const turns = createFairQueue();
  const loop = createAlarmLoop({ clock, nextAt, act: grant });

  /** null: nobody waits. */
  function nextAt(now: number): number | null {
    if (turns.size() === 0) return null;
    return Math.max(rate.readyAt(now), breaker.restsUntil());
  }

  function grant(now: number): void {
    const isProbe = breaker.state() !== 'closed';
    if (isProbe) breaker.probe(now);
    const isRush = rate.saved(now) >= 2;
    rate.take(now);
    const waiter = turns.next(isProbe ? ['read'] : ['read', 'write']);
    if (waiter !== null) {
      record.went(now, { kind: waiter.kind, isRush, isLast: turns.size() === 0 });
      waiter.go();
    } else void probe().then(tell, () => tell({ kind: 'unclear' }));
  }

  function tell(news: RateLimitEvent): void {
    const now = clock.monotonic();
    if (news.kind === 'limited') rate.limited(now, news.retryAfter);
    if (news.kind === 'fine') rate.fine();
    breaker.tell(now, news);
    loop.wake();
  }

  return {
    turn(subject, kind, signal) {
      const turn = waitFor(turns, { subject, kind }, signal);
      loop.wake();
      return turn;
    },
    tell(kind, news) {
      record.came(clock.monotonic(), kind);
      if (news !== null) tell(news);
    },
    isOpen: () => breaker.restsUntil() <= clock.monotonic(),
    figures: () => ({
      rate: rate.perSecond(),
      waiting: turns.size(),
      blockedUntil: Math.max(rate.stoppedUntil(), breaker.restsUntil()),
      breaker: breaker.state(),
    }),
    outlook() {
      const now = clock.monotonic();
      const stop = breaker.state() === 'closed' ? Math.max(rate.stoppedUntil() - now, 0) : null;
      return { ...record.figures(), rate: rate.perSecond(), saved: rate.saved(now), stop };
    },
  };
}

function waitFor(turns: FairQueue, who: Omit<Waiter, 'go'>, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const waiter: Waiter = { ...who, go };
    function go() {
      signal?.removeEventListener('abort', leave);
      resolve();
    }
    function leave() {
      turns.remove(waiter);
      go();
    }
    signal?.addEventListener('abort', leave);
    turns.add(waiter);
  });
}

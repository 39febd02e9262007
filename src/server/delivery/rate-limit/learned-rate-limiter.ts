/**
 * Limits the requests to one tenant's service by its learned rate, a fair queue and a breaker. One loop releases the waiting requests.
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
  /** A cheap read that probes whether the service has recovered when only writes wait. */
  readonly probe: () => Promise<RateLimitEvent>;
  /** Milliseconds for which the breaker stays open the first time: 30 s by default. */
  readonly rest?: number;
  /** Requests a second at the beginning: 2, unless more is known of the service. */
  readonly firstRate?: number;
}

/** Part of what was saved up that visitors who wait for one another leave: a known applicant who comes then is as quick as alone. */
const KEPT_FOR_KNOWN = 0.75;

/** What the next requests can expect. */
export interface RateLimitOutlook extends RateLimitRecord {
  /** Requests a second. */
  readonly rate: number;
  /** Requests that may be sent at once. */
  readonly saved: number;
  /** Milliseconds until any request may be sent; null: unknown. */
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
  const queue = createFairQueue();
  const loop = createAlarmLoop({ clock, nextAt, act: grant });

  /** null: no request waits. */
  function nextAt(now: number): number | null {
    if (queue.size() === 0) return null;
    return Math.max(rate.readyAt(now, kept()), breaker.restsUntil());
  }

  const kept = (): number => (queue.isOnlyVisitors() ? KEPT_FOR_KNOWN : 0);

  function grant(now: number): void {
    const isProbe = breaker.state() !== 'closed';
    if (isProbe) breaker.probe(now);
    const isBurst = rate.saved(now, kept()) >= 2;
    rate.take(now, kept());
    const waiter = queue.next(isProbe ? ['read'] : ['read', 'write']);
    if (waiter !== null) {
      record.went(now, { kind: waiter.kind, isBurst, isLast: queue.size() === 0 });
      waiter.go();
    } else void probe().then(learn, () => learn({ kind: 'unclear' }));
  }

  function learn(event: RateLimitEvent): void {
    const now = clock.monotonic();
    if (event.kind === 'limited') rate.limited(now, event.retryAfter);
    if (event.kind === 'fine') rate.fine();
    breaker.report(now, event);
    loop.wake();
  }

  return {
    acquire(subject, kind, signal, share = null) {
      const acquired = waitFor(queue, { subject, kind, share }, signal);
      loop.wake();
      return acquired;
    },
    report(kind, event) {
      record.came(clock.monotonic(), kind);
      if (event !== null) learn(event);
    },
    isOpen: () => breaker.restsUntil() <= clock.monotonic(),
    figures: () => ({
      rate: rate.perSecond(),
      waiting: queue.size(),
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

function waitFor(queue: FairQueue, who: Omit<Waiter, 'go'>, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const waiter: Waiter = { ...who, go };
    function go() {
      signal?.removeEventListener('abort', leave);
      resolve();
    }
    function leave() {
      queue.remove(waiter);
      go();
    }
    signal?.addEventListener('abort', leave);
    queue.add(waiter);
  });
}

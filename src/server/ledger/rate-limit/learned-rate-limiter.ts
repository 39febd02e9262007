/**
 * Limits the requests to one tenant's service by its learned rate, a line that waits and a breaker. One loop releases the waiting requests.
 */

import type { Clock } from '../../clock.ts';
import { createAlarmLoop } from './alarm-loop.ts';
import { type AccountRules, createOwnAccount, type RateAccount } from './rate-account.ts';
import { createRateLimitRecord, type RateLimitRecord } from './rate-limit-record.ts';
import type { RateLimitEvent, RateLimiter } from './rate-limiter.ts';
import { createWaitingLine, type Waiter, type WaitingLine } from './waiting-line.ts';

export interface LearnedRateLimiterDependencies extends AccountRules {
  readonly clock: Clock;
  /** A cheap read that probes whether the service has recovered when only writes wait. */
  readonly probe: () => Promise<RateLimitEvent>;
  /** What several processes share; without it this limiter has one for itself, which ends with it. */
  readonly shared?: (onChange: () => void) => RateAccount;
}

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
  const { clock, probe, shared } = dependencies;
  const record = createRateLimitRecord();
  const line = createWaitingLine();
  const loop = createAlarmLoop({ clock, nextAt, act: grant });
  const account = shared?.(loop.wake) ?? createOwnAccount(clock.monotonic(), dependencies);

  /** null: no request waits. */
  function nextAt(now: number): number | null {
    return line.size() === 0 ? null : account.turnAt(now, line.size());
  }

  function grant(now: number): void {
    const { isProbe, isBurst } = account.take(now);
    const waiter = line.next(isProbe ? ['read'] : ['read', 'write']);
    if (waiter !== null) {
      record.went(now, { kind: waiter.kind, isBurst, isLast: line.size() === 0 });
      waiter.go();
    } else void probe().then(learn, () => learn({ kind: 'unclear' }));
  }

  function learn(event: RateLimitEvent): void {
    account.report(clock.monotonic(), event);
    loop.wake();
  }

  return {
    acquire(kind, isVisitor, signal) {
      const acquired = waitFor(line, { kind, isVisitor }, signal);
      loop.wake();
      return acquired;
    },
    report(kind, event) {
      record.came(clock.monotonic(), kind);
      if (event !== null) learn(event);
    },
    isOpen() {
      const now = clock.monotonic();
      return account.figures(now).restsUntil <= now;
    },
    figures() {
      const { rate, stoppedUntil, restsUntil, breaker } = account.figures(clock.monotonic());
      return { rate, waiting: line.size(), blockedUntil: Math.max(stoppedUntil, restsUntil), breaker };
    },
    outlook() {
      const now = clock.monotonic();
      const { rate, saved, stoppedUntil, breaker } = account.figures(now);
      const stop = breaker === 'closed' ? Math.max(stoppedUntil - now, 0) : null;
      return { ...record.figures(), rate, saved, stop };
    },
  };
}

function waitFor(line: WaitingLine, who: Omit<Waiter, 'go'>, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) return resolve();
    const waiter: Waiter = { ...who, go };
    function go() {
      signal?.removeEventListener('abort', leave);
      resolve();
    }
    function leave() {
      line.remove(waiter);
      go();
    }
    signal?.addEventListener('abort', leave);
    line.add(waiter);
  });
}

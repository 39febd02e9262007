/** The account of one tenant's service: when the next request may go, and what became of those that went. */
import { type BreakerState, breakerAt, closedBreaker, createBreaker, type KeptBreaker } from './breaker.ts';
import { createLearnedRate, type KeptRate, newRate, rateAt } from './learned-rate.ts';
import type { RateLimitEvent } from './rate-limiter.ts';

export interface RateTurn {
  /** Only a read may go, and asks whether the service is well again. */
  readonly isProbe: boolean;
  /** It did not wait for the rate. */
  readonly isBurst: boolean;
}

export interface AccountFigures {
  /** Requests a second. */
  readonly rate: number;
  /** Requests that may go at once. */
  readonly saved: number;
  /** Milliseconds of the account's clock. */
  readonly stoppedUntil: number;
  /** Milliseconds of the account's clock; 0 while the breaker is closed. */
  readonly restsUntil: number;
  readonly breaker: BreakerState;
}

export interface RateAccount {
  /** Milliseconds of the account's clock, when the next request may go, as far as it is known. @param waiting requests */
  turnAt(now: number, waiting: number): number;
  /** Takes that turn. */
  take(now: number): RateTurn;
  report(now: number, event: RateLimitEvent): void;
  figures(now: number): AccountFigures;
}

export interface KeptAccount extends KeptRate, KeptBreaker {}

export interface OwnAccount extends RateAccount {
  /** Turns that were taken and not used. */
  putBack(now: number, count: number): void;
  keep(): KeptAccount;
}

export interface AccountRules {
  /** From 0 to 1. */
  readonly random: () => number;
  /** Milliseconds for which the breaker stays open the first time: 30 s by default. */
  readonly rest?: number;
  /** Requests a second at the beginning: 2, unless more is known of the service. */
  readonly firstRate?: number;
}

/** An account that one process has for itself. @param kept as it was left; null: nothing is known of the service */
export function createOwnAccount(
  now: number,
  { random, rest, firstRate }: AccountRules,
  kept: KeptAccount | null = null,
): OwnAccount {
  const rate = createLearnedRate(kept === null ? newRate(now, firstRate) : rateAt(now, kept), random);
  const breaker = createBreaker(rest, kept === null ? closedBreaker(rest) : breakerAt(now, kept));
  return {
    turnAt: (at) => Math.max(rate.readyAt(at), breaker.restsUntil()),
    take(at) {
      const isProbe = breaker.state() !== 'closed';
      if (isProbe) breaker.probe(at);
      const isBurst = rate.saved(at) >= 2;
      rate.take(at);
      return { isProbe, isBurst };
    },
    putBack: rate.putBack,
    report(at, event) {
      if (event.kind === 'limited') rate.limited(at, event.retryAfter);
      if (event.kind === 'fine') rate.fine();
      breaker.report(at, event);
    },
    figures: (at) => ({
      rate: rate.perSecond(),
      saved: rate.saved(at),
      stoppedUntil: rate.stoppedUntil(),
      restsUntil: breaker.restsUntil(),
      breaker: breaker.state(),
    }),
    keep: () => ({ ...rate.keep(), ...breaker.keep() }),
  };
}

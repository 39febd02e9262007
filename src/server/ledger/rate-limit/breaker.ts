/**
 * Stops all writes to a service that fails, so that no write becomes unclear. After a pause, one read probes whether
 * the service has recovered.
 */
import type { RateLimitEvent } from './rate-limiter.ts';

/** Consecutive unknown outcomes before the breaker opens. */
const MOST_UNCLEAR = 5;
/** Milliseconds after which a probe without an outcome counts as lost. */
const PROBE_LIMIT = 60_000;
/** Milliseconds for which the breaker stays open; doubled after each failed probe. */
const [FIRST_REST, LONGEST_REST] = [30_000, 60_000];

const breakerStates = ['closed', 'open', 'probing'] as const;
export type BreakerState = (typeof breakerStates)[number];

export interface KeptBreaker {
  readonly breaker: BreakerState;
  /** Unknown outcomes in a row. */
  readonly unclear: number;
  /** Milliseconds of the next rest. */
  readonly rest: number;
  /** Milliseconds of the account's clock. */
  readonly restsUntil: number;
}

export interface Breaker {
  state(): BreakerState;
  /** Milliseconds of the account's clock, when the next probe may be sent; 0 while the breaker is closed. */
  restsUntil(): number;
  /** Records that the probe is being sent. */
  probe(now: number): void;
  report(now: number, event: RateLimitEvent): void;
  keep(): KeptBreaker;
}

/** @param firstRest milliseconds */
export const closedBreaker = (firstRest: number = FIRST_REST): KeptBreaker => ({
  breaker: 'closed',
  unclear: 0,
  rest: firstRest,
  restsUntil: 0,
});

/** @param firstRest milliseconds */
export function createBreaker(firstRest: number = FIRST_REST, kept = closedBreaker(firstRest)): Breaker {
  let { breaker: state, unclear, rest, restsUntil: until } = kept;

  function open(now: number): void {
    // Requests that were under way when the breaker opened say nothing new.
    if (state === 'open') return;
    if (state === 'probing') rest = Math.min(rest * 2, LONGEST_REST);
    until = now + rest;
    state = 'open';
  }

  function close(): void {
    [unclear, rest, until, state] = [0, firstRest, 0, 'closed'];
  }

  return {
    state: () => state,
    restsUntil: () => until,
    probe(now) {
      [until, state] = [now + PROBE_LIMIT, 'probing'];
    },
    report(now, { kind }) {
      if (kind === 'fine' || kind === 'limited') return close();
      if (kind === 'unclear') unclear += 1;
      if (kind !== 'unclear' || state === 'probing' || unclear >= MOST_UNCLEAR) open(now);
    },
    keep: () => ({ breaker: state, unclear, rest, restsUntil: until }),
  };
}

/** What was kept may be of a clock that has been set back since: no rest lasts longer than the longest. */
export const breakerAt = (now: number, kept: KeptBreaker): KeptBreaker => ({
  ...kept,
  restsUntil: Math.min(kept.restsUntil, now + Math.max(kept.rest, PROBE_LIMIT)),
});

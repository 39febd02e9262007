/**
 * Leaves a service alone that does not answer as it should: then no write goes, so none becomes unclear. After a
 * while one read asks whether it is well again.
 */
import type { RateLimitEvent } from './rate-limiter.ts';

/** Requests in a row of which nobody knows what became. */
const MOST_UNCLEAR = 5;
/** Milliseconds after which a probe of which nothing was heard is taken for lost. */
const PROBE_LIMIT = 60_000;
/** Milliseconds; doubled while the probe fails. */
const [FIRST_REST, LONGEST_REST] = [30_000, 60_000];

export type BreakerState = 'closed' | 'open' | 'probing';

export interface Breaker {
  state(): BreakerState;
  /** Milliseconds, monotonic, when the next probe may go; 0 while it is closed. */
  restsUntil(): number;
  /** The probe goes now. */
  probe(now: number): void;
  tell(now: number, news: RateLimitEvent): void;
}

/** @param firstRest milliseconds */
export function createBreaker(firstRest: number = FIRST_REST): Breaker {
  let unclear = 0;
  let rest = firstRest;
  let until = 0;
  let state: BreakerState = 'closed';

  function open(now: number): void {
    // What was under way when it opened says nothing new.
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
    tell(now, { kind }) {
      if (kind === 'fine' || kind === 'limited') return close();
      if (kind === 'unclear') unclear += 1;
      if (kind !== 'unclear' || state === 'probing' || unclear >= MOST_UNCLEAR) open(now);
    },
  };
}

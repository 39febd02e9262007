/**
 * How many requests a second the service takes, learned from its answers (`src/server/delivery/README.md#the-services-limit`): quickly up until its
 * first 429, then slowly, and down a little at each 429. A pure account of tokens: a request with one may go.
 */

import { createSteps, FIRST_RATE } from './rate-steps.ts';
import { createStops } from './service-stops.ts';

/** Requests that may go at once after a rest. */
const BUCKET = 20;
/** Milliseconds within which a burst is answered. */
const BURST = 1_000;
/** Milliseconds after which a burst that was too large is tried again. */
const FORGET_AFTER = 1_800_000;

export interface LearnedRate {
  /** Milliseconds, monotonic, when the next token is there. */
  readyAt(now: number): number;
  take(now: number): void;
  fine(): void;
  /** @param retryAfter seconds; null: not told */
  limited(now: number, retryAfter: number | null): void;
  perSecond(): number;
  /** Requests that may go at once. */
  saved(now: number): number;
  /** Milliseconds, monotonic. */
  stoppedUntil(): number;
}

/**
 * @param random from 0 to 1
 * @param first requests a second at the beginning
 */
export function createLearnedRate(start: number, random: () => number, first = FIRST_RATE): LearnedRate {
  const stops = createStops(random);
  const steps = createSteps(start, first);
  const bucket = createBucket();
  let tokens = BUCKET;
  let countedAt = start;
  /** When more than one token was last saved up: what was sent then was a burst. */
  let burstAt = Number.NEGATIVE_INFINITY;

  function count(now: number): void {
    // Nothing is saved up while the service wants none.
    const from = Math.max(countedAt, stops.until());
    if (now > from) tokens = Math.min(tokens + ((now - from) * steps.rate()) / 1000, bucket.size(now));
    countedAt = Math.max(now, countedAt);
  }

  return {
    readyAt(now) {
      count(now);
      if (tokens < 1) steps.wanted();
      return Math.max(stops.until(), tokens >= 1 ? now : now + ((1 - tokens) / steps.rate()) * 1000);
    },
    take(now) {
      count(now);
      if (tokens >= 2) burstAt = now;
      tokens -= 1;
      steps.sent(now);
    },
    fine: stops.fine,
    limited(now, retryAfter) {
      count(now);
      // A 429 after a burst says that the burst was too large, not that the rate is.
      const before = stops.until();
      stops.stop(now, { retryAfter, rate: steps.rate() });
      const isBurst = now - burstAt < BURST && bucket.size(now) > 1;
      if (!isBurst) steps.down(now);
      else if (now >= before) bucket.halve(now);
      // After the stop one request goes first and shows whether the service accepts again.
      tokens = 1;
    },
    perSecond: steps.rate,
    saved(now) {
      count(now);
      return now < stops.until() ? 0 : tokens;
    },
    stoppedUntil: stops.until,
  };
}

function createBucket(): { size(now: number): number; halve(now: number): void } {
  let size = BUCKET;
  let halvedAt = 0;
  return {
    size: (now) => (now - halvedAt >= FORGET_AFTER ? BUCKET : size),
    halve(now) {
      [size, halvedAt] = [Math.max(size / 2, 1), now];
    },
  };
}

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

/** `kept`: part of the bucket, below 1, that is left to others; 0 by default. */
export interface LearnedRate {
  /** Milliseconds, monotonic, when the next token is there. */
  readyAt(now: number, kept?: number): number;
  take(now: number, kept?: number): void;
  fine(): void;
  /** @param retryAfter seconds; null: not told */
  limited(now: number, retryAfter: number | null): void;
  perSecond(): number;
  /** Requests that may go at once. */
  saved(now: number, kept?: number): number;
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

  function spare(now: number, kept = 0): number {
    count(now);
    return tokens - kept * (bucket.size(now) - 1);
  }

  return {
    readyAt(now, kept) {
      const missing = 1 - spare(now, kept);
      if (missing > 0) steps.wanted();
      return Math.max(stops.until(), missing > 0 ? now + (missing / steps.rate()) * 1000 : now);
    },
    take(now, kept) {
      if (spare(now, kept) >= 2) burstAt = now;
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
    saved(now, kept) {
      const saved = spare(now, kept);
      return now < stops.until() ? 0 : saved;
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

/**
 * How many requests a second the service takes, learned from its answers (`src/server/ledger/README.md#the-services-limit`): quickly up until its
 * first 429, then slowly, and down a little at each 429. A pure account of tokens: a request with one may go.
 */

import { createSteps, FIRST_RATE, firstSteps, type KeptSteps } from './rate-steps.ts';
import { createStops, type KeptStops, noStops, stopsAt } from './service-stops.ts';

/** Requests that may go at once after a rest. */
const BUCKET = 20;
/** Milliseconds within which a burst is answered. */
const BURST = 1_000;
/** Milliseconds after which a burst that was too large is tried again. */
const FORGET_AFTER = 1_800_000;

interface KeptBucket {
  readonly bucket: number;
  readonly halvedAt: number;
}

/** All of a learned rate; times are milliseconds of the account's clock. */
export interface KeptRate extends KeptSteps, KeptStops, KeptBucket {
  /** Below nothing: so many were promised ahead. */
  readonly tokens: number;
  readonly countedAt: number;
  /** When more than one token was last saved up: what was sent then was a burst. null: never. */
  readonly burstAt: number | null;
}

export interface LearnedRate {
  /** Milliseconds of the account's clock, when the next token is there. */
  readyAt(now: number): number;
  /** One that is not there yet is promised: it is there at `readyAt`. */
  take(now: number): void;
  /** Tokens that were taken and not used. */
  putBack(now: number, count: number): void;
  fine(): void;
  /** @param retryAfter seconds; null: not told */
  limited(now: number, retryAfter: number | null): void;
  perSecond(): number;
  /** Requests that may go at once. */
  saved(now: number): number;
  /** Milliseconds of the account's clock. */
  stoppedUntil(): number;
  keep(): KeptRate;
}

/** Of a service of which nothing is known. @param first requests a second */
export const newRate = (start: number, first = FIRST_RATE): KeptRate => ({
  ...firstSteps(start, first),
  ...noStops,
  tokens: BUCKET,
  countedAt: start,
  burstAt: null,
  bucket: BUCKET,
  halvedAt: 0,
});

/** What was kept may be of a clock that has been set back since: nothing that happened lies ahead. */
export const rateAt = (now: number, kept: KeptRate): KeptRate => ({
  ...kept,
  ...stopsAt(now, kept),
  upAt: Math.min(kept.upAt, now),
  downAt: kept.downAt === null ? null : Math.min(kept.downAt, now),
  countedAt: Math.min(kept.countedAt, now),
  burstAt: kept.burstAt === null ? null : Math.min(kept.burstAt, now),
  halvedAt: Math.min(kept.halvedAt, now),
});

/** @param random from 0 to 1 */
export function createLearnedRate(kept: KeptRate, random: () => number): LearnedRate {
  const stops = createStops(random, kept);
  const steps = createSteps(kept);
  const bucket = createBucket(kept);
  let { tokens, countedAt, burstAt } = kept;

  function count(now: number): void {
    // Nothing is saved up while the service wants none.
    const from = Math.max(countedAt, stops.until());
    if (now > from) tokens = Math.min(tokens + ((now - from) * steps.rate()) / 1000, bucket.size(now));
    countedAt = Math.max(now, countedAt);
  }

  function spare(now: number): number {
    count(now);
    return tokens;
  }

  return {
    readyAt(now) {
      const missing = 1 - spare(now);
      const from = Math.max(now, stops.until());
      if (missing <= 0) return from;
      steps.wanted();
      return from + (missing / steps.rate()) * 1000;
    },
    take(now) {
      if (spare(now) >= 2) burstAt = now;
      tokens -= 1;
      steps.sent(now);
    },
    putBack(now, returned) {
      count(now);
      tokens = Math.max(Math.min(tokens + returned, bucket.size(now)), tokens);
    },
    fine: stops.fine,
    limited(now, retryAfter) {
      count(now);
      // A 429 after a burst says that the burst was too large, not that the rate is.
      const before = stops.until();
      stops.stop(now, { retryAfter, rate: steps.rate() });
      const isBurst = burstAt !== null && now - burstAt < BURST && bucket.size(now) > 1;
      if (!isBurst) steps.down(now);
      else if (now >= before) bucket.halve(now);
      // After the stop one request goes first and shows whether the service accepts again; what was promised still goes.
      tokens = 1 + Math.min(tokens, 0);
    },
    perSecond: steps.rate,
    saved(now) {
      const saved = spare(now);
      return now < stops.until() ? 0 : Math.max(saved, 0);
    },
    stoppedUntil: stops.until,
    keep: () => ({ ...steps.keep(), ...stops.keep(), ...bucket.keep(), tokens, countedAt, burstAt }),
  };
}

interface Bucket {
  size(now: number): number;
  halve(now: number): void;
  keep(): KeptBucket;
}

function createBucket({ bucket, halvedAt: at }: KeptBucket): Bucket {
  let [size, halvedAt] = [bucket, at];
  return {
    size: (now) => (now - halvedAt >= FORGET_AFTER ? BUCKET : size),
    halve(now) {
      [size, halvedAt] = [Math.max(size / 2, 1), now];
    },
    keep: () => ({ bucket: size, halvedAt }),
  };
}

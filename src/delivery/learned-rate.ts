/**
 * How many requests a second the service takes, learned from its answers (DESIGN, decision 11): quickly up until its
 * first 429, then slowly, and down a little at each 429. A pure account of tokens: whoever has one may send.
 */
import { createStops } from './service-stops.ts';

/** Requests a second at the beginning. */
const FIRST_RATE = 2;
/** Requests that may go at once after a rest. */
const BUCKET = 20;
/** Requests a second: bounds of what is believed. */
const [LOWEST_RATE, HIGHEST_RATE] = [1 / 60, 1_000];
/** Milliseconds between two steps up. */
const UP_EVERY = 10_000;
const FIRST_STEPS_UP = 2;
const STEP_UP = 1.01;
/** Milliseconds between two steps down: the 429s of one moment are one news. */
const DOWN_EVERY = 5_000;
const STEP_DOWN = 0.85;
export interface LearnedRate {
  /** Milliseconds, monotonic, when the next token is there. */
  readyAt(now: number): number;
  take(now: number): void;
  /** Somebody had to wait for a token: only a rate that is used up says anything when it is kept. */
  wanted(): void;
  fine(): void;
  /** @param retryAfter seconds; null: not told */
  limited(now: number, retryAfter: number | null): void;
  perSecond(now: number): number;
  stoppedUntil(): number;
}

/** @param random from 0 to 1 */
export function createLearnedRate(start: number, random: () => number): LearnedRate {
  const stops = createStops(random);
  let rate = FIRST_RATE;
  let tokens = BUCKET;
  let countedAt = start;
  let steppedUpAt = start;
  let steppedDownAt = Number.NEGATIVE_INFINITY;
  let isFirst = true;
  let isWanted = false;

  function count(now: number): void {
    // Nothing is saved up while the service wants none.
    const from = Math.max(countedAt, stops.until());
    if (now > from) tokens = Math.min(tokens + ((now - from) * rate) / 1000, BUCKET);
    countedAt = Math.max(now, countedAt);
    if (now - steppedUpAt < UP_EVERY) return;
    if (isWanted) rate = Math.min(rate * (isFirst ? FIRST_STEPS_UP : STEP_UP), HIGHEST_RATE);
    steppedUpAt = now;
    isWanted = false;
  }

  return {
    readyAt(now) {
      count(now);
      return Math.max(stops.until(), tokens >= 1 ? now : now + ((1 - tokens) / rate) * 1000);
    },
    take(now) {
      count(now);
      tokens -= 1;
    },
    wanted() {
      isWanted = true;
    },
    fine() {
      stops.fine();
    },
    limited(now, retryAfter) {
      count(now);
      stops.stop(now, retryAfter);
      // After the stop one goes ahead and tells.
      tokens = 1;
      isFirst = false;
      if (now - steppedDownAt < DOWN_EVERY) return;
      rate = Math.max(rate * STEP_DOWN, LOWEST_RATE);
      steppedDownAt = now;
      steppedUpAt = now;
    },
    perSecond(now) {
      count(now);
      return rate;
    },
    stoppedUntil: stops.until,
  };
}

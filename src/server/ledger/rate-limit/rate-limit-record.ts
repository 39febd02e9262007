/** What the last requests were like: how long one takes, and how many go while others wait. */
import type { RequestKind } from './waiting-line.ts';

export interface RateLimitRecord {
  /** Mean milliseconds from the permission for a request to its outcome. */
  readonly roundTrip: number;
  /** Requests a second while requests were waiting, all stops counted; null: none has waited for long enough yet. */
  readonly steady: number | null;
}

/** Milliseconds, before anything is known; part of each new figure in the mean. */
const [FIRST_TRIP, NEW_TRIP] = [300, 0.1];
/** Milliseconds after which a permission without an outcome counts as unused. */
const LOST_AFTER = 60_000;
/** Milliseconds in which a second's weight falls to a third, and of waiting before anything is said of it. */
const [STEADY_MEMORY, STEADY_LEAST] = [180_000, 100_000];

export interface RateLimitTurn {
  readonly kind: RequestKind;
  /** It was sent without waiting for the rate. */
  readonly isBurst: boolean;
  /** No request waits behind it. */
  readonly isLast: boolean;
}

export interface RateLimitRecorder {
  went(now: number, turn: RateLimitTurn): void;
  came(now: number, kind: RequestKind): void;
  figures(): RateLimitRecord;
}

export function createRateLimitRecord(): RateLimitRecorder {
  let roundTrip = FIRST_TRIP;
  const steady = createSteadyRate();
  /** When the last one was sent; null: none has waited since. */
  let lastAt: number | null = null;
  /** When the requests under way were sent. Which outcome belongs to which does not change the mean. */
  const under: Record<RequestKind, number[]> = { read: [], write: [] };
  return {
    went(now, { kind, isBurst, isLast }) {
      if (lastAt !== null && !isBurst) steady.add(now - lastAt);
      lastAt = isLast ? null : now;
      under[kind] = under[kind].filter((at) => now - at < LOST_AFTER);
      under[kind].push(now);
    },
    came(now, kind) {
      const began = under[kind].shift();
      if (began !== undefined) roundTrip += (now - began - roundTrip) * NEW_TRIP;
    },
    figures: () => ({ roundTrip, steady: steady.rate() }),
  };
}

function createSteadyRate(): { add(wait: number): void; rate(): number | null } {
  let [waited, went] = [0, 0];
  return {
    add(wait) {
      const kept = Math.exp(-wait / STEADY_MEMORY);
      [waited, went] = [waited * kept + wait, went * kept + 1];
    },
    rate: () => (waited < STEADY_LEAST ? null : (went / waited) * 1000),
  };
}

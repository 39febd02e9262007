/** What the last requests were like: how long one takes, and how many go while others wait. */
import type { RequestKind } from './fair-queue.ts';

export interface RateLimitRecord {
  /** Milliseconds from a turn to its news, in the mean. */
  readonly roundTrip: number;
  /** Requests a second while requests were waiting, all stops counted; null: none has waited for long enough yet. */
  readonly steady: number | null;
}

/** Milliseconds, before anything is known; part of each new figure in the mean. */
const [FIRST_TRIP, NEW_TRIP] = [300, 0.1];
/** Milliseconds after which a turn of which nothing is heard was not used. */
const LOST_AFTER = 60_000;
/** Milliseconds in which a second's weight falls to a third, and of waiting before anything is said of it. */
const [STEADY_MEMORY, STEADY_LEAST] = [180_000, 100_000];

export interface RateLimitTurn {
  readonly kind: RequestKind;
  /** It had not to wait for the rate. */
  readonly isRush: boolean;
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
  /** When the last one went; null: none has waited since. */
  let lastAt: number | null = null;
  /** When those under way began. Which news is whose does not matter to the mean. */
  const under: Record<RequestKind, number[]> = { read: [], write: [] };
  return {
    went(now, { kind, isRush, isLast }) {
      if (lastAt !== null && !isRush) steady.add(now - lastAt);
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

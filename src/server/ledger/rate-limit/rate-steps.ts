/** The steps of the learned rate. It only goes up while it is used up: a rate that is not used is not learned. */

/** Requests a second at the beginning, of a service of which nothing is known. */
export const FIRST_RATE = 2;
/** Requests a second: bounds of what is believed. */
const [LOWEST_RATE, HIGHEST_RATE] = [1 / 60, 1_000];
/** Between two steps up: milliseconds, and requests, so that a slow service is not tried more often than a quick one. */
const [UP_EVERY, UP_REQUESTS] = [10_000, 10];
const DOUBLE = 2;
const STEP_UP = 0.01;
/** Milliseconds without any 429 after which the step up is twice as large: the limit may be far away now. */
const BOLDER_AFTER = 300_000;
/** Milliseconds between two steps down: several 429s at one moment count once. */
const DOWN_EVERY = 5_000;
const STEP_DOWN = 0.85;

/** Times are milliseconds of the account's clock. */
export interface KeptSteps {
  /** Requests a second. */
  readonly rate: number;
  /** There was no 429 yet. */
  readonly isFirst: boolean;
  readonly isWanted: boolean;
  /** Since the last step. */
  readonly requests: number;
  readonly upAt: number;
  /** null: never. */
  readonly downAt: number | null;
}

export interface RateSteps {
  /** Requests a second. */
  rate(): number;
  /** A request waits for the rate alone. */
  wanted(): void;
  sent(now: number): void;
  down(now: number): void;
  keep(): KeptSteps;
}

/** At the beginning. @param first requests a second */
export const firstSteps = (start: number, first: number): KeptSteps => ({
  rate: first,
  isFirst: true,
  isWanted: false,
  requests: 0,
  upAt: start,
  downAt: null,
});

export function createSteps(kept: KeptSteps): RateSteps {
  let { rate, isFirst, isWanted, requests, upAt } = kept;
  let downAt = kept.downAt ?? Number.NEGATIVE_INFINITY;

  function up(now: number): void {
    const bolder = 2 ** Math.floor((now - downAt) / BOLDER_AFTER);
    const step = isFirst ? DOUBLE : Math.min(1 + STEP_UP * bolder, DOUBLE);
    if (isWanted) rate = Math.min(rate * step, HIGHEST_RATE);
    [upAt, requests, isWanted] = [now, 0, false];
  }

  return {
    rate: () => rate,
    wanted() {
      isWanted = true;
    },
    sent(now) {
      requests += 1;
      if (now - upAt >= UP_EVERY && requests >= UP_REQUESTS) up(now);
    },
    down(now) {
      isFirst = false;
      if (now - downAt < DOWN_EVERY) return;
      rate = Math.max(rate * STEP_DOWN, LOWEST_RATE);
      [upAt, requests, isWanted, downAt] = [now, 0, false, now];
    },
    keep: () => ({
      rate,
      isFirst,
      isWanted,
      requests,
      upAt,
      downAt: downAt === Number.NEGATIVE_INFINITY ? null : downAt,
    }),
  };
}

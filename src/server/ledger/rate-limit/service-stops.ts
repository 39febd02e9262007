/** How long a 429 stops everything: what the service names, or longer each time that it names nothing. */

/** Milliseconds without `Retry-After`, and requests that would have gone meanwhile; doubled at each in a row. */
const [FIRST_STOP, FIRST_REQUESTS, LONGEST_STOP] = [1_000, 2, 60_000];
/** Milliseconds: what of `Retry-After` is believed (`src/server/ledger/README.md#the-services-limit`). */
const [SHORTEST_RETRY, LONGEST_RETRY] = [1_000, 900_000];
/** Part of a stop by which it may last longer, so that several processes do not come back at once. */
const JITTER = 0.1;

export interface StopEvent {
  /** Seconds; null: not told. */
  readonly retryAfter: number | null;
  /** Requests a second, as they went. */
  readonly rate: number;
}

export interface KeptStops {
  /** Milliseconds of the account's clock. */
  readonly stoppedUntil: number;
  /** 429s without a time in a row. */
  readonly stopsInRow: number;
}

export interface ServiceStops {
  /** Milliseconds of the account's clock. */
  until(): number;
  stop(now: number, event: StopEvent): void;
  /** A request succeeded, so the next stop is a short one. */
  fine(): void;
  keep(): KeptStops;
}

export const noStops: KeptStops = { stoppedUntil: 0, stopsInRow: 0 };

/** @param random from 0 to 1 */
export function createStops(random: () => number, kept: KeptStops): ServiceStops {
  let until = kept.stoppedUntil;
  let row = kept.stopsInRow;
  return {
    until: () => until,
    fine() {
      row = 0;
    },
    stop(now, { retryAfter, rate }) {
      // Several 429s at one moment count as one.
      if (retryAfter === null && now < until) return;
      const first = Math.max(FIRST_STOP, (FIRST_REQUESTS / rate) * 1000);
      const own = Math.min(first * 2 ** row, LONGEST_STOP);
      const asked = retryAfter === null ? own : clamp(retryAfter * 1000, SHORTEST_RETRY, LONGEST_RETRY);
      if (retryAfter === null) row += 1;
      until = Math.max(until, now + asked * (1 + JITTER * random()));
    },
    keep: () => ({ stoppedUntil: until, stopsInRow: row }),
  };
}

/** What was kept may be of a clock that has been set back since: no stop lasts longer than the longest. */
export const stopsAt = (now: number, kept: KeptStops): KeptStops => ({
  ...kept,
  stoppedUntil: Math.min(kept.stoppedUntil, now + LONGEST_RETRY * (1 + JITTER)),
});

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

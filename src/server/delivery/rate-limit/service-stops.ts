/** How long a 429 stops everything: what the service names, or longer each time that it names nothing. */

/** Milliseconds without `Retry-After`, and requests that would have gone meanwhile; doubled at each in a row. */
const [FIRST_STOP, FIRST_REQUESTS, LONGEST_STOP] = [1_000, 2, 60_000];
/** Milliseconds: what of `Retry-After` is believed (`src/server/delivery/README.md#the-services-limit`). */
const [SHORTEST_RETRY, LONGEST_RETRY] = [1_000, 900_000];
/** Part of a stop by which it may last longer, so that several processes do not come back at once. */
const JITTER = 0.1;

export interface StopEvent {
  /** Seconds; null: not told. */
  readonly retryAfter: number | null;
  /** Requests a second, as they went. */
  readonly rate: number;
}

export interface ServiceStops {
  /** Milliseconds, monotonic. */
  until(): number;
  stop(now: number, event: StopEvent): void;
  /** A request succeeded, so the next stop is a short one. */
  fine(): void;
}

/** @param random from 0 to 1 */
export function createStops(random: () => number): ServiceStops {
  let until = 0;
  /** 429s without a time in a row. */
  let row = 0;
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
  };
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

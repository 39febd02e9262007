/** How long a 429 stops everything: what the service names, or longer each time that it names nothing. */

/** Milliseconds without `Retry-After`, doubled at each in a row. */
const [FIRST_STOP, LONGEST_STOP] = [1_000, 60_000];
/** Milliseconds: what of `Retry-After` is believed (`reliability.md`, F9). */
const [SHORTEST_RETRY, LONGEST_RETRY] = [1_000, 900_000];
/** Part of a stop by which it may last longer, so that several processes do not come back at once. */
const JITTER = 0.1;

export interface ServiceStops {
  /** Milliseconds, monotonic. */
  until(): number;
  /** @param retryAfter seconds; null: not told */
  stop(now: number, retryAfter: number | null): void;
  /** Something was taken: the next stop is a short one. */
  fine(): void;
}

/** @param random from 0 to 1 */
export function createStops(random: () => number): ServiceStops {
  let until = 0;
  let next = FIRST_STOP;
  return {
    until: () => until,
    fine() {
      next = FIRST_STOP;
    },
    stop(now, retryAfter) {
      // Several at one moment are one news.
      if (retryAfter === null && now < until) return;
      const asked = retryAfter === null ? next : clamp(retryAfter * 1000, SHORTEST_RETRY, LONGEST_RETRY);
      if (retryAfter === null) next = Math.min(next * 2, LONGEST_STOP);
      until = Math.max(until, now + asked * (1 + JITTER * random()));
    },
  };
}

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

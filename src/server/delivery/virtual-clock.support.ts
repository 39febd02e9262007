/** Time that passes only when everybody waits: an hour of delivery takes as long as its work. For tests and `faults`. */
import type { Clock } from './clock.ts';

export interface VirtualClock extends Clock {
  /** Milliseconds since the beginning. */
  monotonic(): number;
  /** Lets time pass until nothing waits any more, or until then. */
  run(until?: number): Promise<void>;
}

interface Sleeper {
  readonly at: number;
  readonly order: number;
  wake(): void;
}

/** @param settle resolves when nothing moves any more until time passes: by default when the microtasks are done */
export function createVirtualClock(settle: () => Promise<void> = turnOfTheLoop): VirtualClock {
  const sleepers: Sleeper[] = [];
  let now = 0;
  let order = 0;
  return {
    monotonic: () => now,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        order += 1;
        const sleeper = { at: now + Math.max(milliseconds, 0), order, wake };
        function wake() {
          signal?.removeEventListener('abort', leave);
          resolve();
        }
        function leave() {
          remove(sleepers, sleeper);
          wake();
        }
        signal?.addEventListener('abort', leave);
        push(sleepers, sleeper);
      }),
    async run(until = Number.POSITIVE_INFINITY) {
      for (;;) {
        await settle();
        const next = sleepers[0];
        if (next === undefined || next.at > until) break;
        remove(sleepers, next);
        now = Math.max(now, next.at);
        next.wake();
      }
      if (until !== Number.POSITIVE_INFINITY) now = Math.max(now, until);
    },
  };
}

const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Kept in order: few sleep at a time. */
function push(sleepers: Sleeper[], sleeper: Sleeper): void {
  let place = sleepers.length;
  while (place > 0 && comesAfter(sleepers[place - 1], sleeper)) place -= 1;
  sleepers.splice(place, 0, sleeper);
}

const comesAfter = (one: Sleeper | undefined, other: Sleeper): boolean =>
  one !== undefined && (one.at > other.at || (one.at === other.at && one.order > other.order));

function remove(sleepers: Sleeper[], sleeper: Sleeper): void {
  const place = sleepers.indexOf(sleeper);
  if (place >= 0) sleepers.splice(place, 1);
}

/** Time that passes only when everybody waits: an hour of delivery takes as long as its work. For tests and `faults`. */
import { type Clock, giveTurn } from './clock.ts';

export interface VirtualClock extends Clock {
  /** Milliseconds since the beginning. */
  monotonic(): number;
  /** Lets time pass until nothing waits any more but what is done again and again, or until then. */
  run(until?: number): Promise<void>;
  /** When the next one wakes, in milliseconds since the beginning; null: none sleeps. */
  next(): number | null;
}

interface Sleeper {
  readonly at: number;
  readonly order: number;
  readonly isEndless: boolean;
  wake(): void;
}

export interface VirtualTime {
  /** Milliseconds since 1970 at the beginning; 0 by default. */
  readonly began?: number;
  /** Resolves when nothing moves any more until time passes: by default when the microtasks are done. */
  readonly settle?: () => Promise<void>;
}

export function createVirtualClock({ began = 0, settle = giveTurn }: VirtualTime = {}): VirtualClock {
  const sleepers: Sleeper[] = [];
  let passed = 0;
  let order = 0;
  const lieDown = (milliseconds: number, wake: () => void, isEndless = false): Sleeper => {
    order += 1;
    const sleeper = { at: passed + Math.max(milliseconds, 0), order, isEndless, wake };
    push(sleepers, sleeper);
    return sleeper;
  };
  return {
    now: () => began + passed,
    monotonic: () => passed,
    sleep: (milliseconds, signal) =>
      new Promise((resolve) => {
        if (signal?.aborted === true) return resolve();
        const sleeper = lieDown(milliseconds, wake);
        function wake() {
          signal?.removeEventListener('abort', leave);
          resolve();
        }
        function leave() {
          remove(sleepers, sleeper);
          wake();
        }
        signal?.addEventListener('abort', leave);
      }),
    every(milliseconds, act) {
      const again = (): Sleeper =>
        lieDown(
          milliseconds,
          () => {
            sleeper = again();
            act();
          },
          true,
        );
      let sleeper = again();
      return () => remove(sleepers, sleeper);
    },
    next: () => sleepers[0]?.at ?? null,
    async run(until = Number.POSITIVE_INFINITY) {
      for (;;) {
        await settle();
        const next = sleepers[0];
        if (next === undefined || next.at > until) break;
        if (until === Number.POSITIVE_INFINITY && sleepers.every(({ isEndless }) => isEndless)) break;
        remove(sleepers, next);
        passed = Math.max(passed, next.at);
        next.wake();
      }
      if (until !== Number.POSITIVE_INFINITY) passed = Math.max(passed, until);
    },
  };
}

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

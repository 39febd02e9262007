/** For tests and `faults`: time that passes only while all work waits for it, so that an hour of delivery takes seconds. */
import { type Clock, giveTurn } from './clock.ts';

export interface VirtualClock extends Clock {
  /** Milliseconds since the beginning. */
  monotonic(): number;
  /** Lets time pass until only repeated work is left, or until the given time. */
  run(until?: number): Promise<void>;
  /** The time of the next waking in milliseconds since the beginning; null if all sleep is over. */
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
  /** Resolves when all work waits for time; by default when the microtasks are done. */
  readonly settle?: () => Promise<void>;
}

export function createVirtualClock({ began = 0, settle = giveTurn }: VirtualTime = {}): VirtualClock {
  const sleepers: Sleeper[] = [];
  let passed = 0;
  let order = 0;
  const addSleeper = (milliseconds: number, wake: () => void, isEndless = false): Sleeper => {
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
        const sleeper = addSleeper(milliseconds, wake);
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
        addSleeper(
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

/** Inserts in order of time, which is fast enough because few sleep at a time. */
function push(sleepers: Sleeper[], sleeper: Sleeper): void {
  let index = sleepers.length;
  while (index > 0 && comesAfter(sleepers[index - 1], sleeper)) index -= 1;
  sleepers.splice(index, 0, sleeper);
}

const comesAfter = (first: Sleeper | undefined, second: Sleeper): boolean =>
  first !== undefined && (first.at > second.at || (first.at === second.at && first.order > second.order));

function remove(sleepers: Sleeper[], sleeper: Sleeper): void {
  const index = sleepers.indexOf(sleeper);
  if (index >= 0) sleepers.splice(index, 1);
}

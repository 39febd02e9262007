/** Runs many schedules concurrently, so that they share the cost of a turn of the event loop. */
import type { Control } from './controls.ts';
import { addTo, isFaulty, noFigures } from './judge.ts';
import { runSchedule } from './schedule.ts';
import { openStores, type StoreName } from './stores.ts';
import type { Trace } from './world.ts';

export interface RunOptions {
  readonly seed: number;
  /** The numbers of the schedules. */
  readonly schedules: Iterable<number>;
  readonly store: StoreName;
  readonly control: Control | null;
  readonly trace: Trace | null;
  /** Called after each schedule. */
  readonly onEnd?: (run: Run) => void;
}

export interface Run {
  readonly total: ReturnType<typeof noFigures> & { readonly schedules: number };
  /** Numbers of the schedules with faults. */
  readonly faulty: readonly number[];
}

export async function runSchedules({ schedules, store, onEnd, ...options }: RunOptions): Promise<Run> {
  const stores = await openStores(store);
  const numbers = schedules[Symbol.iterator]();
  const total = { schedules: 0, ...noFigures() };
  const faulty: number[] = [];
  const work = async () => {
    for (let next = numbers.next(); next.done !== true; next = numbers.next()) {
      const figures = await runSchedule({ ...options, stores, schedule: next.value });
      total.schedules += 1;
      addTo(total, figures);
      if (isFaulty(figures)) faulty.push(next.value);
      onEnd?.({ total, faulty });
    }
  };
  await Promise.all(Array.from({ length: stores.concurrency }, work));
  await stores.close();
  return { total, faulty: faulty.sort((one, other) => one - other) };
}

/** @param step 2 for every second number */
export function* numbersTo(last: number, first = 1, step = 1) {
  for (let number = first; number <= last; number += step) yield number;
}

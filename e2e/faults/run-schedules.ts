/**
 * Runs many simulations side by side. A step is over when its microtasks are; many simulations share one turn of the
 * event loop, so that the turn costs each of them next to nothing.
 */
import type { Control } from './controls.ts';
import { MOST_SIMULATIONS } from './open-stores.ts';
import { Simulation, type Trace } from './simulation.ts';
import type { Stores } from './simulation-store.ts';
import { type Figures, figureNames, noFigures } from './verdict.ts';

export interface Run {
  readonly seed: number;
  /** Numbers of schedules. */
  readonly schedules: Iterable<number>;
  readonly control: Control | null;
  readonly stores: Stores;
  readonly traceOf: ((schedule: number) => Trace) | null;
  /** After each schedule; false ends the run. */
  readonly onEnd: (schedule: number, figures: Figures) => boolean;
}

/** Milliseconds of real time in which calls of the store that are under way have to end. */
const LONGEST_CALL = 120_000;

export async function runSchedules({ schedules, onEnd, traceOf, ...dependencies }: Run): Promise<void> {
  const { stores } = dependencies;
  const waiting = schedules[Symbol.iterator]();
  let running: Simulation[] = [];
  let isOpen = true;
  const fill = () => {
    while (isOpen && running.length < MOST_SIMULATIONS && stores.hasFreeStore()) {
      const next = waiting.next();
      if (next.done === true) isOpen = false;
      else
        running.push(
          new Simulation({ ...dependencies, schedule: next.value, trace: traceOf?.(next.value) ?? null }),
        );
    }
  };
  let isWaiting = false;
  let goesOnSince = performance.now();
  for (fill(); isOpen || running.length > 0; fill()) {
    await (isWaiting && stores.isConcurrent ? momentOfRest() : turnOfTheLoop());
    // Only now has the code that the last steps woke begun its calls.
    const ready = running.filter(({ tenant }) => !stores.isBusy(tenant));
    isWaiting = ready.length === 0;
    if (!isWaiting) goesOnSince = performance.now();
    else if (performance.now() - goesOnSince > LONGEST_CALL)
      throw new Error(`The store does not answer schedules ${running.map(({ schedule }) => schedule)}.`);
    for (const simulation of ready) simulation.step();
    const over = running.filter(({ figures }) => figures !== null);
    if (over.length === 0) continue;
    running = running.filter(({ figures }) => figures === null);
    for (const { schedule, tenant, figures } of over) {
      stores.forget(tenant);
      if (figures !== null && !onEnd(schedule, figures)) return;
    }
  }
}

/** Leaves the processor to the database. */
const momentOfRest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export interface Total extends Figures {
  schedules: number;
}

export const newTotal = (): Total => ({ schedules: 0, ...noFigures() });

export function add(total: Total, figures: Figures, schedules = 1): void {
  total.schedules += schedules;
  for (const name of figureNames) total[name] += figures[name];
}

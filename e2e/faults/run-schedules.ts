/**
 * Runs many simulations side by side. A step is over when its microtasks are; many simulations share one turn of the
 * event loop, so that the turn costs each of them next to nothing.
 */
import type { Control } from './controls.ts';
import { MOST_SIMULATIONS, type Stores } from './open-stores.ts';
import { Simulation, type Trace } from './simulation.ts';
import { type Figures, figureNames, noFigures } from './verdict.ts';

export interface Run {
  readonly seed: number;
  /** Numbers of schedules. */
  readonly schedules: Iterable<number>;
  readonly control: Control | null;
  readonly stores: Stores;
  readonly trace: Trace | null;
  /** After each schedule; false ends the run. */
  readonly onEnd: (schedule: number, figures: Figures) => boolean;
}

export async function runSchedules({ schedules, onEnd, stores, ...dependencies }: Run): Promise<void> {
  const waiting = schedules[Symbol.iterator]();
  let running: Simulation[] = [];
  let isOpen = true;
  const fill = () => {
    while (isOpen && running.length < MOST_SIMULATIONS && stores.hasFreeStore()) {
      const next = waiting.next();
      if (next.done === true) isOpen = false;
      else
        running.push(
          new Simulation({ ...dependencies, schedule: next.value, createStore: stores.createStore }),
        );
    }
  };
  for (fill(); isOpen || running.length > 0; fill()) {
    await turnOfTheLoop();
    for (const simulation of running) if (!stores.isBusy(simulation.tenant)) simulation.step();
    const over = running.filter(({ figures }) => figures !== null);
    if (over.length === 0) continue;
    running = running.filter(({ figures }) => figures === null);
    for (const { schedule, tenant, figures } of over) {
      stores.forget(tenant);
      if (figures !== null && !onEnd(schedule, figures)) return;
    }
  }
}

const turnOfTheLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export interface Total extends Figures {
  schedules: number;
}

export const newTotal = (): Total => ({ schedules: 0, ...noFigures() });

export function add(total: Total, figures: Figures, schedules = 1): void {
  total.schedules += schedules;
  for (const name of figureNames) total[name] += figures[name];
}

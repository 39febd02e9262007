/**
 * Runs many worlds side by side. What a world has to do at one moment is done when the microtasks are; many share one
 * turn of the event loop, so that turn costs each of them next to nothing.
 */
import type { Control } from './controls.ts';
import { ROOM, type Shelf } from './open-stores.ts';
import { type Trace, Universe } from './simulation.ts';
import { type Figures, figureNames, noFigures } from './verdict.ts';

export interface Run {
  readonly seed: number;
  /** Numbers of schedules. */
  readonly schedules: Iterable<number>;
  readonly control: Control | null;
  readonly shelf: Shelf;
  readonly trace: Trace | null;
  /** After each schedule; false ends the run. */
  readonly onEnd: (schedule: number, figures: Figures) => boolean;
}

export async function runSchedules({ schedules, onEnd, shelf, ...means }: Run): Promise<void> {
  const waiting = schedules[Symbol.iterator]();
  let worlds: Universe[] = [];
  let isOpen = true;
  const fill = () => {
    while (isOpen && worlds.length < ROOM && shelf.hasRoom()) {
      const next = waiting.next();
      if (next.done === true) isOpen = false;
      else worlds.push(new Universe({ ...means, schedule: next.value, createStore: shelf.createStore }));
    }
  };
  for (fill(); isOpen || worlds.length > 0; fill()) {
    await turnOfTheLoop();
    for (const world of worlds) if (!shelf.isBusy(world.tenant)) world.step();
    const over = worlds.filter(({ figures }) => figures !== null);
    if (over.length === 0) continue;
    worlds = worlds.filter(({ figures }) => figures === null);
    for (const { schedule, tenant, figures } of over) {
      shelf.forget(tenant);
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

import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

/** What all parts of one simulation share. */
export interface World {
  readonly timeline: Timeline;
  readonly random: Random;
  /** Milliseconds of virtual time: faults are injected until then. */
  readonly calmAfter: number;
  /** Called with every event; null: no trace is written. */
  readonly trace: ((who: string, what: string) => void) | null;
}

export const areFaultsOn = ({ timeline, calmAfter }: World): boolean => timeline.now < calmAfter;

/** Whether a fault happens now: with this probability, and only while faults are injected. */
export const strikes = (world: World, share: number): boolean =>
  areFaultsOn(world) && world.random.chance(share);

import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

/** What everything in one simulated world shares. */
export interface World {
  readonly timeline: Timeline;
  readonly random: Random;
  /** Until then everything goes wrong that can. */
  readonly calmAfter: number;
  /** Told what happens; null: nobody listens. */
  readonly trace: ((who: string, what: string) => void) | null;
}

export const rages = ({ timeline, calmAfter }: World): boolean => timeline.now < calmAfter;

/** Something that only a storm brings, with this share. */
export const strikes = (world: World, share: number): boolean => rages(world) && world.random.chance(share);

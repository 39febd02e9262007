import * as faults from './faults-of-a-schedule.ts';
import type { Random } from './random.ts';
import type { Timeline } from './timeline.ts';

export type FaultKind = 'service' | 'process' | 'store' | 'browser';

/** By how much faults of a kind are likelier than usual. */
export type Hardness = Readonly<Record<FaultKind, number>>;

/** What all parts of one simulation share. */
export interface World {
  readonly timeline: Timeline;
  readonly random: Random;
  /** Milliseconds of virtual time: faults are injected until then. */
  readonly calmAfter: number;
  readonly hardness: Hardness;
  /** Called with every event; null: no trace is written. */
  readonly trace: ((who: string, what: string) => void) | null;
}

/** For each kind by itself, harder as likely as easier. */
export function drawHardness(random: Random): Hardness {
  const draw = () => faults.hardest ** random.between(-1, 1);
  return { service: draw(), process: draw(), store: draw(), browser: draw() };
}

export const areFaultsOn = ({ timeline, calmAfter }: World): boolean => timeline.now < calmAfter;

/** The probability of such a fault in this world. */
export const shareOf = ({ hardness }: Pick<World, 'hardness'>, kind: FaultKind, share: number): number =>
  Math.min(share * hardness[kind], faults.likeliest);

/** Whether a fault happens now: with this probability in a usual world, and only while faults are injected. */
export const strikes = (world: World, kind: FaultKind, share: number): boolean =>
  areFaultsOn(world) && world.random.chance(shareOf(world, kind, share));

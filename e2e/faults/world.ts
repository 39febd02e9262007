/** The shared state of one schedule: its clock, its random numbers, and the likelihood of its faults. */
import { giveTurn } from '../../src/server/clock.ts';
import { createVirtualClock, type VirtualClock } from '../../src/server/virtual-clock.support.ts';
import { createRandom, type Random } from '../support/random.ts';
import * as chances from './chances.ts';

export type FaultKind = 'service' | 'process' | 'store' | 'browser';

/** @param now milliseconds of virtual time */
export type Trace = (now: number, who: string, what: string) => void;

export interface World {
  readonly clock: VirtualClock;
  readonly random: Random;
  /** Milliseconds of virtual time until which faults are injected. */
  readonly calmAfter: number;
  /** The factor by which each kind of fault is more likely than usual. */
  readonly hardness: Readonly<Record<FaultKind, number>>;
  /** null when no trace is written. */
  readonly trace: ((who: string, what: string) => void) | null;
  /** Stops virtual time until the work is done. */
  track<Value>(work: Promise<Value>): Promise<Value>;
  /** Acts after this many milliseconds. */
  after(milliseconds: number, act: () => void): void;
}

/** Milliseconds since 1970 at which every schedule begins. */
export const BEGINNING = Date.UTC(2026, 0, 1);

export interface WorldOptions {
  readonly seed: number;
  readonly schedule: number;
  /** The shortest and longest time in which faults are injected, in milliseconds. */
  readonly faultsFor: readonly [number, number];
  readonly trace: Trace | null;
}

export function createWorld({ seed, schedule, faultsFor, trace }: WorldOptions): World {
  const random = createRandom(seed, schedule);
  let underWay = 0;
  const settle = async () => {
    do await giveTurn();
    while (underWay > 0);
  };
  const clock = createVirtualClock({ began: BEGINNING, settle });
  // Each kind has a factor of its own, which is equally likely to be above and below 1.
  const hardness = () => chances.hardest ** random.between(-1, 1);
  return {
    clock,
    random,
    calmAfter: random.between(...faultsFor),
    hardness: { service: hardness(), process: hardness(), store: hardness(), browser: hardness() },
    trace: trace && ((who, what) => trace(clock.monotonic(), who, what)),
    track(work) {
      underWay += 1;
      return work.finally(() => {
        underWay -= 1;
      });
    },
    after: (milliseconds, act) => void clock.sleep(milliseconds).then(act),
  };
}

/** Returns the probability of a fault in this world; 0 after faults have ended. */
export const shareOf = ({ clock, calmAfter, hardness }: World, kind: FaultKind, share: number): number =>
  clock.monotonic() < calmAfter ? Math.min(share * hardness[kind], chances.likeliest) : 0;

/** Decides whether a fault happens now, with this probability in a usual world. */
export const strikes = (world: World, kind: FaultKind, share: number): boolean =>
  world.random.chance(shareOf(world, kind, share));

/** The clock of the machine, which may be set. */
export type Wall = Pick<VirtualClock, 'now'>;

export function createWall(world: World, isSet: boolean): Wall {
  const { clock, random, calmAfter, trace } = world;
  let ahead = 0;
  const times = isSet ? random.whole(1, chances.wall.most) : 0;
  for (let time = 0; time < times; time += 1) {
    const [least, most] = random.pick<readonly [number, number]>(chances.wall.by);
    const by = random.between(least, most) * (random.chance(0.5) ? 1 : -1);
    world.after(random.between(0, Math.min(calmAfter, chances.wall.latest)), () => {
      ahead += by;
      trace?.('wall clock', `is set by ${Math.round(by / 1_000)} s`);
    });
  }
  return { now: () => clock.now() + ahead };
}

/** Requests over a learned pace to a service with a hidden limit, in virtual time. */
import { createLearnedPace } from '../../delivery/learned-pace.ts';
import { createVirtualClock, type VirtualClock } from '../../delivery/virtual-clock.ts';
import { subject } from '../../model/ids.ts';
import type { HiddenLimit } from './hidden-limit.ts';

/** Milliseconds. */
const ROUND_TRIP = 100;
/** Requests under way at once: one an application, eight applications (`reliability.md` 4.4). */
const LANES = 8;

export interface PaceRun {
  /** Of each minute. */
  readonly minutes: readonly { readonly taken: number; readonly refused: number }[];
}

/** Somebody always waits. */
export async function simulatePace(
  limit: HiddenLimit,
  minutes: number,
  random: () => number,
): Promise<PaceRun> {
  const clock = createQuickClock();
  const pace = createLearnedPace({ clock, random, probe: async () => ({ kind: 'fine' }) });
  const end = minutes * 60_000;
  const counts = Array.from({ length: minutes }, () => ({ taken: 0, refused: 0 }));
  const lane = async (number: number) => {
    while (clock.monotonic() < end) {
      await pace.turn(subject(String(number)), 'write');
      await clock.sleep(ROUND_TRIP / 2);
      const refusal = limit.take(clock.monotonic());
      const count = counts[Math.floor(clock.monotonic() / 60_000)];
      if (count !== undefined) count[refusal === null ? 'taken' : 'refused'] += 1;
      await clock.sleep(ROUND_TRIP / 2);
      pace.tell('write', refusal === null ? { kind: 'fine' } : { kind: 'limited', ...refusal });
    }
  };
  for (let number = 0; number < LANES; number += 1) void lane(number);
  await clock.run(end);
  return { minutes: counts };
}

/** Nothing here waits for anything but time and promises. */
export const createQuickClock = (): VirtualClock =>
  createVirtualClock(async () => {
    for (let step = 0; step < 16; step += 1) await null;
  });

export interface PaceFigure {
  /** Part of what the service would have taken. */
  readonly goodput: number;
  /** Part of all requests. */
  readonly refused: number;
}

export function figureOf({ minutes }: PaceRun, from: number, rate: number): PaceFigure {
  const settled = minutes.slice(from);
  const taken = settled.reduce((sum, one) => sum + one.taken, 0);
  const refused = settled.reduce((sum, one) => sum + one.refused, 0);
  return { goodput: taken / (rate * 60 * settled.length), refused: refused / Math.max(taken + refused, 1) };
}

/** Work that comes at its own pace, whether or not what came before is done. */
import { setTimeout } from 'node:timers/promises';

export interface Offer {
  /** A second. */
  readonly rate: number;
  readonly seconds: number;
}

/** Milliseconds between two looks at what is due: below any latency that is judged. */
const TICK = 2;

/**
 * Resolves when all is done.
 * @param act given its number from 0 and when it was due (`performance.now()`): who is sent late has waited, too
 */
export async function offer<Result>(
  { rate, seconds }: Offer,
  act: (number: number, due: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const start = performance.now();
  const count = Math.round(rate * seconds);
  const all: Promise<Result>[] = [];
  while (all.length < count) {
    const due = start + (all.length * 1_000) / rate;
    if (due > performance.now()) await setTimeout(TICK);
    else all.push(act(all.length, due));
  }
  return Promise.all(all);
}

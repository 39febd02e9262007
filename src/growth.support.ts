/** For tests: measures the growth of CPU time as a ratio within one run, because a fixed limit would fail on a slow machine. */

/** The ratio of the two sizes that are compared. */
export const TIMES = 16;
const ROUNDS = 5;

/** In milliseconds. Shorter times count as equal, because the clock is too coarse for them. */
export const NO_TIME = 0.05;

/** Below this exponent the time grows about linearly; quadratic growth has exponent 2. */
export const STEEP = 1.6;

/** Returns the exponent of the growth of `run`'s time from a size to 16 times that size; 1 is linear. */
export function growthOf<Input>(
  size: number,
  make: (size: number) => Input,
  run: (input: Input) => unknown,
): number {
  const inputs = [make(size), make(size * TIMES)] as const;
  const timeOf = (input: Input) => {
    const before = process.cpuUsage();
    run(input);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  };
  // The sizes alternate, so that cache contention from other processes affects both.
  const rounds = Array.from({ length: ROUNDS }, () => [timeOf(inputs[0]), timeOf(inputs[1])] as const);
  const best = (which: 0 | 1) => Math.max(NO_TIME, Math.min(...rounds.map((times) => times[which])));
  return Math.log(best(1) / best(0)) / Math.log(TIMES);
}

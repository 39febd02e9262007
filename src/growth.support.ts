/** For tests: how the time of the processor grows, as a ratio within one run. A limit would fail on a slow machine. */

export const TIMES = 16;
const ROUNDS = 5;

/** Milliseconds: what takes less is all one, as the clock would decide. */
export const NO_TIME = 0.05;

/** To stay below it is to grow with the size and not with its square, whose exponent is 2. */
export const STEEP = 1.6;

/** The exponent by which the time of `run` grows from a size to 16 times that size: 1 where it grows with the size. */
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
  // One after the other, so that caches which others use meet both.
  const rounds = Array.from({ length: ROUNDS }, () => [timeOf(inputs[0]), timeOf(inputs[1])] as const);
  const best = (which: 0 | 1) => Math.max(NO_TIME, Math.min(...rounds.map((times) => times[which])));
  return Math.log(best(1) / best(0)) / Math.log(TIMES);
}

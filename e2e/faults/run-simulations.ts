/** For tests: some schedules of one seed, in this process, in memory. */
import type { Control } from './controls.ts';
import { openStores } from './open-stores.ts';
import { add, newTotal, runSchedules, type Total } from './run-schedules.ts';
import { isFaulty } from './verdict.ts';

export interface Simulations {
  readonly seed: number;
  readonly from: number;
  readonly to: number;
  /** With one, the run ends with the first fault that is found. */
  readonly control: Control | null;
}

export async function runSimulations({
  seed,
  from,
  to,
  control,
}: Simulations): Promise<Total & { faulty: number[] }> {
  const total = { ...newTotal(), faulty: [] as number[] };
  await runSchedules({
    seed,
    schedules: numbers(from, to),
    control,
    stores: await openStores('memory', null),
    traceOf: null,
    onEnd: (schedule, figures) => {
      add(total, figures);
      if (isFaulty(figures)) total.faulty.push(schedule);
      return control === null || total.faulty.length === 0;
    },
  });
  return total;
}

function* numbers(from: number, to: number) {
  for (let number = from; number <= to; number += 1) yield number;
}

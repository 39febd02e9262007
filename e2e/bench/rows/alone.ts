import { startCountingService } from '../alone/counting-service.ts';
import { deliverAlone } from '../alone/deliver-alone.ts';
import { median } from '../median.ts';
import type { RowGroup } from '../row.ts';

/** Milliseconds that the service takes for a request. */
const TAKES = 50;
/** Round trips that twelve answers may take, and milliseconds beside them (`src/README.md#budgets`). */
const [ROUND_TRIPS, BESIDE] = [14, 500];
const ROUNDS = 5;

/** The same number of requests, one after the other, with nothing between. */
async function measureRoundTrips(): Promise<number> {
  const service = await startCountingService(TAKES);
  const began = performance.now();
  for (let number = 0; number < ROUND_TRIPS; number += 1) await (await fetch(service.address)).text();
  const took = performance.now() - began;
  service.close();
  return took;
}

async function measureLedger(): Promise<number> {
  const service = await startCountingService(TAKES);
  const { submission, took } = await deliverAlone({
    address: service.address,
    answers: 12,
    auditAfter: null,
  });
  service.close();
  if (submission.state !== 'complete') throw new Error('Not all was delivered.');
  return took;
}

async function medianOf(measure: () => Promise<number>): Promise<number> {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) samples.push(await measure());
  return median(samples);
}

/** The ledger on a file, over real HTTP; beside it what the budget allows on this machine. */
export const aloneRow: RowGroup = {
  name: 'alone',
  measure: async () => [
    {
      row: `alone on the service, 12 answers (beside ${ROUND_TRIPS} round trips + 0.5 s)`,
      widget: await medianOf(measureLedger),
      handWritten: (await medianOf(measureRoundTrips)) + BESIDE,
      unit: 'ms',
      budget: 1,
    },
  ],
};

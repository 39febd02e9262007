import { expect, test } from 'vitest';
import type { Fate } from './fake-service.support.ts';
import { answer, createScene, freePace, key, send, submission } from './ledger.support.ts';
import type { Pace, PaceFigures } from './rate-limit/rate-limiter.ts';

async function secondsAfter(fates: readonly Fate[], milliseconds: number, pace: Pace = freePace) {
  const scene = createScene({}, { estimate: () => 20, paceOf: () => pace });
  scene.service.takes = 1_000;
  scene.service.fates.push(...fates);
  scene.ledger.start();
  await send(scene, submission([answer('1'), answer('2')]), milliseconds);
  const reference = (await scene.ledger.find(key))?.submission.reference;
  return reference && (await scene.ledger.read(key, reference, 0))?.secondsLeft;
}

const resting = (breaker: PaceFigures['breaker']): Pace => ({
  ...freePace,
  figures: () => ({ ...freePace.figures(), breaker }),
});
const unreachable = { kind: 'unreachable' } as const;

test.each<[string, readonly Fate[], number, Pace, number | null]>([
  ['answers under way are estimated', [], 1_500, freePace, 20],
  ['one failure still is', [unreachable], 2_500, freePace, 20],
  ['nobody can say after several', Array.from({ length: 9 }, () => unreachable), 8_000, freePace, null],
  ['nobody can say while one may have arrived', ['reply lost'], 30_000, freePace, null],
  ['nobody can say while the service rests', [], 1_500, resting('open'), null],
  ['nobody can say while it is asked whether it is well', [], 1_500, resting('probing'), null],
])('%s', async (_name, fates, milliseconds, pace, seconds) => {
  expect(await secondsAfter(fates, milliseconds, pace)).toBe(seconds);
});

test('no time is told for what comes after a restore, as it waits until all that was begun before has ended', async () => {
  const scene = createScene({}, { estimate: () => 20 });
  await scene.store.doubt({ answer: 75_000, file: 195_000 });
  scene.ledger.start();
  await send(scene, submission([answer('1')]), 1_500);
  const reference = (await scene.ledger.find(key))?.submission.reference;
  expect(reference && (await scene.ledger.read(key, reference, 0))?.secondsLeft).toBeNull();
});

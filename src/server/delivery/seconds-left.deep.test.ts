import { expect, test } from 'vitest';
import type { Fate } from './fake-service.support.ts';
import { answer, createScene, key, send, submission, unlimited } from './ledger.support.ts';
import type { RateLimiter, RateLimitFigures } from './rate-limit/rate-limiter.ts';

async function secondsAfter(
  fates: readonly Fate[],
  milliseconds: number,
  rateLimiter: RateLimiter = unlimited,
) {
  const scene = createScene({}, { estimate: () => 20, rateLimiterOf: () => rateLimiter });
  scene.service.takes = 1_000;
  scene.service.fates.push(...fates);
  scene.ledger.start();
  await send(scene, submission([answer('1'), answer('2')]), milliseconds);
  const reference = (await scene.ledger.find(key))?.submission.reference;
  return reference && (await scene.ledger.read(key, reference, 0))?.secondsLeft;
}

const resting = (breaker: RateLimitFigures['breaker']): RateLimiter => ({
  ...unlimited,
  figures: () => ({ ...unlimited.figures(), breaker }),
});
const unreachable = { kind: 'unreachable' } as const;

test.each<[string, readonly Fate[], number, RateLimiter, number | null]>([
  ['answers under way are estimated', [], 1_500, unlimited, 20],
  ['one failure still is', [unreachable], 2_500, unlimited, 20],
  ['it is unknown after several', Array.from({ length: 9 }, () => unreachable), 8_000, unlimited, null],
  ['it is unknown while one may have arrived', ['reply lost'], 30_000, unlimited, null],
  ['it is unknown while the service rests', [], 1_500, resting('open'), null],
  ['it is unknown while it is asked whether it is well', [], 1_500, resting('probing'), null],
])('%s', async (_name, fates, milliseconds, rateLimiter, seconds) => {
  expect(await secondsAfter(fates, milliseconds, rateLimiter)).toBe(seconds);
});

test('no time is told for what comes after a restore, as it waits until all that was begun before has ended', async () => {
  const scene = createScene({}, { estimate: () => 20 });
  await scene.store.doubt({ answer: 75_000, file: 195_000 });
  scene.ledger.start();
  await send(scene, submission([answer('1')]), 1_500);
  const reference = (await scene.ledger.find(key))?.submission.reference;
  expect(reference && (await scene.ledger.read(key, reference, 0))?.secondsLeft).toBeNull();
});

import { expect, test } from 'vitest';
import type { GatewayError } from './http-gateway.ts';
import {
  answer,
  firstSubmission,
  HOUR,
  key,
  pass,
  send,
  started,
  states,
  submission,
  text,
  unlimited,
} from './ledger.support.ts';
import { createRateLimiter, type RateLimiter } from './rate-limiter.ts';

test('every answer arrives once, after one look at what is there, and once all is counted', async () => {
  const scene = started();
  await send(scene, submission([answer('1'), answer('2<1'), answer('3')]));
  expect(await states(scene)).toEqual(['1 delivered', '2 delivered', '3 delivered']);
  await pass(scene, HOUR);
  expect(scene.service.asked).toEqual(['read', '1', '2', '3', 'read']);
  expect(scene.counted.filter((one) => one.startsWith('audited'))).toEqual(['audited 0 0']);
});

test('an application is made before its answers go, and needs no look before', async () => {
  const scene = started();
  await send(scene, firstSubmission([answer('1')]), HOUR);
  expect(await states(scene)).toEqual(['application delivered', '1 delivered']);
  expect(scene.service.asked).toEqual(['application', '1', 'read']);
});

/** Milliseconds at which a receipt is given to an applicant who would wait for eight seconds. */
async function receiptAt(scene: ReturnType<typeof started>) {
  const told: number[] = [];
  void scene.ledger.accept(submission([answer('1')]), 8_000).then(() => told.push(scene.clock.monotonic()));
  await pass(scene, 1_000);
  return told;
}

function withBreaker() {
  let rateLimiter: RateLimiter = unlimited;
  const scene = started({}, { rateLimiterOf: () => rateLimiter });
  const probe = async () => ({ kind: 'unreachable' }) as const;
  rateLimiter = createRateLimiter({ clock: scene.clock, random: () => 0.5, probe });
  return scene;
}

test('who waits is told at once when the service is left alone, and who sends then does not wait', async () => {
  const scene = withBreaker();
  scene.service.reads.push({ kind: 'unreachable' });
  expect(scene.ledger.isDown(key.tenant)).toBe(false);
  expect(await receiptAt(scene)).toEqual([10]);
  expect(scene.ledger.isDown(key.tenant)).toBe(true);
  const again = scene.clock.monotonic();
  expect(await receiptAt(scene)).toEqual([again]);
});

test('when nothing is to be waited for any more, who waits gets the receipt at once, and who sends does', async () => {
  const scene = started();
  scene.service.takes = 60_000;
  expect(await receiptAt(scene)).toEqual([]);
  const told: number[] = [];
  void scene.ledger.accept(submission([answer('1')]), 8_000).then(() => told.push(scene.clock.monotonic()));
  await pass(scene, 100);
  expect(told).toEqual([]);
  scene.ledger.stopWaiting();
  await pass(scene, 100);
  expect(told).toEqual([1_100]);
  expect(await receiptAt(scene)).toEqual([1_200]);
});

test('a look before a correction that fails is put off, whatever waits before the answer that is next', async () => {
  const scene = started();
  const answers = [answer('1'), answer('2<1'), answer('3')];
  scene.service.fates.push({ kind: 'not_found' }, { kind: 'invalid', pointers: [], members: [] });
  await send(scene, submission(answers));
  expect(await states(scene)).toEqual([
    expect.stringMatching('1 parked'),
    '2 held',
    expect.stringMatching('3 refused'),
  ]);
  scene.service.asked.length = 0;
  scene.service.reads.push(...Array<GatewayError>(10_000).fill({ kind: 'not_found' }));
  await send(scene, submission([...answers.slice(0, 2), text('3', 'other')]), HOUR);
  expect(scene.service.asked.length).toBeGreaterThan(50);
  expect(scene.service.asked.length).toBeLessThan(300);
});

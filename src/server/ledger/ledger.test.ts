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

test('delivers every answer once, reading the service before the first one and auditing at the end', async () => {
  const scene = started();
  await send(scene, submission([answer('1'), answer('2<1'), answer('3')]));
  expect(await states(scene)).toEqual(['1 delivered', '2 delivered', '3 delivered']);
  await pass(scene, HOUR);
  expect(scene.service.requests).toEqual(['read', '1', '2', '3', 'read']);
  expect(scene.counted.filter((event) => event.startsWith('audited'))).toEqual(['audited 0 0']);
});

test('creates the application before it sends the answers, without reading the service first', async () => {
  const scene = started();
  await send(scene, firstSubmission([answer('1')]), HOUR);
  expect(await states(scene)).toEqual(['application delivered', '1 delivered']);
  expect(scene.service.requests).toEqual(['application', '1', 'read']);
});

/** Returns the time of the receipt of an applicant who would wait eight seconds; empty if none is given in a second. */
async function receiptAt(scene: ReturnType<typeof started>) {
  const receiptTimes: number[] = [];
  void scene.ledger
    .accept(submission([answer('1')]), 8_000)
    .then(() => receiptTimes.push(scene.clock.monotonic()));
  await pass(scene, 1_000);
  return receiptTimes;
}

function withBreaker() {
  let rateLimiter: RateLimiter = unlimited;
  const scene = started({}, { rateLimiterOf: () => rateLimiter });
  const probe = async () => ({ kind: 'unreachable' }) as const;
  rateLimiter = createRateLimiter({ clock: scene.clock, random: () => 0.5, probe });
  return scene;
}

test('gives the receipt at once when the service is unreachable, and the next applicant does not wait', async () => {
  const scene = withBreaker();
  scene.service.reads.push({ kind: 'unreachable' });
  expect(scene.ledger.isDown(key.tenant)).toBe(false);
  expect(await receiptAt(scene)).toEqual([10]);
  expect(scene.ledger.isDown(key.tenant)).toBe(true);
  const again = scene.clock.monotonic();
  expect(await receiptAt(scene)).toEqual([again]);
});

test('gives every receipt at once after it stops waiting for deliveries', async () => {
  const scene = started();
  scene.service.takes = 60_000;
  expect(await receiptAt(scene)).toEqual([]);
  const receiptTimes: number[] = [];
  void scene.ledger
    .accept(submission([answer('1')]), 8_000)
    .then(() => receiptTimes.push(scene.clock.monotonic()));
  await pass(scene, 100);
  expect(receiptTimes).toEqual([]);
  scene.ledger.stopWaiting();
  await pass(scene, 100);
  expect(receiptTimes).toEqual([1_100]);
  expect(await receiptAt(scene)).toEqual([1_200]);
});

test('reads less and less often when the read before a correction keeps failing', async () => {
  const scene = started();
  const answers = [answer('1'), answer('2<1'), answer('3')];
  scene.service.fates.push({ kind: 'not_found' }, { kind: 'invalid', pointers: [], members: [] });
  await send(scene, submission(answers));
  expect(await states(scene)).toEqual([
    expect.stringMatching('1 parked'),
    '2 held',
    expect.stringMatching('3 refused'),
  ]);
  scene.service.requests.length = 0;
  scene.service.reads.push(...Array<GatewayError>(10_000).fill({ kind: 'not_found' }));
  await send(scene, submission([...answers.slice(0, 2), text('3', 'other')]), HOUR);
  expect(scene.service.requests.length).toBeGreaterThan(50);
  expect(scene.service.requests.length).toBeLessThan(300);
});

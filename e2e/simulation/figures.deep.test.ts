import { describe, expect, test } from 'vitest';
import { seededRandom } from '../bench/forms/seeded-random.ts';
import { createFixedWindow, createTokenBucket, type HiddenLimit } from './hidden-limit.ts';
import { type Applicant, simulateApplicants } from './simulate-applicants.ts';
import {
  figureOf,
  makeLearnedRateLimiter,
  makeStubbornRateLimiter,
  simulateRateLimiter,
} from './simulate-rate-limiter.ts';

const named = (makes: readonly (() => HiddenLimit)[]) => makes.map((make) => [make().name, make] as const);
const limitsOf = (rate: number) => [
  () => createFixedWindow(rate, true),
  () => createFixedWindow(rate, false),
  () => createTokenBucket(rate, true),
  () => createTokenBucket(rate, false),
];

/** Minutes until the learned rate has settled: a quick service answers more requests in a minute. */
const settledAt = (rate: number) => (rate > 5 ? 2 : 5);

describe.each(named([0.5, 2, 10, 50].flatMap(limitsOf)))('a hidden limit of %s', (_name, make) => {
  const settled = settledAt(make().rate);
  test(`after ${settled} minutes at least 85 percent of it are used, and at most 2 percent refused`, async () => {
    const limit = make();
    const minutes = settled + (limit.rate > 5 ? 3 : 15);
    const run = await simulateRateLimiter({
      limit,
      minutes,
      makeRateLimiter: makeLearnedRateLimiter(seededRandom(5)),
    });
    const { goodput, refused } = figureOf(run, settled, limit.rate);
    expect(goodput).toBeGreaterThanOrEqual(0.85);
    expect(refused).toBeLessThanOrEqual(0.02);
  });
});

test('control: a pace that learns nothing leaves a quick service idle and runs into a slow one', async () => {
  const run = (rate: number) =>
    simulateRateLimiter({
      limit: createTokenBucket(rate, true),
      minutes: 10,
      makeRateLimiter: makeStubbornRateLimiter,
    });
  expect(figureOf(await run(10), 5, 10).goodput).toBeLessThan(0.85);
  expect(figureOf(await run(0.5), 5, 0.5).refused).toBeGreaterThan(0.02);
});

const LEARNED = 600_000;
const atOnce = Array.from({ length: 20 }, (): Applicant => ({ at: 0, answers: 12 }));
const runOf = (limit: HiddenLimit, applicants = atOnce) =>
  simulateApplicants(limit, applicants, { random: seededRandom(5), warm: LEARNED });

describe.each(named(limitsOf(2)))(
  'twenty applicants of twelve answers at 120 a minute, %s',
  (_name, make) => {
    test('they come on evenly, and are done nearly together', async () => {
      const { evenness, took } = await runOf(make());
      // The first round takes ten seconds: until then some have none.
      expect(Math.min(...evenness.slice(3))).toBeGreaterThan(0.9);
      expect(Math.min(...took) / Math.max(...took)).toBeGreaterThan(0.8);
      expect(Math.max(...took)).toBeLessThan(((20 * 12) / 2 / 0.85) * 1_000);
    });

    test('nineteen of them wait no longer when the twentieth has a thousand answers', async () => {
      const { took } = await runOf(make(), [{ at: 0, answers: 1_000 }, ...atOnce.slice(1)]);
      expect(Math.max(...took.slice(1))).toBeLessThan(((20 * 12) / 2 / 0.85) * 1_000);
    });
  },
);

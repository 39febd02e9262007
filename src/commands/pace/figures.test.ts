import { describe, expect, test } from 'vitest';
import { createSeededRandom } from '../bench/forms/seeded-random.ts';
import { createFixedWindow, createTokenBucket, type HiddenLimit } from './hidden-limit.ts';
import { figureOf, simulatePace } from './simulate-pace.ts';

/** Minutes until the pace has settled, and minutes that are counted from then. */
const [SETTLED, COUNTED] = [5, 15];

const limits = [0.5, 2, 10, 50].flatMap((rate): (() => HiddenLimit)[] => [
  () => createFixedWindow(rate, true),
  () => createFixedWindow(rate, false),
  () => createTokenBucket(rate, true),
  () => createTokenBucket(rate, false),
]);

describe.each(limits.map((make) => [make().name, make] as const))('a hidden limit of %s', (_name, make) => {
  test(`after ${SETTLED} minutes at least 85 percent of it are used, and at most 2 percent refused`, async () => {
    const limit = make();
    const run = await simulatePace(limit, SETTLED + COUNTED, createSeededRandom(5));
    const { goodput, refused } = figureOf(run, SETTLED, limit.rate);
    expect(goodput).toBeGreaterThanOrEqual(0.85);
    expect(refused).toBeLessThanOrEqual(0.02);
  });
});

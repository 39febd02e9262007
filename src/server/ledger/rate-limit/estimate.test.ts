import { expect, test } from 'vitest';
import { tenant } from '../../../core/model/ids.ts';
import * as fc from '../../../properties.support.ts';
import { createEstimate } from './estimate.ts';
import type { RateLimitOutlook } from './learned-rate-limiter.ts';

const usual: RateLimitOutlook = { rate: 2, saved: 0, stop: 0, roundTrip: 100, steady: null };
const rules = { leasedSubmissions: 2, quantum: 4 };
const tell = (
  outlook: Partial<RateLimitOutlook>,
  own: number,
  others: readonly number[] = [],
  isServed = true,
) =>
  createEstimate({ rateLimiterOf: () => ({ outlook: () => ({ ...usual, ...outlook }) }), ...rules })(
    tenant('t'),
    {
      own,
      others,
      isServed,
    },
  );

test.each<[string, Partial<RateLimitOutlook>, number, readonly number[], number | null]>([
  ['alone, as the rate allows', {}, 10, [], 5],
  ['alone after a rest, as the replies come', { saved: 20 }, 10, [], 1],
  ['with another that goes on beside it', {}, 4, [10], 7.5 / 1.9],
  ['with others that take their turns between', {}, 8, [10, 10], 19.5 / 1.9],
  ['others that are done sooner count for what they have', {}, 8, [2, 1], 14.5 / 1.9],
  ['a stop comes first', { stop: 30_000 }, 10, [], 35],
  ['where stops come again and again, as it went with them', { steady: 0.5 }, 10, [], 20],
  ['nothing is left', {}, 0, [5], 0],
  ['it is unknown while the service rests', { stop: null }, 10, [], null],
])('%s', (_name, outlook, own, others, seconds) => {
  const told = tell(outlook, own, others);
  if (seconds === null) expect(told).toBeNull();
  else expect(told).toBeCloseTo(seconds);
});

test('who has no lane yet waits for those who have', () => {
  const others = [10, 10, 10, 10];
  expect((tell({}, 4, others, false) ?? 0) - (tell({}, 4, others) ?? 0)).toBeCloseTo(8 / 1.9);
  expect(tell({}, 4, [10], false)).toBe(tell({}, 4, [10]));
});

test('never less than nothing, and never less because of others', () => {
  const many = fc.nat({ max: 1_000 });
  const positive = (max: number) => fc.double({ min: 0.01, max, noNaN: true });
  const outlooks = fc.record({
    rate: positive(1_000),
    saved: positive(20),
    stop: positive(900_000),
    roundTrip: positive(20_000),
    steady: fc.option(positive(1_000)),
  });
  fc.assert(
    fc.property(outlooks, many, fc.array(many), fc.boolean(), (outlook, own, others, isServed) => {
      const alone = tell(outlook, own, [], isServed) ?? -1;
      expect(alone).toBeGreaterThanOrEqual(0);
      expect(tell(outlook, own, others, isServed)).toBeGreaterThanOrEqual(alone);
    }),
  );
});

import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { tenant } from '../model/ids.ts';
import { createEstimate } from './estimate.ts';
import type { PaceOutlook } from './learned-pace.ts';

const usual: PaceOutlook = { rate: 2, saved: 0, stop: 0, roundTrip: 100, writes: 1, steady: null };
const tell = (outlook: Partial<PaceOutlook>, own: number, others: readonly number[] = []) =>
  createEstimate({ paceOf: () => ({ outlook: () => ({ ...usual, ...outlook }) }), lanes: 8 })(
    tenant('t'),
    own,
    others,
  );

test.each<[string, Partial<PaceOutlook>, number, readonly number[], number | null]>([
  ['alone, as the rate allows', {}, 10, [], 5],
  ['alone after a rest, as the replies come', { saved: 20 }, 10, [], 1],
  ['with others, whose last round is as often behind', {}, 10, [10, 10], 14.5],
  ['others count no more than one has left', {}, 10, [1_000], 9.75],
  ['those who are done sooner count for what they have', {}, 10, [2, 4], 8],
  ['what does not write takes its part', { writes: 0.5 }, 10, [], 10],
  ['a stop comes first', { stop: 30_000 }, 10, [], 35],
  ['where stops come again and again, as it went with them', { steady: 0.5 }, 10, [], 20],
  ['nothing is left', {}, 0, [5], 0],
  ['nobody can say while the service rests', { stop: null }, 10, [], null],
])('%s', (_name, outlook, own, others, seconds) => {
  expect(tell(outlook, own, others)).toBe(seconds);
});

test('never less than nothing, and never less because of others', () => {
  const many = fc.nat({ max: 1_000 });
  const positive = (max: number) => fc.double({ min: 0.01, max, noNaN: true });
  const outlooks = fc.record({
    rate: positive(1_000),
    saved: positive(20),
    stop: positive(900_000),
    roundTrip: positive(20_000),
    writes: positive(1),
    steady: fc.option(positive(1_000)),
  });
  fc.assert(
    fc.property(outlooks, many, fc.array(many), (outlook, own, others) => {
      const alone = tell(outlook, own) ?? -1;
      expect(alone).toBeGreaterThanOrEqual(0);
      expect(tell(outlook, own, others)).toBeGreaterThanOrEqual(alone);
    }),
  );
});

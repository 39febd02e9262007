import { expect, test } from 'playwright/test';
import { keyOf, keysIn, pairsOf, pairwise, product } from '../support/pairwise.ts';

const shapes = [
  [2, 2],
  [3, 3, 3],
  [2, 3, 4, 5],
  [12, 4, 3, 3, 2, 2],
  [9, 4, 3, 2, 2],
];

for (const sizes of shapes) {
  test(`pairs of ${sizes.join(' × ')}: every two values meet, in values that there are`, () => {
    const rows = pairwise(sizes);
    const covered = new Set(rows.flatMap(keysIn));
    const wanted = pairsOf(sizes).map(keyOf);
    expect(wanted.filter((key) => !covered.has(key))).toEqual([]);
    expect(covered.size).toBe(wanted.length);
    const least = [...sizes].sort((one, other) => other - one);
    expect(rows.length).toBeLessThanOrEqual((least[0] ?? 0) * (least[1] ?? 0) * 1.25);
    expect(pairwise(sizes)).toEqual(rows);
  });
}

test('without one of its rows a list of pairs is not complete', () => {
  const rows = pairwise([4, 3, 2]);
  const covered = new Set(rows.slice(1).flatMap(keysIn));
  expect(pairsOf([4, 3, 2]).some((pair) => !covered.has(keyOf(pair)))).toBe(true);
});

test('the product has every combination once', () => {
  const rows = product([3, 2, 4]).map(String);
  expect(new Set(rows).size).toBe(24);
  expect(rows).toHaveLength(24);
});

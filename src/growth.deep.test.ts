import { expect, test } from 'vitest';
import { growthOf, STEEP } from './growth.support.ts';

const list = (length: number) => Array.from({ length }, (_, place) => place);

test('what looks at each item once grows with the size', () => {
  expect(growthOf(10_000, list, (items) => new Set(items))).toBeLessThan(STEEP);
});

test('control: what looks at all items for each of them does not pass', () => {
  const control = growthOf(300, list, (items) =>
    items.reduce((sum, one) => sum + items.lastIndexOf(-one), 0),
  );
  expect(control).toBeGreaterThan(STEEP);
});

test('control: neither does a pattern that looks back', () => {
  expect(
    growthOf(
      400,
      (size) => `${'a'.repeat(size)}!`,
      (text) => /a+$/.test(text),
    ),
  ).toBeGreaterThan(STEEP);
});

test('what takes no time does not grow', () => {
  expect(growthOf(1_000, list, () => null)).toBe(0);
});

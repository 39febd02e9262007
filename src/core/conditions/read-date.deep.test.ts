import { expect, test } from 'vitest';
import { growthOf, STEEP } from '../../growth.support.ts';
import { readDate } from './read-date.ts';

test.each([
  ['spaces', (size: number) => `5${' '.repeat(size)}June${' '.repeat(size)}2024`],
  ['letters', (size: number) => `5-${'a'.repeat(size)}`],
  ['digits', (size: number) => '1'.repeat(size)],
])('the time for hostile text does not grow with the square of its length: %s', (_name, text) => {
  expect(growthOf(6_250, text, (typed) => readDate(typed, 'dmy'))).toBeLessThan(STEEP);
});

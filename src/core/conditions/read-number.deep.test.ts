import { expect, test } from 'vitest';
import { growthOf, STEEP } from '../../growth.support.ts';
import { readNumber } from './read-number.ts';

test.each([
  ['zeros between two digits', (size: number) => `0.${'0'.repeat(size)}1${'0'.repeat(size)}1`],
  ['digits and then a letter', (size: number) => `${'1'.repeat(size)}x`],
  ['groups and then a letter', (size: number) => `1${',111'.repeat(size)}x`],
])('the time for hostile text does not grow with the square of its length: %s', (_name, text) => {
  expect(growthOf(6_250, text, readNumber)).toBeLessThan(STEEP);
});

import { expect, test } from 'vitest';
import { compareDecimals, readNumber } from './read-number.ts';

test.each([
  ['345.6', { sign: 1, digits: '3456', magnitude: 2n }],
  ['-0.10', { sign: -1, digits: '1', magnitude: -1n }],
  ['+00012', { sign: 1, digits: '12', magnitude: 1n }],
  ['1,200', { sign: 1, digits: '12', magnitude: 3n }],
  ['.05e-3', { sign: 1, digits: '5', magnitude: -5n }],
  ['12e+5', { sign: 1, digits: '12', magnitude: 6n }],
  ['0.00', { sign: 0, digits: '', magnitude: 0n }],
  ['-0e99', { sign: 0, digits: '', magnitude: 0n }],
])('%s is read exactly, as digits and the magnitude of the first', (text, decimal) => {
  expect(readNumber(text)).toEqual({ text, ...decimal });
});

const ordered = [
  '-1e1000000000',
  '-10',
  '-9.9',
  '-1e-1000000000',
  '0',
  '1e-1000000000',
  '0.1',
  '0.11',
  '1e99',
  '1e1000000000',
];

test('any two numbers of an ordered list compare in that order', () => {
  const decimals = ordered.flatMap((text) => readNumber(text) ?? []);
  expect(decimals).toHaveLength(ordered.length);
  for (const [firstIndex, first] of decimals.entries())
    for (const [secondIndex, second] of decimals.entries())
      expect(Math.sign(compareDecimals(first, second))).toBe(Math.sign(firstIndex - secondIndex));
});

/* Control: binary numbers cannot tell these apart, so the exactness must come from our decimals. */
test('numbers that are equal as binary fractions stay different', () => {
  const [first, second] = ['9007199254740993', '9007199254740992'];
  expect(Number(first)).toBe(Number(second));
  expect(readNumber(first)).not.toEqual(readNumber(second));
});

test('an exponent of a hundred thousand digits is read without expanding it', () => {
  const digits = '9'.repeat(100_000);
  expect(readNumber(`1e${digits}`)).toMatchObject({ sign: 1, digits: '1', magnitude: BigInt(digits) });
});

import { expect, test } from 'vitest';
import { readableJson } from './readable-json.ts';

test.each([
  [{}, '{}'],
  [[], '[]'],
  [null, 'null'],
  ['a "b"', '"a \\"b\\""'],
  [{ a: [1, true] }, '{ "a": [1, true] }'],
])('%j fits on a line', (value, text) => {
  expect(readableJson(value)).toBe(text);
});

test('what is longer has a line for each member, and reads back as the same', () => {
  const value = { data: { id: '1', list: ['a'.repeat(40), 'b'.repeat(40)] }, more: {} };
  const text = readableJson(value);
  expect(JSON.parse(text)).toEqual(value);
  expect(text.split('\n')).toHaveLength(10);
});

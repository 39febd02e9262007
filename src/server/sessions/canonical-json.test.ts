import { expect, test } from 'vitest';
import fc from '../../properties.support.ts';
import { canonicalJson } from './tokens.ts';

test.each([
  [{ b: 1, a: { d: [], c: {} } }, '{"a":{"c":{},"d":[]},"b":1}'],
  [[1, 'a"b', null, true], '[1,"a\\"b",null,true]'],
  [undefined, 'null'],
  ['\ud800', '"\\ud800"'],
])('%j is written as %s', (json, written) => {
  expect(canonicalJson(json)).toBe(written);
});

test('what is written reads as the same JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (json) => {
      expect(JSON.parse(canonicalJson(json))).toEqual(JSON.parse(JSON.stringify(json)));
    }),
  );
});

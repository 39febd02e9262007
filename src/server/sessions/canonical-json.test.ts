import { expect, test } from 'vitest';
import { canonicalJson } from './tokens.ts';

test.each([
  [{ b: 1, a: { d: [], c: {} } }, '{"a":{"c":{},"d":[]},"b":1}'],
  [[1, 'a"b', null, true], '[1,"a\\"b",null,true]'],
  [undefined, 'null'],
  ['\ud800', '"\\ud800"'],
])('%j is written as %s', (json, written) => {
  expect(canonicalJson(json)).toBe(written);
});

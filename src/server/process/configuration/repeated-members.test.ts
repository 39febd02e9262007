import { expect, test } from 'vitest';
import { findRepeated } from './repeated-members.ts';

test.each<readonly [json: string, repeated: readonly string[]]>([
  ['{}', []],
  ['{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]}', []],
  ['{"a": "a", "b": "b:", "c": ["a", "a", "b"]}', []],
  ['{"a": "{\\"b\\": 1, \\"b\\": 2}"}', []],
  ['{"a\\\\": 1, "a\\"": 2, "a": 3}', []],
  ['{"a": 1, "a": 1}', ['a']],
  ['{"a": 1, "\\u0061": 2}', ['a']],
  ['{"__proto__": 1, "__proto__": 2}', ['__proto__']],
  ['{"a": 1, "a": 2, "a": 3}', ['a']],
  ['{"a": {"b": 1}, "a": {"b": 2, "b": 3}}', ['a', 'a.b']],
  ['[[], [1, {"a": [], "b": {}, "a": [0]}]]', ['1.1.a']],
  ['{"a": [[{"b": 1}, {"b": 1, "b": 2}], {"c": 1, "c": 2}]}', ['a.0.1.b', 'a.1.c']],
])('%s', (json, repeated) => {
  expect(findRepeated(json)).toEqual(repeated);
  expect(() => JSON.parse(json)).not.toThrow();
});

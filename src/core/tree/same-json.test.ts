import { describe, expect, test } from 'vitest';
import { sameJson } from './find-problems.ts';

describe('two copies of a resource', () => {
  test.each([
    ['members in another order', '{"a":1,"b":[1]}', '{"b":[1],"a":1}', true],
    ['the same text', '"a"', '"a"', true],
    ['zero with a sign', '0', '-0', true],
    ['another value inside', '{"a":[{"b":1}]}', '{"a":[{"b":2}]}', false],
    ['a member more', '{"a":1}', '{"a":1,"b":null}', false],
    ['a member with another name', '{"a":null}', '{"b":null}', false],
    ['a list and an object', '[]', '{}', false],
    ['a list in another order', '[1,2]', '[2,1]', false],
    ['null and an object', 'null', '{}', false],
    ['a number and its text', '1', '"1"', false],
    ['a member that is only inherited', '{"constructor":1}', '{"a":1}', false],
  ])('with %s: %s and %s compare correctly', (_name, first, second, same) => {
    expect(sameJson(JSON.parse(first), JSON.parse(second))).toBe(same);
    expect(sameJson(JSON.parse(second), JSON.parse(first))).toBe(same);
  });

  test('with a hundred thousand levels are compared to the last level', { tags: 'deep' }, () => {
    const deep = (end: string) => JSON.parse(`${'['.repeat(100_000)}${end}${']'.repeat(100_000)}`);
    expect(sameJson(deep('1'), deep('1'))).toBe(true);
    expect(sameJson(deep('1'), deep('2'))).toBe(false);
  });
});

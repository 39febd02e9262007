/** No pattern that reads input takes quadratic time on any text. */
import { describe, expect, test } from 'vitest';
import { exceptions, findSteep, patterns } from './patterns.support.ts';

test.each(patterns.filter(([name]) => !exceptions.has(name)))('%s takes linear time', (_name, { regex }) => {
  expect(findSteep(regex)).toBeNull();
});

describe('control: the test finds patterns that backtrack', () => {
  test.each([
    ['dots at both ends of a name', /^[.\s]+|[.\s]+$/g],
    ['space around a number', /^\s*([+-]?)(\d*)(?:\.(\d*))?\s*$/],
    ['zeros at the end', /0+$/],
    ['a beginning that can repeat', /<style[^>]*>([\s\S]*?)<\/style>/gi],
    ['two ways to read each letter', /^(a|a)*$/],
    ['words between words', /^(\w+\s?)*$/],
  ])('%s', (_name, regex) => {
    expect(findSteep(regex)).not.toBeNull();
  });
});

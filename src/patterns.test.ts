/** Checks the list of patterns that read input; `patterns.deep.test.ts` measures their growth. */
import { expect, test } from 'vitest';
import { exceptions, findComposed, folders, patterns } from './patterns.support.ts';

test('the list of patterns is not empty, and each exception belongs to one of them', () => {
  expect(patterns.length).toBeGreaterThan(100);
  const names = new Set(patterns.map(([name]) => name));
  expect([...exceptions.keys()].filter((name) => !names.has(name))).toEqual([]);
});

test('no file composes a pattern from strings, except one with a test of its own', () => {
  expect(findComposed(folders)).toEqual([
    // Part of an ISO date-time, tested in `read-date.test.ts`.
    'core/conditions/read-date.ts',
  ]);
});

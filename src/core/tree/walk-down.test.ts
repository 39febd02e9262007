import { expect, test } from 'vitest';
import { walkDown } from './question-tree.ts';

const below: Record<string, readonly string[]> = { a: ['b', 'c'], b: ['d'], e: ['f'] };

test('an item comes before what stands below it, and before the next one beside it', () => {
  expect(walkDown<string>(['a', 'e'], (item) => below[item] ?? [])).toEqual(['a', 'b', 'd', 'c', 'e', 'f']);
});

test('each item is asked once, in that order, with its depth', () => {
  const asked: [string, number][] = [];
  walkDown<string>(['a', 'e'], (item, depth) => {
    asked.push([item, depth]);
    return below[item] ?? [];
  });
  expect(asked).toEqual([
    ['a', 0],
    ['b', 1],
    ['d', 2],
    ['c', 1],
    ['e', 0],
    ['f', 1],
  ]);
});

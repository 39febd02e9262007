import { expect, test } from 'vitest';
import { growthOf, STEEP } from '../../growth.support.ts';
import { checkQuestions } from './check-questions.ts';
import { question, shownWhen, treeOf } from './question-sets.support.ts';

const ids = (size: number) => Array.from({ length: size }, (_, place) => String(place));
const options = (size: number) => ids(size).map((id) => `Option number ${id}`);

test.each<readonly [name: string, make: (size: number) => readonly unknown[]]>([
  [
    'a chain that asks the same again',
    (size) =>
      ids(size).map((id, place) =>
        question(id, 'boolean', {
          title: 'Same',
          ...(place === 0 ? {} : shownWhen(String(place - 1), 'equals', place % 2 === 0 ? 'true' : 'false')),
        }),
      ),
  ],
  [
    'a chain of faults',
    (size) =>
      ids(size).map((id, place) =>
        question(id, 'boolean', place === 0 ? {} : shownWhen(String(place - 1), 'is', 'true')),
      ),
  ],
  [
    'a choice of as many options as follow-ups, each misspelt',
    (size) => [
      question('p', 'multiple_choice', { multiple_choice_options: options(size) }),
      ...ids(size).map((id) => question(id, 'date', shownWhen('p', 'equals', `Optoin number ${id}`))),
    ],
  ],
  [
    'bounds on one number',
    (size) => [
      question('p', 'number'),
      ...ids(size).map((id, place) =>
        question(
          id,
          'date',
          shownWhen('p', place % 2 === 0 ? 'less_than' : 'greater_than', String(place >> 1)),
        ),
      ),
    ],
  ],
  [
    'one ring',
    (size) =>
      ids(size).map((id, place) =>
        question(id, 'date', shownWhen(String((place + 1) % size), 'equals', '2027-01-01')),
      ),
  ],
])('the time for %s grows with its size', (_name, make) => {
  expect(
    growthOf(
      150,
      (size) => treeOf(make(size)),
      (tree) => checkQuestions(tree),
    ),
  ).toBeLessThan(STEEP);
});

test('the time for one question many times at the top grows with its size', () => {
  const ask = (size: number) =>
    treeOf(Array.from({ length: size }, (_, place) => question(String(place), 'date', { title: 'Same' })));
  expect(growthOf(150, ask, (tree) => checkQuestions(tree))).toBeLessThan(STEEP);
});

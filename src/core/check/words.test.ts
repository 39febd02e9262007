import { expect, test, vi } from 'vitest';
import { checkQuestions } from './check-questions.ts';
import { question, shownWhen, treeOf } from './question-sets.support.ts';
import { folded, withoutAccents } from './words.ts';

const marks = `a${'\u0301\u0316'.repeat(5_000)}`;

test.each<readonly [place: string, data: readonly unknown[]]>([
  ['an operator', [question('1', 'number'), question('2', 'date', shownWhen('1', marks, '5'))]],
  ['a truth value', [question('1', 'boolean'), question('2', 'date', shownWhen('1', 'equals', marks))]],
  ['a number', [question('1', 'number'), question('2', 'date', shownWhen('1', 'equals', marks))]],
  ['a day', [question('1', 'date'), question('2', 'date', shownWhen('1', 'equals', marks))]],
  [
    'an option and the value that names it',
    [
      question('1', 'multiple_choice', { multiple_choice_options: [marks, `${marks}b`] }),
      question('2', 'date', shownWhen('1', 'equals', `${marks}c`)),
    ],
  ],
  [
    'the titles of follow-ups',
    [
      question('1', 'boolean'),
      ...['2', '3'].map((id) =>
        question(id, 'date', { title: 'ﷺ'.repeat(5_000), ...shownWhen('1', 'equals', 'true') }),
      ),
    ],
  ],
])('of a text as long as %s may be, only a short part is normalised', (_place, data) => {
  const tree = treeOf(data);
  const normalize = vi.spyOn(String.prototype, 'normalize');
  checkQuestions(tree, { details: ['cv'] });
  const lengths = normalize.mock.contexts.map((text) => String(text).length);
  normalize.mockRestore();
  // The part is of 240 characters, and one of them becomes 18 at the most.
  expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(240 * 18);
});

test.each([folded, withoutAccents])('texts that differ only at their ends stay different', (change) => {
  const titles = ['1', '2', '1'].map((end) => change(`${'é '.repeat(500)}${end}`));
  expect(new Set(titles).size).toBe(2);
});

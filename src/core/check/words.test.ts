import { expect, test, vi } from 'vitest';
import { checkQuestions } from './check-questions.ts';
import { findingsIn, question, shownWhen, treeOf } from './question-sets.support.ts';
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

test('long numbers are cut', () => {
  const long = '9'.repeat(100_000);
  const texts = findingsIn([
    question('1', 'number'),
    question('2', 'date', shownWhen('1', 'equals', long)),
    question('3', 'date', shownWhen('1', 'greater_than', `0.${'0'.repeat(3_000)}`)),
    question('4', 'date', shownWhen('1', 'less_than', `0.${'0'.repeat(3_000)}`)),
    question('5', 'date', {
      title: `${'0'.repeat(3_000)}7 or more`,
      ...shownWhen('1', 'greater_than', `${'0'.repeat(3_000)}7`),
    }),
  ]).map(({ code, found, fix }) => [code, found.length + fix.length < 1_000]);
  expect(texts).toEqual([
    ['never_shown', true],
    ['gap_between', true],
    ['bound_left_out', true],
  ]);
});

test.each([
  ['a mark of its own', 'Franc\u0327ais'],
  ['a blank of no width', 'Fran\u200bçais'],
  ['a soft hyphen', 'Fran\u00adçais'],
])('%s differs and cannot be seen', (_name, other) => {
  const follow = [
    question('1', 'multiple_choice', { multiple_choice_options: ['Français', 'English'] }),
    question('2', 'date', shownWhen('1', 'equals', other)),
  ];
  expect(findingsIn(follow)).toMatchObject([
    {
      code: 'value_not_an_option',
      fix: 'Copy the option “Français”: the two look alike and differ in a character that cannot be seen.',
    },
  ]);
  const twice = [question('1', 'multiple_choice', { multiple_choice_options: ['Français', other] })];
  expect(findingsIn(twice)).toMatchObject([
    {
      code: 'duplicate_option',
      found: expect.stringContaining('look the same and differ in a character that cannot be seen.'),
    },
  ]);
});

test('a blank that does not break looks like a blank', () => {
  const data = [
    question('1', 'multiple_choice', { multiple_choice_options: ['Day shift', 'Late'] }),
    question('2', 'date', shownWhen('1', 'equals', 'Day\u00a0shift')),
  ];
  expect(findingsIn(data)[0]?.fix).toMatch(/^Copy the option “Day shift”/);
});

test('control: what can be seen is told as before, and other options are no pair', () => {
  const pair = [question('1', 'multiple_choice', { multiple_choice_options: ['Late', 'late'] })];
  expect(findingsIn(pair)[0]?.found).toContain('look the same. A follow-up');
  const options = ['C', 'C++', 'C#', 'Ano', 'Año', '☆', '★'];
  expect(findingsIn([question('1', 'multiple_choice', { multiple_choice_options: options })])).toEqual([]);
});

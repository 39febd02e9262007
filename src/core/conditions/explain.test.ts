import { expect, test } from 'vitest';
import type { Answer } from '../model/answer.ts';
import { fileId } from '../model/ids.ts';
import { defaultSemantics, type QuestionType } from '../model/question.ts';
import { evaluate } from './evaluate.ts';
import { explain } from './explain.ts';
import { judge } from './judge.ts';

const judged = (type: QuestionType, operator: string, value: unknown) =>
  judge({ type, options: null }, { operator, value }, defaultSemantics);

const file = { id: fileId('f'), name: 'cv.pdf', size: 1, type: 'application/pdf' };

type Explained = readonly [
  operator: string,
  value: unknown,
  answer: unknown,
  unanswered: boolean,
  holds: boolean,
];
type Row = readonly [string, QuestionType, string, unknown, Answer | null, Explained];

const range: Answer = { kind: 'date_range', from: '2024-01-01', to: '2024-01-02' };
const days = ['2024-01-01', '2024-01-02'];

const rows: readonly Row[] = [
  [
    'a truth value, as read',
    'boolean',
    'equals',
    ' TRUE ',
    { kind: 'boolean', value: false },
    ['equals', true, false, false, false],
  ],
  [
    'a text',
    'short_text',
    'contains',
    'Nur',
    { kind: 'text', text: 'Nurse' },
    ['contains', 'Nur', 'Nurse', false, true],
  ],
  [
    'a URL',
    'url',
    'not_equals',
    'https://a',
    { kind: 'url', text: 'https://b' },
    ['not_equals', 'https://a', 'https://b', false, true],
  ],
  [
    'chosen options',
    'multiple_choice',
    'equals',
    'B',
    { kind: 'choice', options: ['A', 'B'] },
    ['equals', 'B', ['A', 'B'], false, true],
  ],
  [
    'numbers as they are written, and one name for the two spellings of less than',
    'number',
    'less_thanThan',
    ' 1e3 ',
    { kind: 'number', text: '12.50' },
    ['less_than', '1e3', '12.50', false, true],
  ],
  [
    'zero as it is written',
    'number',
    'equals',
    '-0.0',
    { kind: 'number', text: '0' },
    ['equals', '-0.0', '0', false, true],
  ],
  [
    'dates as ISO days',
    'date',
    'greater_than',
    'June 5, 2024',
    { kind: 'date', day: '2024-06-05' },
    ['greater_than', '2024-06-05', '2024-06-05', false, false],
  ],
  [
    'files by their names',
    'document',
    'equals',
    'true',
    { kind: 'files', files: [file] },
    ['equals', true, ['cv.pdf'], false, true],
  ],
  [
    'no file: unanswered, and decided all the same',
    'multi_document',
    'not_equals',
    'true',
    null,
    ['not_equals', true, null, true, true],
  ],
  ['an unanswered parent', 'boolean', 'not_equals', 'true', null, ['not_equals', true, null, true, false]],
  [
    'an entry that cannot be read counts as unanswered here',
    'number',
    'not_equals',
    '5',
    { kind: 'unreadable', typed: 'five' },
    ['not_equals', '5', null, true, false],
  ],
  [
    'an answer of another kind decides nothing',
    'short_text',
    'not_equals',
    '5',
    { kind: 'number', text: '6' },
    ['not_equals', '5', '6', false, false],
  ],
  [
    'an answer of another kind is no file',
    'document',
    'equals',
    'false',
    range,
    ['equals', false, days, false, true],
  ],
];

test.each(rows)(
  'an explanation says what was read, and what follows: %s',
  (_name, type, operator, value, answer, explained) => {
    const { problem, ...said } = explain(judged(type, operator, value), answer);
    expect([said.operator, said.value, said.answer, said.unanswered, said.holds]).toEqual(explained);
    expect(problem).toBeNull();
  },
);

test('a condition that cannot be interpreted is explained by its problem, with the answer as read', () => {
  const explanation = explain(judged('boolean', 'contains', 'true'), { kind: 'boolean', value: true });
  expect(explanation).toEqual({
    operator: null,
    value: null,
    answer: true,
    unanswered: false,
    holds: 'uninterpretable',
    problem: {
      code: 'operator_not_allowed',
      detail: 'The condition cannot be interpreted: contains is not for a boolean.',
    },
  });
});

const everyKind: readonly Answer[] = [
  { kind: 'boolean', value: true },
  { kind: 'text', text: 'true' },
  { kind: 'url', text: 'true' },
  { kind: 'number', text: '5' },
  { kind: 'date', day: '2024-06-05' },
  { kind: 'date_range', from: '2024-06-05', to: '2024-06-06' },
  { kind: 'choice', options: ['true'] },
  { kind: 'files', files: [file] },
];

test.each([
  ['boolean', 'true', 'boolean'],
  ['short_text', 'true', 'text'],
  ['long_text', 'true', 'text'],
  ['url', 'true', 'url'],
  ['multiple_choice', 'true', 'choice'],
  ['number', '5', 'number'],
  ['date', '2024-06-05', 'date'],
  ['document', 'true', 'files'],
  ['multi_document', 'true', 'files'],
] as const)('a rule on a %s holds for its own kind of answer alone', (type, value, kind) => {
  const judgement = judged(type, 'equals', value);
  expect(
    everyKind.filter((answer) => evaluate(judgement, answer) === true).map((answer) => answer.kind),
  ).toEqual([kind]);
});

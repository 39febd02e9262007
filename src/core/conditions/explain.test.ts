import { describe, expect, test } from 'vitest';
import type { Answer } from '../model/answer.ts';
import { fileId } from '../model/ids.ts';
import { defaultSemantics, type QuestionType } from '../model/question.ts';
import { evaluate } from './evaluate.ts';
import { explain } from './explain.ts';
import { judge } from './judge.ts';

const judged = (type: QuestionType, operator: string, value: unknown) =>
  judge({ type, options: null }, { operator, value }, defaultSemantics);

const file = { id: fileId('f'), name: 'cv.pdf', size: 1, type: 'application/pdf' };

interface Row {
  readonly name: string;
  readonly type: QuestionType;
  readonly operator: string;
  readonly value: unknown;
  readonly answer: Answer | null;
  readonly explained: object;
}

const rows: readonly Row[] = [
  {
    name: 'a truth value, as read',
    type: 'boolean',
    operator: 'equals',
    value: ' TRUE ',
    answer: { kind: 'boolean', value: false },
    explained: { operator: 'equals', value: true, answer: false, unanswered: false, holds: false },
  },
  {
    name: 'a text',
    type: 'short_text',
    operator: 'contains',
    value: 'Nur',
    answer: { kind: 'text', text: 'Nurse' },
    explained: { operator: 'contains', value: 'Nur', answer: 'Nurse', unanswered: false, holds: true },
  },
  {
    name: 'a URL',
    type: 'url',
    operator: 'not_equals',
    value: 'https://a',
    answer: { kind: 'url', text: 'https://b' },
    explained: {
      operator: 'not_equals',
      value: 'https://a',
      answer: 'https://b',
      unanswered: false,
      holds: true,
    },
  },
  {
    name: 'chosen options',
    type: 'multiple_choice',
    operator: 'equals',
    value: 'B',
    answer: { kind: 'choice', options: ['A', 'B'] },
    explained: { operator: 'equals', value: 'B', answer: ['A', 'B'], unanswered: false, holds: true },
  },
  {
    name: 'numbers as they are written, and one name for the two spellings of less than',
    type: 'number',
    operator: 'less_thanThan',
    value: ' 1e3 ',
    answer: { kind: 'number', text: '12.50' },
    explained: { operator: 'less_than', value: '1e3', answer: '12.50', unanswered: false, holds: true },
  },
  {
    name: 'zero as it is written',
    type: 'number',
    operator: 'equals',
    value: '-0.0',
    answer: { kind: 'number', text: '0' },
    explained: { operator: 'equals', value: '-0.0', answer: '0', unanswered: false, holds: true },
  },
  {
    name: 'dates as ISO days',
    type: 'date',
    operator: 'greater_than',
    value: 'June 5, 2024',
    answer: { kind: 'date', day: '2024-06-05' },
    explained: {
      operator: 'greater_than',
      value: '2024-06-05',
      answer: '2024-06-05',
      unanswered: false,
      holds: false,
    },
  },
  {
    name: 'files by their names',
    type: 'document',
    operator: 'equals',
    value: 'true',
    answer: { kind: 'files', files: [file] },
    explained: { operator: 'equals', value: true, answer: ['cv.pdf'], unanswered: false, holds: true },
  },
  {
    name: 'no file: unanswered, and decided all the same',
    type: 'multi_document',
    operator: 'not_equals',
    value: 'true',
    answer: null,
    explained: { operator: 'not_equals', value: true, answer: null, unanswered: true, holds: true },
  },
  {
    name: 'an unanswered parent',
    type: 'boolean',
    operator: 'not_equals',
    value: 'true',
    answer: null,
    explained: { operator: 'not_equals', value: true, answer: null, unanswered: true, holds: false },
  },
  {
    name: 'an entry that cannot be read counts as unanswered here',
    type: 'number',
    operator: 'not_equals',
    value: '5',
    answer: { kind: 'unreadable', typed: 'five' },
    explained: { operator: 'not_equals', value: '5', answer: null, unanswered: true, holds: false },
  },
  {
    name: 'an answer of another kind decides nothing',
    type: 'short_text',
    operator: 'not_equals',
    value: '5',
    answer: { kind: 'number', text: '6' },
    explained: { operator: 'not_equals', value: '5', answer: '6', unanswered: false, holds: false },
  },
  {
    name: 'an answer of another kind is no file',
    type: 'document',
    operator: 'equals',
    value: 'false',
    answer: { kind: 'date_range', from: '2024-01-01', to: '2024-01-02' },
    explained: {
      operator: 'equals',
      value: false,
      answer: ['2024-01-01', '2024-01-02'],
      unanswered: false,
      holds: true,
    },
  },
];

describe('an explanation says the operator, the value and the answer as they were read, and what follows', () => {
  test.each(rows)('$name', ({ type, operator, value, answer, explained }) => {
    expect(explain(judged(type, operator, value), answer)).toEqual({ ...explained, problem: null });
  });
});

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

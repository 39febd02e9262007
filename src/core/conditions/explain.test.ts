import { expect, test } from 'vitest';
import { fileId } from '../model/ids.ts';
import type { Answer } from '../model/question.ts';
import { defaultSemantics, type QuestionType } from '../model/question.ts';
import { evaluate, explain } from './explain.ts';
import { judge } from './judge.ts';

const judged = (type: QuestionType, operator: string, value: unknown) =>
  judge({ type, options: null }, { operator, value }, defaultSemantics);

const file = { id: fileId('f'), name: 'cv.pdf', size: 1, type: 'application/pdf' };

const given = (kind: 'text' | 'url' | 'number', text: string): Answer => ({ kind, text });
const yes: Answer = { kind: 'boolean', value: true };
const days = { from: '2024-01-01', to: '2024-01-02' };

/** The condition, the answer, and the operator, value and answer as they were read, and the result. */
const rows: readonly (readonly [
  readonly [QuestionType, string, unknown],
  Answer | null,
  readonly [operator: string, value: unknown, answer: unknown],
  'holds' | 'fails' | 'unanswered' | 'unanswered, holds',
])[] = [
  [['boolean', 'not_equals', ' TRUE '], yes, ['not_equals', true, true], 'fails'],
  [['short_text', 'contains', 'Nur'], given('text', 'Nurse'), ['contains', 'Nur', 'Nurse'], 'holds'],
  [['url', 'not_equals', 'https://a'], given('url', 'b'), ['not_equals', 'https://a', 'b'], 'holds'],
  [
    ['multiple_choice', 'equals', 'B'],
    { kind: 'choice', options: ['A', 'B'] },
    ['equals', 'B', ['A', 'B']],
    'holds',
  ],
  // Both spellings of the operator have one name, and numbers stay as written.
  [['number', 'less_thanThan', ' 1e3 '], given('number', '12.50'), ['less_than', '1e3', '12.50'], 'holds'],
  [['number', 'equals', '-0.0'], given('number', '0'), ['equals', '-0.0', '0'], 'holds'],
  [
    ['date', 'equals', 'June 5, 2024'],
    { kind: 'date', day: '2024-06-05' },
    ['equals', '2024-06-05', '2024-06-05'],
    'holds',
  ],
  [['document', 'equals', 'true'], { kind: 'files', files: [file] }, ['equals', true, ['cv.pdf']], 'holds'],
  [['multi_document', 'not_equals', 'true'], null, ['not_equals', true, null], 'unanswered, holds'],
  [['boolean', 'not_equals', 'true'], null, ['not_equals', true, null], 'unanswered'],
  // An entry that cannot be read counts as unanswered, and an answer of another kind decides nothing.
  [
    ['number', 'not_equals', '5'],
    { kind: 'unreadable', typed: 'five' },
    ['not_equals', '5', null],
    'unanswered',
  ],
  [['short_text', 'not_equals', '5'], given('number', '6'), ['not_equals', '5', '6'], 'fails'],
  [
    ['document', 'equals', 'false'],
    { kind: 'date_range', ...days },
    ['equals', false, Object.values(days)],
    'holds',
  ],
];

test.each(rows)(
  'an explanation has the operator, the value and the answer as they were read: %j',
  (condition, answer, read, result) => {
    const [operator, value, shown] = read;
    const [unanswered, holds] = [result.startsWith('unanswered'), result.endsWith('holds')];
    const explained = { operator, value, answer: shown, unanswered, holds, problem: null };
    expect(explain(judged(...condition), answer)).toEqual(explained);
  },
);

test('the explanation of an uninterpretable condition has its problem, and the answer as read', () => {
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
] as const)('a condition on a %s holds only for answers of its own type', (type, value, kind) => {
  const judgement = judged(type, 'equals', value);
  expect(
    everyKind.filter((answer) => evaluate(judgement, answer) === true).map((answer) => answer.kind),
  ).toEqual([kind]);
});

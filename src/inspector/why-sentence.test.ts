// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import type { Answer } from '../core/model/answer.ts';
import { questionId } from '../core/model/ids.ts';
import { child, formOf, question } from './inspector.support.tsx';
import { decidingField, whySentence } from './why-sentence.ts';

const yes: Answer = { kind: 'boolean', value: true };
const no: Answer = { kind: 'boolean', value: false };
const number = (digits: string): Answer => ({ kind: 'number', text: digits });

type Row = readonly [type: string, operator: string, value: string, answer: Answer | null, sentence: string];

const rows: readonly Row[] = [
  ['boolean', 'equals', 'true', yes, 'Shown, because “Question 1” is “Yes”.'],
  [
    'boolean',
    'equals',
    'true',
    null,
    'Hidden, because “Question 1” is not answered yet, and this one is for “Yes”.',
  ],
  [
    'number',
    'greater_than',
    '7',
    number('8'),
    'Shown, because “Question 1” is 8, and this one is for more than 7.',
  ],
  [
    'multiple_choice',
    'not_equals',
    'Go',
    { kind: 'choice', options: ['Go'] },
    'Hidden, because “Question 1” is “Go”, and this one is for anything but “Go”.',
  ],
  [
    'date',
    'less_thanThan',
    '2027-08-31',
    { kind: 'date', day: '2027-09-01' },
    'Hidden, because “Question 1” is 2027-09-01, and this one is for days before 2027-08-31.',
  ],
  [
    'document',
    'equals',
    'true',
    null,
    'Hidden, because “Question 1” has no file, and this one is for a file.',
  ],
  ['document', 'equals', 'false', null, 'Shown, because “Question 1” has no file.'],
];

test.each(rows)('below %s, %s %s, after %j: %s', (type, operator, value, answer, sentence) => {
  const form = formOf([question('1', type), child('2', '1', operator, value)]);
  form.setAnswer(questionId('1'), answer);
  expect(whySentence(form, questionId('2'))).toBe(sentence);
  expect(whySentence(form, questionId('1'))).toBe('Always shown.');
});

const chain = [
  question('1', 'boolean'),
  child('2', '1', 'equals', 'true', 'boolean'),
  child('3', '2', 'equals', 'true', 'boolean'),
  child('4', '3', 'equals', 'true'),
];

test('below a hidden question the reason names all questions above', () => {
  const form = formOf(chain);
  form.setAnswer(questionId('1'), no);
  expect(whySentence(form, questionId('3'))).toBe(
    'Hidden, because “Question 2” above it is hidden: “Question 1” is “No”, and that one is for “Yes”.',
  );
  expect(whySentence(form, questionId('4'))).toBe(
    'Hidden, because “Question 3” above it is hidden, as all below “Question 2” is: “Question 1” is “No”, and that one is for “Yes”.',
  );
});

test('what decides a hidden question is the nearest one above it that is shown', () => {
  const form = formOf(chain);
  expect(decidingField(form, questionId('4'))?.question.id).toBe('1');
  form.setAnswer(questionId('1'), yes);
  expect(decidingField(form, questionId('4'))?.question.id).toBe('2');
  expect(decidingField(form, questionId('2'))?.question.id).toBe('2');
});

test('a condition that cannot be read says why, and a question below it names whose fault it is', () => {
  const form = formOf([
    question('1', 'boolean'),
    child('2', '1', 'resembles', 'true'),
    child('3', '2', 'equals', 'x'),
  ]);
  expect(whySentence(form, questionId('2'))).toMatch(
    /^Its condition compares by “resembles”.*so it is never shown\.$/,
  );
  expect(whySentence(form, questionId('3'))).toBe(
    'It is never shown, because “Question 2” above it never is.',
  );
});

test('in a ring, and below a type that is not known, it says so without the words of the code', () => {
  const form = formOf([
    child('1', '2', 'equals', 'true', 'boolean'),
    child('2', '1', 'equals', 'true', 'boolean'),
    question('3', 'telepathy'),
    child('4', '3', 'equals', 'true'),
  ]);
  for (const id of ['1', '2']) expect(whySentence(form, questionId(id))).toContain('in a ring of questions');
  expect(whySentence(form, questionId('4'))).toContain('a type that the form does not know');
});

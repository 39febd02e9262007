import { expect, test } from 'vitest';
import { checkQuestions } from '../core/check/check-questions.ts';
import { question } from '../core/check/question-sets.support.ts';
import { fileId, questionId } from '../core/model/ids.ts';
import type { Answer } from '../core/model/question.ts';
import type { WritableForm } from '../form/contract.ts';
import { child, formOf } from './inspector.support.tsx';
import { why, whyNever } from './words.ts';

const many = { max_num_required_answer_options: undefined };
const yes: Answer = { kind: 'boolean', value: true };
const text: Answer = { kind: 'text', text: 'a nurse' };
const choice: Answer = { kind: 'choice', options: ['Late', 'Night'] };
const number: Answer = { kind: 'number', text: '8' };
const day: Answer = { kind: 'date', day: '2027-09-01' };
const file = {
  id: fileId('00000000-0000-4000-8000-000000000000'),
  name: 'a.pdf',
  size: 1,
  type: 'application/pdf',
};

const reasonOf = (form: WritableForm, id: string) => {
  const field = form.fields.get(questionId(id));
  return field === undefined ? undefined : why(form, field);
};

type Row = readonly [
  type: string,
  more: Readonly<Record<string, unknown>>,
  operator: string,
  value: string,
  answer: Answer | null,
  reason: string,
];

const rows: readonly Row[] = [
  ['boolean', {}, 'equals', 'true', yes, 'is yes: it is yes'],
  ['boolean', {}, 'not_equals', 'true', null, 'is no: not answered yet'],
  ['short_text', {}, 'contains', 'nurse', text, 'contains “nurse”: it is “a nurse”'],
  ['multiple_choice', many, 'equals', 'Late', choice, 'includes “Late”: it is “Late”, “Night”'],
  ['multiple_choice', {}, 'equals', 'Late', null, 'is “Late”: not answered yet'],
  ['number', {}, 'greater_than', '1,000', number, 'is more than 1,000: it is 8'],
  ['number', {}, 'less_thanThan', '2', number, 'is less than 2: it is 8'],
  ['date', {}, 'greater_than', '31/08/2027', day, 'is after 31 August 2027: it is 1 September 2027'],
  ['document', {}, 'equals', 'true', { kind: 'files', files: [file] }, 'has a file: it is “a.pdf”'],
];

test.each(rows)(
  'below %s %j, %s %s, after %j: if the answer %s',
  (type, more, operator, value, answer, reason) => {
    const form = formOf([question('1', type, more), child('2', '1', operator, value)]);
    form.setAnswer(questionId('1'), answer);
    expect(reasonOf(form, '2')).toBe(`if the answer ${reason}`);
    expect(reasonOf(form, '1')).toBeNull();
  },
);

test('the reason for a question below a hidden one is the hidden question', () => {
  const form = formOf([
    question('1', 'boolean'),
    child('2', '1', 'equals', 'true', 'boolean'),
    child('3', '2', 'equals', 'true'),
  ]);
  expect(reasonOf(form, '3')).toBe('if the answer is yes: the question above is hidden');
});

test('a question that is never shown gives its own fault, or the one of a question above', () => {
  const { tree } = formOf([
    question('1', 'boolean'),
    child('2', '1', 'resembles', 'true', 'boolean'),
    child('3', '2', 'equals', 'true'),
    question('4', 'telepathy'),
    child('5', '4', 'equals', 'true'),
  ]);
  const [, own, ...others] = [...tree.nodes.values()].map((node) => whyNever(node, checkQuestions(tree)));
  expect(own).toMatch(/^Its condition compares by “resembles”.*so it is never shown\.$/);
  expect(others[0]).toBe('It is never shown, because of a question above it.');
  expect(others.at(-1)).toBe('It is never shown, because of a question above it.');
});

// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { child, formOf, Inspected, question } from './inspector.support.tsx';

let inspected: Inspected;

const inspect = (questions: readonly object[]) => {
  inspected = new Inspected(formOf(questions));
};

afterEach(() => inspected.end());

const chosen = () => inspected.one('[role=tab][aria-selected=true]');

test('the inspector opens again with the chosen tab', async () => {
  inspect([question('1', 'boolean')]);
  await inspected.open('requests');
  inspected.end();
  inspect([question('1', 'boolean')]);
  expect(chosen().textContent).toBe('Requests');
  await inspected.open('tree');
});

const single = { max_num_required_answer_options: 1 };

test.each([
  ['boolean', {}, 'equals', 'true', 'the answer is “Yes”'],
  ['boolean', {}, 'not_equals', 'true', 'the answer is not “Yes”'],
  ['short_text', {}, 'contains', 'nurse', 'the answer contains “nurse”'],
  ['short_text', {}, 'not_contains', 'nurse', 'the answer does not contain “nurse”'],
  ['multiple_choice', {}, 'equals', 'Rust', 'the answer includes “Rust”'],
  ['multiple_choice', {}, 'not_equals', 'Rust', 'the answer does not include “Rust”'],
  ['multiple_choice', single, 'equals', 'Rust', 'the answer is “Rust”'],
  ['number', {}, 'greater_than', '1,000', 'the answer is more than 1,000'],
  ['number', {}, 'less_thanThan', '2', 'the answer is less than 2'],
  ['date', {}, 'greater_than', '31/08/2027', 'the answer is after 2027-08-31'],
  ['date', {}, 'less_thanThan', '2027-08-31', 'the answer is before 2027-08-31'],
  ['document', {}, 'equals', 'true', 'a file is attached'],
  ['document', {}, 'not_equals', 'true', 'no file is attached'],
])('a condition on %s %j, %s %s, reads “if %s”', async (type, more, operator, value, sentence) => {
  inspect([question('1', type, more), child('2', '1', operator, value)]);
  expect(inspected.row('2').querySelector('.when')?.textContent).toContain(`if ${sentence}: `);
});

test('a condition that cannot be read is reported at its question, and in Check with what to do', async () => {
  inspect([question('1', 'boolean'), child('2', '1', 'resembles', 'true')]);
  expect(inspected.one('.broken').textContent).toContain('resembles');
  await inspected.open('check');
  expect(inspected.one('.check-finding').textContent).toContain('resembles');
});

// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, test } from 'vitest';
import { quiet } from '../browser/settle.support.ts';
import { question } from '../core/check/question-sets.support.ts';
import type { View } from '../form/contract.ts';
import { child, formOf, Inspected, viewOf } from './inspector.support.tsx';

let inspected: Inspected;

afterEach(() => inspected.end());

const chain = [
  question('1', 'number'),
  child('2', '1', 'greater_than', '7', 'boolean'),
  child('3', '2', 'equals', 'true'),
  question('4', 'short_text'),
];

test('the tree nests each question below its parent, and highlights the affected ones on an answer', async () => {
  inspected = new Inspected(formOf(chain));
  const above = inspected.one(inspected.row('3')).closest('ul')?.closest('li');
  expect(above?.contains(inspected.one(inspected.row('2')))).toBe(true);
  expect(inspected.words()).toContain('2 of 4 shown.');
  await inspected.answer('1', { kind: 'number', text: '8' });
  expect(inspected.words()).toContain('3 of 4 shown.');
  expect(inspected.one(inspected.row('2')).classList).toContain('lit');
});

test('a hidden answer stays, marked as not sent', async () => {
  inspected = new Inspected(formOf(chain));
  await inspected.answer('1', { kind: 'number', text: '8' });
  await inspected.answer('2', { kind: 'boolean', value: true });
  await inspected.answer('1', { kind: 'number', text: '1' });
  expect(inspected.words(inspected.row('2'))).toContain('kept, not sent: Yes');
});

test('pressing a hidden question moves to the visible question above it, and explains that until it is shown', async () => {
  inspected = new Inspected(formOf(chain), undefined, ['1', '2']);
  await inspected.press(`${inspected.row('3')} button`);
  expect(inspected.element.shadowRoot?.activeElement?.parentElement?.dataset['questionId']).toBe('1');
  expect(inspected.words('.said')).toBe(
    '“Question 3” is hidden. You are now at “Question 1”, which decides it.',
  );
  expect(inspected.one('[aria-current]').textContent).toContain('Question 1');
  await inspected.answer('1', { kind: 'number', text: '8' });
  await inspected.answer('2', { kind: 'boolean', value: true });
  expect(inspected.words('.said')).toBe('');
});

test('the inspector stops following the form once it is stopped, and remembers its tab', async () => {
  const form = formOf(chain);
  const view = signal<View>({ kind: 'loading' });
  inspected = new Inspected(form, view);
  expect(inspected.words()).toBe('There is no form on the page to look into.');
  view.value = viewOf(form);
  await inspected.open('check');
  expect(inspected.words()).toBe('Nothing wrong in 4 questions.');
  inspected.stop();
  await inspected.answer('1', { kind: 'number', text: '8' });
  view.value = viewOf(formOf(chain));
  await quiet();
  expect(inspected.words()).toBe('There is no form on the page to look into.');
  expect(inspected.words('[aria-selected=true]')).toBe('Check');
});

test('the Check tab lists faults with their fixes, and links to visible questions', async () => {
  const faulty = [
    question('1', 'date'),
    child('2', '1', 'less_than', '05/06/2027', 'boolean'),
    child('3', '2', 'equals', 'yes'),
  ];
  inspected = new Inspected(formOf(faulty), undefined, ['1']);
  await inspected.open('check');
  expect(inspected.find('.finding')).toHaveLength(2);
  expect(inspected.words()).toContain('2 to put right in 3 questions.');
  expect(inspected.words()).toContain('What to do: Write true for yes, or false for no.');
  expect(inspected.find('.finding button').map(({ textContent }) => textContent)).toEqual(['Question 2']);
  await inspected.press('.finding button');
  expect(inspected.words('.said')).toContain('You are now at “Question 1”');
});

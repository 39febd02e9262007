import { effect } from '@preact/signals';
import { expect, test } from 'vitest';
import { questionId } from '../core/model/ids.ts';
import { createForm } from './create-form.ts';
import { question, treeOf } from './form.support.ts';

const inEnglish = treeOf(
  question('1', 'boolean', { title: 'Do you have a licence?' }),
  question('2', 'number'),
);
const inGerman = treeOf(question('1', 'boolean', { title: 'Haben Sie einen Führerschein?' }));
const first = questionId('1');
const second = questionId('2');

test('another language changes the texts of the form and keeps the answers', () => {
  const form = createForm(inEnglish);
  form.setAnswer(first, { kind: 'boolean', value: true });
  form.validate();
  const titles: (string | undefined)[] = [];
  effect(() => void titles.push(form.fields.get(first)?.shown.title));
  form.reword(inGerman);
  expect(titles).toEqual(['Do you have a licence?', 'Haben Sie einen Führerschein?']);
  expect(form.fields.get(first)?.answer.value).toEqual({ kind: 'boolean', value: true });
  expect(form.fields.get(first)?.question.title).toBe('Do you have a licence?');
  expect(form.attempts.value).toBe(0);
});

test('a question without a translation keeps its own texts', () => {
  const form = createForm(inEnglish);
  form.reword(inGerman);
  expect(form.fields.get(second)?.shown.title).toBe('Question 2');
});

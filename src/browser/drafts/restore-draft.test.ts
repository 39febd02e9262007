import { expect, test } from 'vitest';
import type { Answer } from '../../core/model/answer.ts';
import type { HeldDetail, Question } from '../../core/model/question.ts';
import type { WritableForm } from '../../form/contract.ts';
import { createForm } from '../../form/create-form.ts';
import { fill } from '../../form/fill.ts';
import { detailQuestions, treeOf } from '../../form/form.support.ts';
import { signal } from '../../form/signals.ts';
import { bringDetails, restoreDraft } from './restore-draft.ts';
import { entriesOf, marksOf } from './write-draft.ts';

const textAnswer = (text: string): Answer => ({ kind: 'text', text });

const words = { text: '', take: '' };

/** As a form that shows what an application has. */
function holding(question: Question, text: string | null): Question {
  const answer = text === null ? null : textAnswer(text);
  const same = (other: Answer | null) => JSON.stringify(other) === JSON.stringify(answer);
  const held: HeldDetail = { answer, seen: {}, before: words, meanwhile: words, is: same };
  return { ...question, held: signal(held) };
}

const plain = () => createForm(treeOf(...detailQuestions()));
const held = (text: string | null) =>
  createForm(treeOf(...detailQuestions().map((question) => holding(question, text))));
const entries = ({ order }: WritableForm) => order.map(({ entry }) => entry.peek());

function typed(form: WritableForm): WritableForm {
  for (const { question } of form.order) form.setAnswer(question.id, textAnswer('Sam'));
  return form;
}

test.each<readonly [string, () => WritableForm, () => WritableForm, string | null]>([
  ['typed for one job go to the next', () => typed(plain()), plain, 'Sam'],
  ['that an application has stay with it', () => held('Robin'), plain, null],
  ['typed before do not go to an application that lacks them', () => typed(plain()), () => held(null), null],
  ['of one application do not go to another', () => held('Robin'), () => held(null), null],
])('details %s', (_, before, after, expected) => {
  const form = after();
  bringDetails(form, before(), { fill });
  const answer = expected === null ? null : textAnswer(expected);
  expect(entries(form)).toEqual(form.order.map(() => answer));
});

test.each<readonly [string, Answer | null, Answer | null]>([
  ['what was taken out of an application stays out', null, null],
  ['what was changed stays changed', textAnswer('Sam'), textAnswer('Sam')],
  ['what it has comes from the service, not from the draft', textAnswer('Robin'), textAnswer('Alex')],
])('in a draft, %s', (_, given, expected) => {
  const before = held('Robin');
  for (const { question } of before.order) before.setAnswer(question.id, given);
  const kept = JSON.parse(JSON.stringify(entriesOf(before)));
  const draft = { at: 0, revision: 'r', marks: marksOf(before), entries: kept, reference: null };
  const form = held('Alex');
  expect(restoreDraft(form, draft, { fill }).lost).toEqual([]);
  expect(entries(form)).toEqual(form.order.map(() => expected));
});

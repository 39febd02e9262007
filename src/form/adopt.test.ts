import { expect, test } from 'vitest';
import { questionId } from '../core/model/ids.ts';
import type { HeldDetail } from '../core/model/question.ts';
import { adoptEntries } from './adopt.ts';
import type { WritableForm } from './contract.ts';
import { createForm } from './create-form.ts';
import { fill } from './fill.ts';
import { question, treeOf } from './form.support.ts';
import { signal } from './signals.ts';

const textAnswer = (text: string) => ({ kind: 'text' as const, text });
const id = questionId('1');

const words = { text: '', take: '' };

/** As of an application that has this. */
function formHolding(text: string | null): WritableForm {
  const answer = text === null ? null : textAnswer(text);
  const is: HeldDetail['is'] = (other) => (other?.kind === 'text' ? other.text : null) === text;
  const held = signal<HeldDetail>({ answer, seen: {}, before: words, meanwhile: words, is });
  return createForm(treeOf({ ...question('1', 'short_text'), held }));
}

test.each<readonly [string, string | null, string | null | undefined, string | null]>([
  ['taken out stays out', 'Robin', null, null],
  ['changed stays changed', 'Robin', 'Sam', 'Sam'],
  ['left alone is what the application has now', 'Robin', undefined, 'Robin'],
  ['never there is what the application has now', null, undefined, 'Robin'],
])('in a form that has changed, a detail %s', (_, before, typed, expected) => {
  const previous = formHolding(before);
  if (typed !== undefined) previous.setAnswer(id, typed === null ? null : textAnswer(typed));
  const form = formHolding('Robin');
  adoptEntries({ form, previous }, fill);
  expect(form.fields.get(id)?.entry.peek()).toEqual(expected === null ? null : textAnswer(expected));
});

import { expect, test } from 'vitest';
import { questionId } from '../../core/model/ids.ts';
import type { HeldDetail, Question } from '../../core/model/question.ts';
import type { View } from '../../form/contract.ts';
import { createForm } from '../../form/create-form.ts';
import { question, treeOf } from '../../form/form.support.ts';
import { signal } from '../../form/signals.ts';
import { warnBeforeLeaving } from './warn-leaving.ts';

const textAnswer = (text: string) => ({ kind: 'text' as const, text });

const words = { text: '', take: '' };

/** As of an application that has it. */
const holding = (one: Question, text: string): Question => {
  const answer = textAnswer(text);
  const same: HeldDetail['is'] = (other) => other?.kind === 'text' && other.text === text;
  return {
    ...one,
    held: signal<HeldDetail>({ answer, seen: {}, before: words, meanwhile: words, is: same }),
  };
};

test.each<readonly [string, string | null, boolean]>([
  ['leaves freely where nothing was typed', null, false],
  ['leaves freely where the same was typed', 'Robin', false],
  ['is asked where something else was typed', 'Sam', true],
])('who reads what an application has %s', (_, typed, expected) => {
  const form = createForm(treeOf(holding(question('1', 'short_text'), 'Robin')));
  const view = signal<View>({ kind: 'form', form, title: null, preview: false, changed: null });
  let asks = 0;
  const beforeLeaving = () => {
    asks += 1;
    return () => {
      asks -= 1;
    };
  };
  const life = new AbortController();
  warnBeforeLeaving({ view, signal: life.signal, isKept: signal(false), beforeLeaving });
  if (typed !== null) form.setAnswer(questionId('1'), textAnswer(typed));
  expect(asks > 0).toBe(expected);
  life.abort();
  expect(asks).toBe(0);
});

import { expect, test } from 'vitest';
import { questionId } from '../../core/model/ids.ts';
import type { View } from '../../form/contract.ts';
import { createForm } from '../../form/create-form.ts';
import { question, treeOf } from '../../form/form.support.ts';
import { signal } from '../../form/signals.ts';
import { warnBeforeLeaving } from './warn-leaving.ts';

test('who has typed something that is stored nowhere is asked before they leave', () => {
  const form = createForm(treeOf(question('1', 'short_text')));
  const view = signal<View>({ kind: 'form', form, title: null, preview: false, changed: null });
  let asks = 0;
  const beforeLeaving = () => {
    asks += 1;
    return () => {
      asks -= 1;
    };
  };
  const life = new AbortController();
  warnBeforeLeaving({ view, signal: life.signal, isStored: signal(false), beforeLeaving });
  expect(asks).toBe(0);
  form.setAnswer(questionId('1'), { kind: 'text', text: 'Sam' });
  expect(asks).toBe(1);
  life.abort();
  expect(asks).toBe(0);
});

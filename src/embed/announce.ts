/** Tells the host of every change of the form. Costs nothing per question. */

import type { Form } from '../form/contract.ts';
import { effect } from '../form/signals.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Emit } from './form-events.ts';

/** Answers are told where they are set, visibility by its one signal. The returned function ends it. */
export function announce(form: Form, emit: Emit): () => void {
  const setAnswer = form.setAnswer.bind(form);
  form.setAnswer = (question, answer) => {
    const entry = form.fields.get(question)?.entry;
    const before = entry?.peek();
    setAnswer(question, answer);
    if (entry?.peek() !== before) tellChange(form, question, emit);
  };
  return effect(() => {
    const change = form.change.value;
    // Later: what a listener reads must not become part of this effect.
    if (change !== null) queueMicrotask(() => emit('apply-visibility', change));
  });
}

export function tellChange(form: Form, question: QuestionId, emit: Emit): void {
  emit('apply-change', { question, valid: form.fields.get(question)?.invalidity.peek() === null });
}

/** Tells the host of every change of the form. Costs nothing per question. */

import type { Form } from '../form/contract.ts';
import { effect } from '../form/signals.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Emit } from './form-events.ts';

/** Answers are told where they are set, visibility by its one signal. The returned function ends it. */
export function announce(form: Form, emit: Emit): () => void {
  tellOf(form, 'setAnswer', emit);
  tellOf(form, 'addFile', emit);
  tellOf(form, 'removeFile', emit);
  return effect(() => {
    const change = form.change.value;
    // Later: what a listener reads must not become part of this effect.
    if (change !== null) queueMicrotask(() => emit('apply-visibility', change));
  });
}

function tellOf<Name extends 'setAnswer' | 'addFile' | 'removeFile'>(
  form: Form,
  name: Name,
  emit: Emit,
): void {
  const act: (question: QuestionId, ...rest: never[]) => void = form[name].bind(form);
  const isValid = (question: QuestionId) => form.fields.get(question)?.invalidity.peek() === null;
  form[name] = (question: QuestionId, ...rest: never[]) => {
    act(question, ...rest);
    emit('apply-change', { question, valid: isValid(question) });
  };
}

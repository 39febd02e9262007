/** Tells the host of every change of the form. Costs nothing per question. */

import type { Form } from '../form/contract.ts';
import { effect } from '../form/signals.ts';
import { detailName } from '../model/details.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Concerned, Emit } from './form-events.ts';

/** Answers are told where they are set, or completed on leaving; visibility by its one signal. The returned function ends it. */
export function announce(form: Form, emit: Emit): () => void {
  const telling =
    <Rest extends unknown[]>(act: (question: QuestionId, ...rest: Rest) => void) =>
    (question: QuestionId, ...rest: Rest): void => {
      const entry = form.fields.get(question)?.entry;
      const before = entry?.peek();
      act(question, ...rest);
      if (entry?.peek() !== before) tellChange(form, question, emit);
    };
  form.setAnswer = telling(form.setAnswer.bind(form));
  form.leave = telling(form.leave.bind(form));
  return effect(() => {
    const change = form.change.value;
    // Later: what a listener reads must not become part of this effect.
    if (change !== null) queueMicrotask(() => emit('apply-visibility', change));
  });
}

export function tellChange(form: Form, question: QuestionId, emit: Emit): void {
  const field = detailName(question);
  const valid = form.fields.get(question)?.invalidity.peek() === null;
  emit('apply-change', field ? { field, valid } : { question, valid });
}

/** What an event is about. */
export function concerned(ids: readonly QuestionId[]): Concerned {
  const fields = ids.flatMap((id) => detailName(id) ?? []);
  const questions = ids.filter((id) => !detailName(id));
  return fields.length > 0 ? { questions, fields } : { questions };
}

/** Tells the host of every change of the form. Costs nothing per question. */

import type { QuestionId } from '../../core/model/ids.ts';
import type { Form } from '../../form/contract.ts';
import { followEdits } from '../../form/edits.ts';
import type { Concerned, Emit } from './form-events.ts';

/** Answers are reported from edits; visibility from its own signal. The returned function ends both. */
export function announce(form: Form, emit: Emit): () => void {
  const ends = [
    followEdits(form.edited, ({ question, kind }) => {
      const field = fieldOf(form, question);
      if (kind !== 'answer' || field === null) return;
      const valid = form.fields.get(question)?.invalidity.peek() === null;
      emit('apply-change', field ? { field, valid } : { question, valid });
    }),
    form.change.subscribe((change) => {
      // Deferred, so that the host receives the event of the answer first. Below a detail stand details alone.
      if (change && fieldOf(form, change.cause) === undefined)
        queueMicrotask(() => emit('apply-visibility', change));
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** What an event is about. */
export function concerned(form: Form, ids: readonly QuestionId[]): Concerned {
  const fields = ids.flatMap((id) => fieldOf(form, id) ?? []);
  const questions = ids.filter((id) => fieldOf(form, id) === undefined);
  return fields.length > 0 ? { questions, fields } : { questions };
}

/** undefined for a question, null for what no host is told of. */
function fieldOf(form: Form, id: QuestionId) {
  const { detail, confidential } = form.fields.get(id)?.question ?? {};
  return confidential || detail === 'consent' ? null : detail;
}

/** Tells the host of every change of the form. Costs nothing per question. */

import { detailName } from '../../core/model/details.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { Form } from '../../form/contract.ts';
import { followEdits } from '../../form/edits.ts';
import type { Concerned, Emit } from './form-events.ts';

/** Answers are reported from edits; visibility from its own signal. The returned function ends both. */
export function announce(form: Form, emit: Emit): () => void {
  const ends = [
    followEdits(form.edited, ({ question, kind }) => {
      if (kind !== 'answer') return;
      const field = detailName(question);
      const valid = form.fields.get(question)?.invalidity.peek() === null;
      emit('apply-change', field ? { field, valid } : { question, valid });
    }),
    form.change.subscribe((change) => {
      // Deferred, so that the host receives the event of the answer first.
      if (change) queueMicrotask(() => emit('apply-visibility', change));
    }),
  ];
  return () => {
    for (const end of ends) end();
  };
}

/** What an event is about. */
export function concerned(ids: readonly QuestionId[]): Concerned {
  const fields = ids.flatMap((id) => detailName(id) ?? []);
  const questions = ids.filter((id) => !detailName(id));
  return fields.length > 0 ? { questions, fields } : { questions };
}

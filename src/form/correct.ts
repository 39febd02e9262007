/** Marks refused answers in a form. Separate from the form itself, because it is not needed before sending. */
import type { QuestionId } from '../core/model/ids.ts';
import type { Form, WritableForm } from './contract.ts';
import { batch } from './signals.ts';

/** The proxy or the service refused these answers. */
export function refuse(form: WritableForm, questions: readonly QuestionId[]): void {
  const refused = questions.flatMap((id) => form.fields.get(id) ?? []);
  batch(() => {
    for (const { touched, entry } of refused) {
      const answer = entry.peek();
      // What is empty is wrong only where an answer is required, which the field knows by itself.
      touched.value = answer ? { refused: answer } : 'said';
    }
    if (refused.length > 0) form.attempts.value += 1;
  });
}

/** Allows changes only to these questions and their descendants (correction of refused answers); null allows all. */
export function restrict(form: WritableForm, questions: readonly QuestionId[] | null): void {
  form.allowed.value = questions && withDescendants(form, questions);
}

/** Display order lists parents first, so one pass finds all descendants. A block is corrected as a whole. */
export function withDescendants(
  { order, fields }: Form,
  questions: readonly QuestionId[],
): ReadonlySet<QuestionId> {
  const allowed = new Set(questions.filter((id) => fields.has(id)));
  const isBlock = order.some(({ question }) => question.block && allowed.has(question.id));
  for (const { parent, question } of order) {
    if ((parent !== null && allowed.has(parent)) || (isBlock && question.block)) allowed.add(question.id);
  }
  return allowed;
}

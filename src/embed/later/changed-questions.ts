import type { Form } from '../../form/contract.ts';
import type { QuestionId } from '../../model/ids.ts';

/** The questions of a form that the earlier one did not have, or had differently. */
export function changedQuestions(before: Form, after: Form): readonly QuestionId[] {
  const written = (form: Form, id: QuestionId) => JSON.stringify(form.fields.get(id)?.question);
  return after.order
    .map(({ question }) => question.id)
    .filter((id) => written(before, id) !== written(after, id));
}

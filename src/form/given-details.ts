import type { GivenDetails } from '../core/model/details.ts';
import type { QuestionId } from '../core/model/ids.ts';
import type { Field, Form } from './contract.ts';

/** What a visitor without an application says of themselves; empty when there is an application. */
export const detailFields = ({ order }: Form): readonly Field[] =>
  order.filter(({ question }) => question.detail && !question.confidential);

export const detailIds = (form: Form): readonly QuestionId[] =>
  detailFields(form).map(({ question }) => question.id);

/** The details that would be sent now; null when none may change, because the application exists. */
export function givenDetails(form: Form): GivenDetails | null {
  const fields = detailFields(form);
  if (!fields.some(({ editable }) => editable.value)) return null;
  return Object.fromEntries(
    fields.flatMap(({ question: { detail }, answer }) => {
      const given = answer.value;
      return detail && given?.kind === 'text' ? [[detail, given.text]] : [];
    }),
  );
}

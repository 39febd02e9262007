import type { GivenDetails } from '../core/model/details.ts';
import type { Field, Form } from './contract.ts';

/** The fields for the personal details of a visitor without an application; empty when there is an application. */
export const detailFields = ({ order }: Form): readonly Field[] =>
  order.filter(({ question }) => question.detail !== undefined);

/** The details that would be sent now; null when none are asked, because the application exists. */
export function givenDetails(form: Form): GivenDetails | null {
  const fields = detailFields(form);
  if (fields.length === 0) return null;
  return Object.fromEntries(
    fields.flatMap(({ question: { detail }, answer }) => {
      const given = answer.value;
      return detail && given?.kind === 'text' ? [[detail, given.text]] : [];
    }),
  );
}

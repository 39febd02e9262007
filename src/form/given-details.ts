import type { GivenDetails } from '../core/model/details.ts';
import type { Field, Form } from './contract.ts';

/** The fields in which a visitor without an application says who they are; none where there is an application. */
export const detailFields = ({ order }: Form): readonly Field[] =>
  order.filter(({ question }) => question.detail !== undefined);

/** What would go out now; null: nothing is asked, there is an application already. */
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

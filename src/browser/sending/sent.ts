import type { QuestionId } from '../../core/model/ids.ts';
import type { Form } from '../../form/contract.ts';
import { detailFields } from '../../form/given-details.ts';
import type { SentAnswers } from './following.ts';

/** What is sent: details, then questions. */
export const partsOf = (form: Form): readonly QuestionId[] => [
  ...detailFields(form).map(({ question }) => question.id),
  ...new Set(form.outgoing.peek().map((answer) => answer.question)),
];

export const sentAnswers = (form: Form): SentAnswers =>
  new Map(
    partsOf(form).flatMap((id) => {
      const answer = form.fields.get(id)?.answer.peek();
      return answer ? [[id, answer]] : [];
    }),
  );

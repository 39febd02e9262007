import type { QuestionId } from '../../core/model/ids.ts';
import { isChangedHere } from '../../form/changed-here.ts';
import type { Form } from '../../form/contract.ts';
import { detailFields } from '../../form/given-details.ts';
import type { SentAnswers } from './following.ts';

/** What is sent: details, then questions. */
export const partsOf = (form: Form): readonly QuestionId[] => [
  ...detailFields(form)
    .filter((field) => isChangedHere(field) !== false)
    .map(({ question }) => question.id),
  ...new Set(form.outgoing.peek().map((answer) => answer.question)),
];

export const sentAnswers = (form: Form): SentAnswers =>
  new Map(
    partsOf(form).flatMap((id) => {
      const field = form.fields.get(id);
      const answer = field?.answer.peek() ?? null;
      return answer || field?.question.held ? [[id, answer]] : [];
    }),
  );

import type { Answer } from '../../core/model/answer.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { Field, Form, FormChange, LostAnswer } from '../../form/contract.ts';

/** What became of a form and its answers after a new version replaced it. */
export const changeOf = (before: Form, after: Form): FormChange => ({
  questions: changedQuestions(before, after),
  lost: before.order.flatMap((field) => lostAnswer(field, after) ?? []),
});

/**
 * The questions that the earlier form did not have, or showed differently. If the form changed before a change of
 * language, its texts are still in the first language, so translated questions count as changed, too.
 */
function changedQuestions(before: Form, after: Form): readonly QuestionId[] {
  const written = (form: Form, id: QuestionId) => JSON.stringify(form.fields.get(id)?.shown);
  return after.order
    .map(({ question }) => question.id)
    .filter((id) => written(before, id) !== written(after, id));
}

/** The answer of a hidden question would not have been sent, so it is no loss. */
function lostAnswer({ question, shown, entry, visible }: Field, after: Form): LostAnswer | null {
  const answer = entry.peek();
  if (answer === null || !visible.peek()) return null;
  const lost = lostPart(answer, after.fields.get(question.id)?.entry.peek() ?? null);
  return lost && { question: shown, answer: lost };
}

/** Of several chosen options those still offered were kept. */
function lostPart(answer: Answer, kept: Answer | null): Answer | null {
  if (kept === null) return answer;
  if (answer.kind !== 'choice' || kept.kind !== 'choice') return null;
  const options = answer.options.filter((option) => !kept.options.includes(option));
  return options.length > 0 ? { kind: 'choice', options } : null;
}

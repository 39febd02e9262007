import { type QuestionId, questionId } from '../../model/ids.ts';

/** The question in whose block something stands. */
export function questionOf(target: EventTarget | null): QuestionId | null {
  const block = target instanceof Element ? target.closest('[data-question-id]') : null;
  const id = block?.getAttribute('data-question-id') ?? null;
  return id === null ? null : questionId(id);
}

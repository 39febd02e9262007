import { detailId } from '../../core/model/details.ts';
import { type QuestionId, questionId } from '../../core/model/ids.ts';

/** The question, or the detail, in whose block something stands. */
export function questionOf(target: EventTarget | null): QuestionId | null {
  const block = target instanceof Element ? target.closest('.af-block') : null;
  const detail = block?.getAttribute('data-detail');
  if (detail) return detailId(detail);
  const id = block?.getAttribute('data-question-id') ?? null;
  return id === null ? null : questionId(id);
}

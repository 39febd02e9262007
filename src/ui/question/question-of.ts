import { detailId } from '../../core/model/details.ts';
import { type QuestionId, questionId } from '../../core/model/ids.ts';

/** The question, detail or consent in whose block something stands. */
export function questionOf(target: EventTarget | null): QuestionId | null {
  const block = target instanceof Element ? target.closest<HTMLElement>('.af-block') : null;
  const { questionId: id, detail, consent } = block?.dataset ?? {};
  if (id) return questionId(id);
  return detail || consent ? detailId(detail ?? `consent:${consent}`) : null;
}

import type { QuestionId } from '../model/ids.ts';

/**
 * The questions that are their own ancestors. Questions that only hang below a cycle are not included.
 * Each question is visited once, walking upwards.
 */
export function findRings(parents: ReadonlyMap<QuestionId, QuestionId>): ReadonlySet<QuestionId> {
  const inRing = new Set<QuestionId>();
  const seen = new Set<QuestionId>();
  for (const start of parents.keys()) {
    const path = new Set<QuestionId>();
    let id: QuestionId | undefined = start;
    while (id !== undefined && !seen.has(id)) {
      seen.add(id);
      path.add(id);
      id = parents.get(id);
    }
    if (id !== undefined && path.has(id)) addRing(inRing, id, parents);
  }
  return inRing;
}

function addRing(
  inRing: Set<QuestionId>,
  start: QuestionId,
  parents: ReadonlyMap<QuestionId, QuestionId>,
): void {
  for (let id: QuestionId | undefined = start; id !== undefined && !inRing.has(id); id = parents.get(id))
    inRing.add(id);
}

import { evaluate } from '../conditions/evaluate.ts';
import type { QuestionId } from '../model/ids.ts';
import type { QuestionTree } from '../tree/question-tree.ts';
import type { FieldState } from './field-state.ts';

/**
 * Derives which questions are visible. A computed for each question would be notified and refreshed by one
 * stack frame a level, and chains of thousands come; so the change travels here through a list instead,
 * each question's signal is written in this file alone, and only children of what changed are evaluated.
 */
export interface Visibility {
  /** From the top, for a whole new set of answers. */
  deriveAll(): void;
  /** After the answer of one question changed; returns the fields that came or went. */
  deriveBelow(cause: FieldState): readonly FieldState[];
  evaluations(): number;
}

export function createVisibility(
  tree: QuestionTree,
  fields: ReadonlyMap<QuestionId, FieldState>,
): Visibility {
  let evaluations = 0;

  function isVisible(field: FieldState): boolean {
    if (field.parent === null) return true;
    const parent = fields.get(field.parent);
    const judgement = tree.nodes.get(field.question.id)?.judgement;
    if (!parent?.visible.peek() || !judgement) return false;
    evaluations += 1;
    return evaluate(judgement, parent.answerNow()) === true;
  }

  function deriveAll(): void {
    // A map keeps its order, and display order names a parent before its children.
    for (const field of fields.values()) field.visible.value = isVisible(field);
  }

  function deriveBelow(cause: FieldState): readonly FieldState[] {
    const changed: FieldState[] = [];
    const parents = [cause];
    for (const parent of parents) {
      for (const id of parent.children) {
        const child = fields.get(id);
        if (!child || child.visible.peek() === isVisible(child)) continue;
        child.visible.value = !child.visible.peek();
        changed.push(child);
        parents.push(child);
      }
    }
    return changed;
  }

  return { deriveAll, deriveBelow, evaluations: () => evaluations };
}

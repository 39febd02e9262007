import type { QuestionId } from '../model/ids.ts';
import type { QuestionTree } from '../tree/question-tree.ts';

/** The questions of a tree that the earlier one did not have, or had differently. */
export function changedQuestions(before: QuestionTree, after: QuestionTree): readonly QuestionId[] {
  const written = (tree: QuestionTree, id: QuestionId) => JSON.stringify(tree.nodes.get(id)?.question);
  return after.order.filter((id) => written(before, id) !== written(after, id));
}

import { evaluate } from '../conditions/evaluate.ts';
import type { Answers } from '../model/answer.ts';
import type { QuestionId } from '../model/ids.ts';
import type { QuestionTree } from '../tree/question-tree.ts';
import { walkDown } from '../tree/walk-down.ts';
import { answerTo } from './answer-kind.ts';

/**
 * The visible questions, in display order. Only children of a visible question are evaluated,
 * so the answer to a hidden question is never read.
 */
export function visibleQuestions(tree: QuestionTree, answers: Answers): readonly QuestionId[] {
  return walkDown(tree.roots, (id) => shownChildren(tree, id, answers));
}

function shownChildren(tree: QuestionTree, id: QuestionId, answers: Answers): readonly QuestionId[] {
  const node = tree.nodes.get(id);
  if (node === undefined || node.children.length === 0) return [];
  const answer = answerTo(node.question, answers);
  return node.children.filter((child) => {
    const judgement = tree.nodes.get(child)?.judgement;
    return judgement != null && evaluate(judgement, answer) === true;
  });
}

import { isAnswered } from '../conditions/answered.ts';
import type { Answers, OutgoingAnswer, OutgoingValue } from '../model/answer.ts';
import type { QuestionId } from '../model/ids.ts';
import type { QuestionTree } from '../tree/question-tree.ts';
import { answerTo, type ReadableAnswer } from './answer-kind.ts';
import { visibleQuestions } from './visible.ts';

/** Every visible and answered question, in display order, each with its own id. */
export function outgoingAnswers(tree: QuestionTree, answers: Answers): readonly OutgoingAnswer[] {
  return visibleQuestions(tree, answers).flatMap((id) => {
    const node = tree.nodes.get(id);
    return node === undefined ? [] : outgoingParts(id, answerTo(node.question, answers));
  });
}

/** What is sent for the answer to a visible question. */
export function outgoingParts(
  question: QuestionId,
  answer: ReadableAnswer | null,
): readonly OutgoingAnswer[] {
  return isAnswered(answer) ? partsOf(answer).map((value, part) => ({ question, part, value })) : [];
}

/** Each file of a question is one POST, because the service takes one file per answer. */
function partsOf(answer: ReadableAnswer): readonly OutgoingValue[] {
  return answer.kind === 'files' ? answer.files.map((file) => ({ kind: 'document', file })) : [answer];
}

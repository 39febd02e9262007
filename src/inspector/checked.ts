/** What is wrong with the questions of a form, found once for each tree, because lists are drawn at every answer. */
import { checkQuestions, type QuestionFinding } from '../core/check/check-questions.ts';
import type { QuestionNode, QuestionTree } from '../core/tree/question-tree.ts';

export interface Checked {
  readonly findings: readonly QuestionFinding[];
  /** Of the service's questions, without what the form asks itself. */
  readonly count: number;
}

const known = new WeakMap<QuestionTree, Checked>();

export function checked(tree: QuestionTree): Checked {
  const before = known.get(tree);
  if (before !== undefined) return before;
  const questions = [...tree.nodes.values()].filter(({ question }) => question.detail === undefined);
  const now = { findings: checkQuestions(tree), count: questions.length };
  known.set(tree, now);
  return now;
}

/** Of a question that has no place in the form: its own fault, or that of one above it. */
export function whyNever(tree: QuestionTree, { question: { id }, judgement }: QuestionNode): string {
  if (judgement?.readable !== false) return 'It follows a question that is never shown.';
  const own = checked(tree).findings.find(({ question, code }) => question === id && code === judgement.code);
  return own?.found ?? judgement.detail;
}

/** What is wrong with the questions of a form, found once for each tree, because lists are drawn at every answer. */
import { checkQuestions, type QuestionFinding } from '../core/check/check-questions.ts';
import type { QuestionNode, QuestionTree } from '../core/tree/question-tree.ts';

export interface Checked {
  readonly findings: readonly QuestionFinding[];
  /** By question and code. */
  readonly known: ReadonlyMap<string, QuestionFinding>;
  /** Of the service's questions, without what the form asks itself. */
  readonly count: number;
}

const trees = new WeakMap<QuestionTree, Checked>();

const keyOf = (question: string, code: string): string => `${code} ${question}`;

export function checked(tree: QuestionTree): Checked {
  const before = trees.get(tree);
  if (before !== undefined) return before;
  const findings = checkQuestions(tree);
  const now = {
    findings,
    known: new Map(findings.map((finding) => [keyOf(finding.question, finding.code), finding])),
    count: [...tree.nodes.values()].filter(({ question }) => question.detail === undefined).length,
  };
  trees.set(tree, now);
  return now;
}

/** Of a question that has no place in the form: its own fault, or that of one above it. */
export function whyNever(tree: QuestionTree, node: QuestionNode): string {
  const { question, judgement } = node;
  if (judgement?.readable !== false) return belowNever(tree, node);
  const { code, detail } = judgement;
  // Of a ring one member tells it, and an unknown type is told at the question that has it.
  if (code === 'cycle')
    return 'It stands below itself, in a ring of questions, so none of them is ever shown.';
  if (code === 'unknown_parent_type')
    return 'It follows a question of a type that the form does not know, so it is never shown.';
  return checked(tree).known.get(keyOf(question.id, code))?.found ?? detail;
}

function belowNever({ nodes }: QuestionTree, { parent }: QuestionNode): string {
  let above = parent === null ? undefined : nodes.get(parent);
  while (above !== undefined && above.judgement?.readable !== false)
    above = above.parent === null ? undefined : nodes.get(above.parent);
  return above === undefined
    ? 'It is never shown.'
    : `It is never shown, because “${nameOf(above)}” above it never is.`;
}

/** A row without a name could not be told from the next one. */
export const nameOf = ({ question: { title, id } }: QuestionNode): string =>
  title.trim() === '' ? `Question ${id}` : title;

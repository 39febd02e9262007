/** Why a question is shown or hidden now, as data, for the host page's developer and the inspector. */
import { type Explanation, explain } from '../core/conditions/explain.ts';
import type { QuestionId } from '../core/model/ids.ts';
import type { Form } from './contract.ts';

export interface QuestionExplanation {
  readonly question: QuestionId;
  /** null for a root, which is always shown. */
  readonly parent: QuestionId | null;
  readonly visible: boolean;
  /** null for a root. A condition that holds below a hidden parent still leaves its question hidden. */
  readonly rule: Explanation | null;
}

/**
 * null when the form has no such question.
 *
 * @internal so that the package's types need no signals
 */
export function explainQuestion(form: Form, question: QuestionId): QuestionExplanation | null {
  const field = form.fields.get(question);
  const node = form.tree.nodes.get(question);
  if (field === undefined || node === undefined) return null;
  const { parent } = field;
  const answer = parent === null ? null : (form.fields.get(parent)?.answer.value ?? null);
  const rule = node.judgement === null ? null : explain(node.judgement, answer);
  return { question, parent, visible: field.visible.value, rule };
}

/** For tests: a short notation for documents of questions. */
import { readQuestionDocument } from '../jsonapi/read-questions.ts';
import { defaultSemantics, type Semantics } from '../model/question.ts';
import type { QuestionTree } from '../tree/question-tree.ts';
import { buildTree } from '../tree/question-tree.ts';
import { checkQuestions, type QuestionFinding } from './check-questions.ts';

interface Resource {
  readonly type: 'questions';
  readonly id: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export const question = (
  id: string,
  type: string,
  more: Readonly<Record<string, unknown>> = {},
): Resource => ({
  type: 'questions',
  id,
  attributes: {
    title: `Question ${id}`,
    question_type: type,
    ...(type === 'multiple_choice'
      ? { multiple_choice_options: ['Early', 'Late', 'Night'], max_num_required_answer_options: 1 }
      : {}),
    ...more,
  },
});

/** Shown when the answer to `parent` meets the condition. */
export const shownWhen = (parent: string, operator: string, value: unknown) => ({
  conditional: { parent_question_id: parent, position: 1, conditions: [{ operator, value }] },
});

export function treeOf(data: readonly unknown[], semantics: Semantics = defaultSemantics): QuestionTree {
  const read = readQuestionDocument({ data });
  if (!read.ok) throw new Error('The document cannot be read.');
  return buildTree(read.value.records, semantics);
}

export const findingsIn = (data: readonly unknown[]): readonly QuestionFinding[] =>
  checkQuestions(treeOf(data));

/** `question code` of each finding, in order. */
export const codesIn = (data: readonly unknown[]): readonly string[] =>
  findingsIn(data).map(({ question: id, code }) => `${id} ${code}`);

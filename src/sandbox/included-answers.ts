import { answerResource } from './answer-resource.ts';
import type { Resource } from './json-api.ts';
import { listRule, type ParameterRule } from './query-parameters.ts';
import { questionResource } from './question-resource.ts';
import type { AnswerRecord } from './record-store.ts';
import { isVisible, type SandboxState } from './sandbox-state.ts';

/** The answers of applications in `included`: of the eighteen relationships only these are built. */

/** The document has this one; the nested path is a reading, which the fault `no_nested_include` takes away. */
const ANSWERS = 'answers';
const QUESTIONS = 'answers.question';

export const includeRule =
  (state: SandboxState): ParameterRule =>
  (value) =>
    state.faults.current().no_nested_include
      ? listRule((path) => path === ANSWERS, ANSWERS)(value)
      : listRule((path) => path === ANSWERS || path === QUESTIONS, `${ANSWERS} or ${QUESTIONS}`)(value);

/** Those that a read can show. */
export const visibleAnswers = (state: SandboxState, applicationId: string): readonly AnswerRecord[] =>
  state.records.answers(applicationId).filter((answer) => isVisible(state, answer));

/** A question that several answers name stands there once. */
export function includedAnswers(
  state: SandboxState,
  answers: readonly AnswerRecord[],
  paths: readonly string[],
): readonly Resource[] {
  const question = paths.includes(QUESTIONS);
  const entries = answers.flatMap((answer) => {
    const entry = state.catalogue.find(answer.questionId);
    return entry === undefined ? [] : [{ answer, question: entry.question }];
  });
  const isNamed = question && !state.faults.current().no_linkage;
  const view = { question: isNamed, answerable: false, options: false };
  const resources = entries.map((entry) => answerResource(entry.answer, entry.question, view));
  if (!isNamed) return resources;
  const questions = new Set(entries.map((entry) => entry.question));
  return [
    ...resources,
    ...[...questions].map((asked) => questionResource(asked, { fields: null, relatedIds: null })),
  ];
}

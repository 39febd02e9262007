/**
 * Checks that a submission is what the form would send. The conditions are evaluated again here with the browser's
 * own code, so that an answer to a hidden or foreign question is never delivered.
 */
import {
  answerKinds,
  normaliseAnswer,
  outgoingAnswers,
  validate,
  visibleQuestions,
} from '../../core/answers/answers.ts';
import { detailName, fileDetailNames } from '../../core/model/details.ts';
import { type ErrorCode, failure, success } from '../../core/model/failure.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { Answer, OutgoingAnswer, Question } from '../../core/model/question.ts';
import type { QuestionTree } from '../../core/tree/question-tree.ts';
import { detailFiles } from '../files/detail-files.ts';
import { type Checked, refused, refusedAt } from '../http/refusal.ts';
import type { SentAnswer } from './sent-answers.ts';

/** Returns the answers in the order of delivery: a parent before its children. */
export function checkSubmission(
  tree: QuestionTree,
  sent: readonly SentAnswer[],
): Checked<readonly OutgoingAnswer[]> {
  const groups = groupByQuestion(sent);
  const answers = new Map<QuestionId, Answer | null>();
  for (const [id, values] of groups) {
    const question = tree.nodes.get(id)?.question;
    answers.set(id, question === undefined ? null : normaliseAnswer(question, toAnswer(values)));
  }
  const visible = visibleQuestions(tree, answers);
  const shown = new Set(visible);
  const questionOf = (id: QuestionId) => tree.nodes.get(id)?.question;
  const findInvalid = (code: 'required' | 'other') =>
    visible.filter((id) => {
      const question = questionOf(id);
      const invalidity = question === undefined ? null : validate(question, answers.get(id) ?? null);
      return invalidity !== null && (invalidity.code === 'required') === (code === 'required');
    });
  const ids = [...groups.keys()];
  const faults: readonly (readonly [ErrorCode, readonly QuestionId[]])[] = [
    ['foreign_question', ids.filter((id) => questionOf(id) === undefined)],
    ['invalid_answer', ids.filter((id) => !isOfKind(questionOf(id), groups.get(id) ?? []))],
    ['too_many', ids.filter((id) => !mayHave(questionOf(id), groups.get(id) ?? []))],
    ['hidden_answer', ids.filter((id) => !shown.has(id))],
    ['missing_answer', findInvalid('required')],
    ['invalid_answer', [...findInvalid('other'), ...ids.filter((id) => answers.get(id) === null)]],
  ];
  const fault = faults.find(([, questions]) => questions.length > 0);
  return fault === undefined
    ? success(outgoingAnswers(tree, answers))
    : refused(fault[0], { questions: fault[1] });
}

function groupByQuestion(sent: readonly SentAnswer[]): ReadonlyMap<QuestionId, readonly SentAnswer[]> {
  const groups = new Map<QuestionId, SentAnswer[]>();
  for (const answer of sent) {
    const group = groups.get(answer.question);
    if (group === undefined) groups.set(answer.question, [answer]);
    else group.push(answer);
  }
  return groups;
}

/** Several elements for one question are its files; for any other kind a second element is refused. */
function toAnswer(group: readonly SentAnswer[]): Answer | null {
  const files = group.flatMap(({ value }) => (value.kind === 'document' ? [value.file] : []));
  if (files.length > 0) return { kind: 'files', files };
  const [first] = group;
  return first === undefined || first.value.kind === 'document' ? null : first.value;
}

function isOfKind(question: Question | undefined, group: readonly SentAnswer[]): boolean {
  if (question === undefined || question.type === 'unknown') return false;
  const kind = answerKinds[question.type];
  return group.every(({ value }) => (value.kind === 'document' ? 'files' : value.kind) === kind);
}

/** Each file may be named once: it is wiped after delivery, so it could not be sent a second time. */
function mayHave(question: Question | undefined, group: readonly SentAnswer[]): boolean {
  const files = new Set(group.map(({ value }) => (value.kind === 'document' ? value.file.id : null)));
  return group.length <= 1 || (question?.type === 'multi_document' && files.size === group.length);
}

/** Each file must be staged here, and for this question or this document of the application. */
export function checkFiles(sent: readonly SentAnswer[]): Checked<null> {
  const missing = sent.filter(
    ({ question, value, staged }) => value.kind === 'document' && staged?.purpose !== purposeOf(question),
  );
  if (missing.length === 0) return success(null);
  const fields = missing.flatMap(({ question }) => detailName(question) ?? []);
  const answers = missing.filter(({ question }) => detailName(question) === undefined);
  return failure({
    ...refusedAt('file_missing', answers),
    ...(fields.length === 0 ? {} : { fields: [...new Set(fields)] }),
  });
}

function purposeOf(question: QuestionId): string {
  const file = fileDetailNames.find((name) => name === detailName(question));
  return file === undefined ? `question ${question}` : detailFiles[file].purpose;
}

/*
 * answers: is it answered, is it valid, which questions are visible, which answers go out and in what order.
 */
import type { Answer, Answers } from '../model/answer.ts';
import type { Question, QuestionType } from '../model/question.ts';

/** An answer that conditions and sending may read. */
export type ReadableAnswer = Exclude<Answer, { kind: 'unreadable' }>;

/** The kind of answer that each type of question takes. */
export const answerKinds: Readonly<Record<QuestionType, ReadableAnswer['kind']>> = {
  boolean: 'boolean',
  short_text: 'text',
  long_text: 'text',
  url: 'url',
  multiple_choice: 'choice',
  number: 'number',
  date: 'date',
  date_range: 'date_range',
  document: 'files',
  multi_document: 'files',
};

/** null when there is no answer, or one of a kind that the question does not take. */
export function readableAnswer(question: Question, answer: Answer | null | undefined): ReadableAnswer | null {
  if (!answer || answer.kind === 'unreadable' || question.type === 'unknown') return null;
  return answer.kind === answerKinds[question.type] ? answer : null;
}

/** The answer to a question, as conditions and sending may read it. */
export const answerTo = (question: Question, answers: Answers): ReadableAnswer | null =>
  readableAnswer(question, answers.get(question.id));

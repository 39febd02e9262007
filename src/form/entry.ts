import { answerKinds } from '../answers/answer-kind.ts';
import { normaliseAnswer } from '../answers/normalise.ts';
import type { Answer } from '../model/answer.ts';
import type { Question } from '../model/question.ts';

/** What is stored as it is typed. A URL gets its `https://` only when the field is left (conditions.md, "In the form"). */
export function storedAnswer(question: Question, answer: Answer | null): Answer | null {
  if (answer?.kind !== 'url') return normaliseAnswer(question, answer);
  const text = answer.text.trim();
  return text === '' ? null : { kind: 'url', text };
}

/** What conditions and sending may read of an entry: null when it is unreadable or not of the question's kind. */
export function readableAnswer(question: Question, entry: Answer | null): Answer | null {
  return question.type !== 'unknown' && entry?.kind === answerKinds[question.type] ? entry : null;
}

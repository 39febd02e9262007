import type { Answer } from '../model/answer.ts';
import { readAnswer } from './read-answer.ts';

/** Whether there is an answer that conditions read and that is sent. */
export function isAnswered(answer: Answer | null | undefined): answer is Answer {
  return readAnswer(answer) !== null;
}

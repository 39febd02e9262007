import type { Answer } from '../model/answer.ts';
import { readAnswer } from './read-answer.ts';

/** Is there an answer that conditions see and that is sent? */
export function isAnswered(answer: Answer | null | undefined): answer is Answer {
  return readAnswer(answer) !== null;
}

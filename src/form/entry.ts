import { normaliseAnswer } from '../core/answers/normalise.ts';
import type { Answer } from '../core/model/answer.ts';
import type { Question } from '../core/model/question.ts';

/** What is stored while the applicant types. A URL gets its `https://` only when the field is left (`src/core/conditions/README.md#in-the-form`). */
export const storedAnswer = (question: Question, answer: Answer | null): Answer | null =>
  normaliseAnswer(question, answer, String);

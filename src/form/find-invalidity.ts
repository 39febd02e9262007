import { validate } from '../answers/validate.ts';
import type { Answer } from '../model/answer.ts';
import type { Question } from '../model/question.ts';
import type { FileRow, Invalidity } from './contract.ts';
import type { Standing } from './field-state.ts';

/** What is wrong with an entry of a visible question: the rules of `answers`, and what only the live form knows. */
export function findInvalidity(
  question: Question,
  entry: Answer | null,
  rows: readonly FileRow[],
  standing: Standing,
): Invalidity | null {
  if (standing === 'refused') return { code: 'refused' };
  if (rows.some((row) => row.progress.kind === 'failed')) return { code: 'file_failed' };
  return validate(question, entry);
}

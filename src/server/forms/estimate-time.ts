/** Estimates how long a form takes to fill in, for applicants who decide whether to begin now. */
import type { AskedName } from '../../core/model/details.ts';
import type { Question } from '../../core/model/question.ts';
import type { QuestionTree } from '../../core/tree/question-tree.ts';
import type { Asked } from './form-settings.ts';

/**
 * Seconds to read and answer a question on a phone, at two typed characters a second: a line has some 30 characters, a
 * paragraph some 200; a choice is one tap, and a file has to be found. Our estimate, not a measurement.
 */
const secondsOf: Readonly<Record<Question['type'], number>> = {
  short_text: 20,
  long_text: 100,
  url: 20,
  number: 8,
  date: 12,
  date_range: 20,
  boolean: 5,
  multiple_choice: 10,
  document: 30,
  multi_document: 40,
  unknown: 0,
};

/**
 * Seconds for long details. All others are short, and browsers often fill them in: a name, an email address, a date.
 */
const longDetails: Readonly<Partial<Record<AskedName, number>>> = {
  summary: 100,
  address: 30,
  cv: 30,
  cover_letter: 30,
  documents: 30,
};
const SHORT_DETAIL = 6;

/** Applicants answer about half of the optional questions. */
const shareOf = ({ required }: { readonly required: boolean }): number => (required ? 1 : 0.5);

/**
 * Whole minutes, at least one. Follow-ups are left out: most applicants see few of them.
 * @param details asked in addition to the questions
 */
export function estimateMinutes({ nodes }: Pick<QuestionTree, 'nodes'>, details: readonly Asked[]): number {
  let seconds = 0;
  for (const { question, judgement } of nodes.values())
    if (judgement === null) seconds += secondsOf[question.type] * shareOf(question);
  for (const detail of details) seconds += (longDetails[detail.name] ?? SHORT_DETAIL) * shareOf(detail);
  return Math.max(1, Math.ceil(seconds / 60));
}

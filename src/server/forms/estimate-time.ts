/** How long a form takes to fill in, for those who decide whether to begin now. */
import type { AskedName } from '../../core/model/details.ts';
import type { Question } from '../../core/model/question.ts';
import type { QuestionTree } from '../../core/tree/question-tree.ts';
import type { Asked } from './form-settings.ts';

/**
 * Seconds to read a question and to answer it on a phone, where two characters a second are typed: a line of some 30
 * characters, a paragraph of some 200, a press for a choice, the way to a file. An estimate of ours, and no measurement.
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

/** All others are short, and often filled in by the browser: a name, an email address, a date. */
const longDetails: Readonly<Partial<Record<AskedName, number>>> = {
  summary: 100,
  address: 30,
  cv: 30,
  cover_letter: 30,
  documents: 30,
};
const SHORT_DETAIL = 6;

/** Of what may be left out, about half is. */
const shareOf = ({ required }: { readonly required: boolean }): number => (required ? 1 : 0.5);

/**
 * Whole minutes, at least one. Follow-ups are left out: most applicants see few of them.
 * @param details asked besides the questions
 */
export function estimateMinutes({ nodes }: Pick<QuestionTree, 'nodes'>, details: readonly Asked[]): number {
  let seconds = 0;
  for (const { question, judgement } of nodes.values())
    if (judgement === null) seconds += secondsOf[question.type] * shareOf(question);
  for (const detail of details) seconds += (longDetails[detail.name] ?? SHORT_DETAIL) * shareOf(detail);
  return Math.max(1, Math.ceil(seconds / 60));
}

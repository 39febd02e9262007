import { type ProblemCode, problemEffects } from '../model/condition.ts';
import type { AskedName } from '../model/details.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import type { QuestionRecord } from '../model/question-record.ts';

/** Faults that the form itself does not need to know: it works all the same, and otherwise than its author meant. */
const ownCodes = [
  'ambiguous_number',
  'unknown_type',
  'no_options',
  'never_shown',
  'gone_before_sending',
  'contradicts_above',
  'lost_below',
  'ignored_conditions',
  'twin_questions',
  'bound_left_out',
  'gap_between',
  'asked_by_form',
  'minimum_too_high',
  'duplicate_option',
  'unreadable_option',
  'no_title',
  'untranslated',
  'translation_differs',
] as const;

/** `unknown_parent_type` is told once as `unknown_type`, at the question of that type, however many follow it. */
export type ToldProblemCode = Exclude<ProblemCode, 'unknown_parent_type'>;

export type FindingCode = ToldProblemCode | (typeof ownCodes)[number];

const isTold = (code: string): code is ToldProblemCode =>
  code !== 'unknown_parent_type' && Object.hasOwn(problemEffects, code);

export const findingCodes: readonly FindingCode[] = [
  ...Object.keys(problemEffects).filter(isTold),
  ...ownCodes,
];

/** One thing that is wrong with a question, for the person who wrote it. */
export interface QuestionFinding {
  readonly code: FindingCode;
  readonly question: QuestionId;
  /** As the service stores it; may be empty. */
  readonly title: string;
  /** What is wrong, and what it does to the form. */
  readonly found: string;
  /** What to do about it. */
  readonly fix: string;
}

/** What is known of a form beside its questions. */
export interface CheckContext {
  /** What the form asks a visitor itself. */
  readonly details?: readonly AskedName[];
  /** All conditions of questions that have several, where their document has the first alone. */
  readonly conditions?: ReadonlyMap<string, readonly unknown[]>;
  /** The same list of questions as the service gives it in other languages (BCP 47). */
  readonly languages?: ReadonlyMap<string, readonly QuestionRecord[]>;
}

/** What a check finds; the rest is of the question. */
export interface Found extends Pick<QuestionFinding, 'code' | 'found' | 'fix'> {
  readonly question: Question;
}

import type { ProblemCode } from '../model/condition.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';

/** `unknown_parent_type` is said once as `unknown_type`, at the question of that type, however many follow it. */
export type SaidProblemCode = Exclude<ProblemCode, 'unknown_parent_type'>;

export type FindingCode =
  | SaidProblemCode
  | 'never_shown'
  | 'lost_below'
  | 'ignored_conditions'
  | 'twin_questions'
  | 'no_options'
  | 'unknown_type';

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

/** What a check finds; the rest is of the question. */
export interface Found extends Pick<QuestionFinding, 'code' | 'found' | 'fix'> {
  readonly question: Question;
  /** It keeps the question from being shown, or from being answered, and so all below it. */
  readonly hidesBelow?: boolean;
}

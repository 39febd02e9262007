import type { Comparison } from '../conditions/judgement.ts';
import type { Operator } from '../conditions/operators.ts';
import type { QuestionId } from '../model/ids.ts';
import type { ProblemCode, Question, QuestionType } from '../model/question.ts';

/** `unknown_parent_type` is reported once as `unknown_type`, at the question of that type. */
export type ReportedProblemCode = Exclude<ProblemCode, 'unknown_parent_type'>;

export type FindingCode =
  | ReportedProblemCode
  | 'never_shown'
  | 'lost_below'
  | 'ignored_conditions'
  | 'twin_questions'
  | 'no_options'
  | 'unknown_type';

/** One fault of a question, described to the person who wrote it. */
export interface QuestionFinding {
  readonly code: FindingCode;
  readonly question: QuestionId;
  /** As the service stores it; may be empty. */
  readonly title: string;
  /** The fault, and its effect on the form. */
  readonly found: string;
  /** How to mend it. */
  readonly fix: string;
}

/** A finding with its whole question, from which id and title are taken at the end. */
export interface Found extends Pick<QuestionFinding, 'code' | 'found' | 'fix'> {
  readonly question: Question;
  /** True if the question and everything below it cannot be shown or answered. */
  readonly hidesBelow?: boolean;
}

/*
 * The words that findings use for questions, values and conditions.
 */

/** The longest part of a text that a finding quotes, in characters. */
const LONGEST_QUOTE = 60;

/** Puts a text on one line and shortens it. */
function cut(text: string): string {
  const start = [...text.slice(0, LONGEST_QUOTE * 4)];
  const isCut = start.length > LONGEST_QUOTE || start.join('').length < text.length;
  const shown = start.slice(0, LONGEST_QUOTE).join('').replace(/\s/g, ' ');
  return `${shown}${isCut ? '…' : ''}`;
}

export const quoted = (text: string): string => `“${cut(text)}”`;

/** Any JSON value, in words. */
export function valueInWords(value: unknown): string {
  if (typeof value === 'string') return value === '' ? 'an empty text' : quoted(value);
  if (value === undefined || value === null) return 'nothing';
  if (typeof value !== 'object') return quoted(String(value));
  return Array.isArray(value) ? 'a list of values' : 'something that is neither text nor number';
}

export const named = ({ canonicalTitle, id }: Question): string =>
  canonicalTitle.trim() === '' ? `question ${quoted(id)}` : quoted(canonicalTitle.trim());

const MOST_NAMED = 4;

/** `A, B and C`, or `A, B, C, D and 5 more`. */
export function listed(items: readonly string[]): string {
  const shown = items.length > MOST_NAMED + 1 ? items.slice(0, MOST_NAMED) : items;
  const rest = items.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  const last = all.at(-1) ?? '';
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`;
}

export const typesInWords: Readonly<Record<QuestionType | 'unknown', string>> = {
  boolean: 'a yes/no question',
  short_text: 'a short text',
  long_text: 'a long text',
  url: 'a web address',
  multiple_choice: 'a choice',
  number: 'a number',
  date: 'a date',
  date_range: 'a period (from and to)',
  document: 'a file',
  multi_document: 'files',
  unknown: 'of a type that the form does not know',
};

const months = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Writes `2027-06-05` as `5 June 2027`, which has one reading only. */
export function dayInWords(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${months[Number(month) - 1] ?? ''} ${year}`;
}

const verbs: Readonly<Record<Operator, string>> = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  greater_than: 'is more than',
  less_than: 'is less than',
};

const dateVerbs: Readonly<Partial<Record<Operator, string>>> = {
  greater_than: 'is after',
  less_than: 'is before',
};

const choiceVerbs: Readonly<Partial<Record<Operator, string>>> = {
  equals: 'includes',
  not_equals: 'does not include',
};

/** `“Shifts” is “Night”`. */
export const conditionInWords = (parent: Question, comparison: Comparison): string =>
  `${named(parent)} ${comparisonInWords(parent, comparison)}`;

/** `is “Night”`. */
export function comparisonInWords(parent: Question, comparison: Comparison): string {
  const { kind, operator } = comparison;
  switch (kind) {
    case 'truth':
      return (operator === 'equals') === comparison.value ? 'is yes' : 'is no';
    case 'files':
      return (operator === 'equals') === comparison.value ? 'has a file' : 'has no file';
    case 'number':
      return `${verbs[operator]} ${cut(comparison.value.text)}`;
    case 'date':
      return `${dateVerbs[operator] ?? verbs[operator]} ${dayInWords(comparison.value.day)}`;
    case 'choice': {
      const takesOne = parent.type === 'multiple_choice' && parent.maximum === 1;
      return `${(takesOne ? verbs : choiceVerbs)[operator] ?? verbs[operator]} ${valueInWords(comparison.value)}`;
    }
    case 'text':
    case 'url':
      return `${verbs[operator]} ${valueInWords(comparison.value)}`;
  }
}

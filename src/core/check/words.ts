/** How findings name questions, values and conditions. */
import type { Comparison } from '../conditions/judgement.ts';
import type { Operator } from '../conditions/operators.ts';
import type { Question, QuestionType } from '../model/question.ts';

/** The longest part of a text that a finding quotes, in characters. */
const LONGEST_QUOTE = 60;

/** In one line, and not too long. */
export function cut(text: string): string {
  const start = [...text.slice(0, LONGEST_QUOTE * 4)];
  const isCut = start.length > LONGEST_QUOTE || start.join('').length < text.length;
  const shown = start.slice(0, LONGEST_QUOTE).join('').replace(/\s/g, ' ');
  return `${shown}${isCut ? '…' : ''}`;
}

export const quoted = (text: string): string => `“${cut(text)}”`;

/** A stored value, whatever the JSON. */
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

export const counted = (count: number, one: string, many: string): string =>
  count === 1 ? `1 ${one}` : `${count} ${many}`;

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

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;

/** `2027-06-05` as `5 June 2027`, which can be read in one way only. */
export function dayInWords(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${Number(date)} ${months[Number(month) - 1] ?? ''} ${year}`;
}

export const verbs: Readonly<Record<Operator, string>> = {
  equals: 'is',
  not_equals: 'is not',
  contains: 'contains',
  not_contains: 'does not contain',
  greater_than: 'is more than',
  less_than: 'is less than',
};

export const dateVerbs: Readonly<Record<Operator, string>> = {
  ...verbs,
  greater_than: 'is after',
  less_than: 'is before',
};

/** `“Shifts” is “Night”`. */
export function conditionInWords(parent: Question, comparison: Comparison): string {
  const name = named(parent);
  switch (comparison.kind) {
    case 'truth':
      return `${name} is ${(comparison.operator === 'equals') === comparison.value ? 'yes' : 'no'}`;
    case 'files':
      return `${name} has ${(comparison.operator === 'equals') === comparison.value ? 'a' : 'no'} file`;
    case 'number':
      return `${name} ${verbs[comparison.operator]} ${cut(comparison.value.text)}`;
    case 'date':
      return `${name} ${dateVerbs[comparison.operator]} ${dayInWords(comparison.value.day)}`;
    case 'text':
    case 'url':
    case 'choice':
      return `${name} ${verbs[comparison.operator]} ${valueInWords(comparison.value)}`;
  }
}

/** So much of a text is normalised, because sorting the marks that follow one letter takes quadratic time. */
const MOST_NORMALISED = 240;

/** Of a longer text the rest is added as it stands, so that different texts stay different. */
function changedAtStart(text: string, change: (start: string) => string): string {
  const rest = text.slice(MOST_NORMALISED);
  const start = change(text.slice(0, MOST_NORMALISED));
  return rest === '' ? start : `${start} ${rest}`;
}

/** So that `résumé` and `resume` are one. */
export const withoutAccents = (text: string): string =>
  changedAtStart(text, (start) => start.normalize('NFD').replace(/\p{M}/gu, ''));

/** Below 0: the first is the earlier one. ISO days are in order as texts. */
export const compareDays = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** The whole number one step beside a whole number; null where there is none. */
export function wholeBeside(text: string, step: -1 | 1): string | null {
  const number = Number(text.replaceAll(',', ''));
  return Number.isSafeInteger(number) ? String(number + step) : null;
}

const DAY = 86_400_000;

/** The day one step beside an ISO day, in words; null: there is none in years of four digits. */
export function dayBeside(day: string, step: -1 | 1): string | null {
  const beside = new Date(Date.parse(`${day}T00:00:00Z`) + step * DAY).toISOString();
  return /^\d{4}-/.test(beside) ? dayInWords(beside.slice(0, 10)) : null;
}

/** Two texts that look alike are one: what cannot be seen is left out, and every blank is the same. */
export const asSeen = (text: string): string =>
  changedAtStart(text, (start) =>
    start
      .normalize('NFC')
      .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
      .replace(/\s/g, ' '),
  );

/** The words of a text without accents, for comparing with words in a table. */
export const plainWords = (text: string): readonly string[] =>
  withoutAccents(text.slice(0, MOST_NORMALISED).normalize('NFKC').toLowerCase()).match(/[\p{L}\p{N}]+/gu) ??
  [];

/** “C”, “C++” and “C#” are three, as are “A” and “A-”, “> 5” and “< 5”, “.NET” and “NET”; “full-time” is “full time”. */
const token =
  /[\p{L}\p{M}\p{N}]+(?:-(?![\p{L}\p{N}]))?|[\p{Sm}\p{Sc}\p{So}#%&*]|-(?=\s?\p{N})|\.(?=[\p{L}\p{N}])/gu;

/** Titles and options that a reader takes for the same: case, blanks and punctuation apart. */
export const folded = (text: string): string =>
  changedAtStart(text, (start) =>
    (
      start
        .normalize('NFKC')
        .toLowerCase()
        .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
        .replace(/[‐–]|−(?=\s?\d)/g, '-')
        .match(token) ?? []
    ).join(' '),
  );

import type { QuestionType } from '../model/question.ts';
import { compareDecimals, type Decimal } from './read-number.ts';

/*
 * The table of conditions, one object of functions per kind of value: an operator that a kind does not list
 * is not allowed for it. Every function takes the answer first, the stored value second.
 */

export const truthOperators = {
  equals: (answer: boolean, value: boolean) => answer === value,
  not_equals: (answer: boolean, value: boolean) => answer !== value,
};

/** A URL is compared as whole text: it is neither parsed nor normalised. */
export const urlOperators = {
  equals: (answer: string, value: string) => answer === value,
  not_equals: (answer: string, value: string) => answer !== value,
};

export const textOperators = {
  ...urlOperators,
  contains: (answer: string, value: string) => answer.includes(value),
  not_contains: (answer: string, value: string) => !answer.includes(value),
};

/** The answer is the list of chosen options, at least one; without any the parent is unanswered. */
export const choiceOperators = {
  equals: (chosen: readonly string[], value: string) => chosen.includes(value),
  not_equals: (chosen: readonly string[], value: string) => !chosen.includes(value),
};

export const numberOperators = {
  equals: (answer: Decimal, value: Decimal) => compareDecimals(answer, value) === 0,
  not_equals: (answer: Decimal, value: Decimal) => compareDecimals(answer, value) !== 0,
  greater_than: (answer: Decimal, value: Decimal) => compareDecimals(answer, value) > 0,
  less_than: (answer: Decimal, value: Decimal) => compareDecimals(answer, value) < 0,
};

/** ISO days order as text, since every part has a fixed width. */
export const dateOperators = {
  equals: (answer: string, value: string) => answer === value,
  not_equals: (answer: string, value: string) => answer !== value,
  greater_than: (answer: string, value: string) => answer > value,
  less_than: (answer: string, value: string) => answer < value,
};

/** How a condition reads a parent of each type; date_range has no operator that could be interpreted. */
const kindsByType: Readonly<Record<QuestionType, ConditionKind | null>> = {
  boolean: 'truth',
  short_text: 'text',
  long_text: 'text',
  url: 'url',
  multiple_choice: 'choice',
  number: 'number',
  date: 'date',
  date_range: null,
  document: 'files',
  multi_document: 'files',
};

export type ConditionKind = 'truth' | 'text' | 'url' | 'choice' | 'number' | 'date' | 'files';

/** null for a type that no condition can read; undefined for an unknown type. */
export function kindOf(type: QuestionType | 'unknown'): ConditionKind | null | undefined {
  return type === 'unknown' ? undefined : kindsByType[type];
}

export type TruthOperator = keyof typeof truthOperators;
export type UrlOperator = keyof typeof urlOperators;
export type TextOperator = keyof typeof textOperators;
export type ChoiceOperator = keyof typeof choiceOperators;
export type NumberOperator = keyof typeof numberOperators;
export type DateOperator = keyof typeof dateOperators;
export type Operator = TextOperator | NumberOperator;

/** Every spelling that the service uses; `less_thanThan` is its own, and means `less_than`. */
const spellings: Readonly<Record<Operator | 'less_thanThan', Operator>> = {
  equals: 'equals',
  not_equals: 'not_equals',
  contains: 'contains',
  not_contains: 'not_contains',
  greater_than: 'greater_than',
  less_than: 'less_than',
  less_thanThan: 'less_than',
};
const known: ReadonlyMap<unknown, Operator> = new Map(Object.entries(spellings));

/** null when it is not in the table. Spelling and case must match exactly. */
export function readOperator(stored: unknown): Operator | null {
  return known.get(stored) ?? null;
}

/** Whether the operator is listed for this kind of value. Own members only: `constructor` is no operator. */
export function isListed<Listed extends string>(
  operators: Readonly<Record<Listed, unknown>>,
  operator: Operator,
): operator is Operator & Listed {
  return Object.hasOwn(operators, operator);
}

/** Negative operators: with `unanswered: 'negated'` they hold while the parent has no answer. */
export const negativeOperators: ReadonlySet<Operator> = new Set<Operator>(['not_equals', 'not_contains']);

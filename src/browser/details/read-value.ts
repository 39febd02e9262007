/** Reads a value that a host gave for one question, as if it had been typed. */
import { normaliseAnswer } from '../../core/answers/normalise.ts';
import type { Answer } from '../../core/model/answer.ts';
import type { ChoiceQuestion, Question } from '../../core/model/question.ts';

/** A question as it counts, and as the applicant reads it. */
export interface Asked {
  readonly question: Question;
  readonly shown: Question;
}

/**
 * An answer as it is put in, null where there is nothing to put in; or a sentence for the developer of the page: why it
 * is left out, and never what was given.
 */
export type ReadValue = { readonly answer: Answer | null } | { readonly misfit: string };

export function readValue(asked: Asked, value: unknown): ReadValue {
  const read = readKind(asked, value);
  return typeof read === 'string' ? { misfit: read } : { answer: normaliseAnswer(asked.question, read) };
}

const TEXT = 'needs a text';
const DECIMAL = /^-?\d+(\.\d+)?$/;

function readKind({ question, shown }: Asked, value: unknown): Answer | string {
  switch (question.type) {
    case 'short_text':
    case 'long_text':
      return typeof value === 'string' ? { kind: 'text', text: value } : TEXT;
    case 'url':
      return typeof value === 'string' ? { kind: 'url', text: value } : TEXT;
    case 'boolean':
      return typeof value === 'boolean' ? { kind: 'boolean', value } : 'needs true or false';
    case 'number': {
      const text = typeof value === 'number' || typeof value === 'string' ? `${value}`.trim() : '';
      return DECIMAL.test(text) ? { kind: 'number', text } : 'needs a number';
    }
    case 'date':
      return isDay(value) ? { kind: 'date', day: value } : 'needs a day as YYYY-MM-DD';
    case 'date_range':
      return readRange(value);
    case 'multiple_choice':
      return readChoice(question, shown, value);
    case 'document':
    case 'multi_document':
      return 'is a file, and files are chosen by the applicant alone';
    case 'unknown':
      return 'is of a type that this form does not know';
  }
}

/** An ISO day that the calendar has. */
function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return false;
  const day = new Date(value);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}

function readRange(value: unknown): Answer | string {
  const { from = '', to = '' }: { from?: unknown; to?: unknown } = Object.assign({}, value);
  const isEnd = (end: unknown): end is string => end === '' || isDay(end);
  return isEnd(from) && isEnd(to)
    ? { kind: 'date_range', from, to }
    : 'needs {from, to} with days as YYYY-MM-DD';
}

function readChoice(question: ChoiceQuestion, shown: Question, value: unknown): Answer | string {
  const given: readonly unknown[] = Array.isArray(value) ? value : [value];
  const options = given.map((text) => findOption(question, shown, text));
  const found = options.filter((option) => option !== null);
  if (found.length < options.length) return 'names what is none of its options, or could be two';
  if (question.maximum === 1 && found.length > 1) return 'takes one option';
  return { kind: 'choice', options: found };
}

/** The canonical text; or the one that the applicant reads, where no other option is read the same. */
function findOption({ options }: ChoiceQuestion, shown: Question, text: unknown): string | null {
  if (options.some((option) => option.text === text)) return `${text}`;
  const read = shown.type === 'multiple_choice' ? shown.options : options;
  const alike = read.filter((option) => option.shown === text);
  return (alike.length === 1 && alike[0]?.text) || null;
}

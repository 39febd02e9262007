/** Reads a value that a host gave for one question, as if it had been typed. */
import { normaliseAnswer } from '../../core/answers/normalise.ts';
import type { Answer } from '../../core/model/answer.ts';
import type { ChoiceQuestion, Question } from '../../core/model/question.ts';
import type { Field } from '../../form/contract.ts';

/**
 * An answer as it is put in, null where there is nothing to put in; or a sentence for the developer of the page: why it
 * is left out, and never what was given.
 */
export type ReadValue = { readonly answer: Answer | null } | { readonly misfit: string };

export function readValue(asked: Pick<Field, 'question' | 'shown'>, value: unknown): ReadValue {
  const read = readKind(asked, value);
  return typeof read === 'string' ? { misfit: read } : { answer: normaliseAnswer(asked.question, read) };
}

const TEXT = 'needs a text';
const DECIMAL = /^-?\d+(\.\d+)?$/;

function readKind({ question, shown }: Pick<Field, 'question' | 'shown'>, value: unknown): Answer | string {
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

/** What is known for each question, from the session and from the host's page: the page's own wins. */
export interface Known {
  /** Of the service's question its id; of a detail its name. */
  readonly name: string;
  readonly isDetail: boolean;
  readonly value: unknown;
}

/** @param given each an object of `details` and `answers`, or of details alone; a later one wins */
export function knownValues(...given: readonly unknown[]): readonly Known[] {
  const details = new Map<string, unknown>();
  const answers = new Map<string, unknown>();
  for (const one of given) {
    const members = membersOf(one);
    const isParted = 'details' in members || 'answers' in members;
    add(details, isParted ? members['details'] : members);
    add(answers, isParted ? members['answers'] : null);
  }
  return [
    ...[...details].map(([name, value]) => ({ name, value, isDetail: true })),
    ...[...answers].map(([name, value]) => ({ name, value, isDetail: false })),
  ];
}

/** What one source does not know, another may. */
function add(known: Map<string, unknown>, more: unknown): void {
  for (const [name, value] of Object.entries(membersOf(more)))
    if (value !== null && value !== undefined) known.set(name, value);
}

const membersOf = (given: unknown): Readonly<Record<string, unknown>> =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? { ...given } : {};

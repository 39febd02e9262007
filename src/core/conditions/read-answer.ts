import type { Answer } from '../model/question.ts';
import { isIsoDay } from './read-date.ts';
import { type Decimal, readNumber } from './read-number.ts';

/** An answer as conditions read it. */
export type AnswerReading =
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'text' | 'url'; readonly value: string }
  | { readonly kind: 'number'; readonly value: Decimal }
  /** An ISO day. */
  | { readonly kind: 'date'; readonly value: string }
  | { readonly kind: 'range'; readonly value: readonly [from: string, to: string] }
  | { readonly kind: 'choice'; readonly value: readonly string[] }
  /** The names of the files. */
  | { readonly kind: 'files'; readonly value: readonly string[] };

/**
 * null when there is no answer. `false` and `0` are answers; blank text, no option, no file, an unreadable number or
 * date, and a range without both ends are not. Text is used as it is, because it was trimmed when it was stored.
 */
export function readAnswer(answer: Answer | null | undefined): AnswerReading | null {
  if (answer === null || answer === undefined) return null;
  switch (answer.kind) {
    case 'boolean':
      return { kind: 'truth', value: answer.value };
    case 'text':
    case 'url':
      return answer.text.trim() === '' ? null : { kind: answer.kind, value: answer.text };
    case 'number':
      return readNumberAnswer(answer.text);
    case 'date':
      return isIsoDay(answer.day) ? { kind: 'date', value: answer.day } : null;
    case 'date_range':
      return readRange(answer.from, answer.to);
    case 'choice':
      return answer.options.length === 0 ? null : { kind: 'choice', value: answer.options };
    case 'files':
      return answer.files.length === 0
        ? null
        : { kind: 'files', value: answer.files.map((file) => file.name) };
    case 'unreadable':
      return null;
  }
}

function readNumberAnswer(text: string): AnswerReading | null {
  const value = readNumber(text);
  return value === null ? null : { kind: 'number', value };
}

function readRange(from: string, to: string): AnswerReading | null {
  return isIsoDay(from) && isIsoDay(to) ? { kind: 'range', value: [from, to] } : null;
}

/** Whether there is an answer that conditions read and that is sent. */
export function isAnswered(answer: Answer | null | undefined): answer is Answer {
  return readAnswer(answer) !== null;
}

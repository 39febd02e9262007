/** Where a text says the value of a condition: a number, in digits or as a word, or a day. */
import type { Comparison } from '../conditions/judgement.ts';
import { readDate } from '../conditions/read-date.ts';
import { compareDecimals, type Decimal, readNumber } from '../conditions/read-number.ts';
import { numberWords } from './better-numbers.ts';
import { readNamedDay } from './better-values.ts';
import type { Said, Word } from './text-words.ts';
import { withoutAccents } from './words.ts';

/** From the first word to the one behind the last. */
export type Stretch = readonly [first: number, next: number];

export type Valued = Extract<Comparison, { kind: 'number' | 'date' }>;

export function stretchesOf(said: Said, comparison: Valued): readonly Stretch[] {
  if (comparison.kind === 'date') return daysIn(said, comparison.value.day);
  return [...said.words.entries()].flatMap(([place, word]): readonly Stretch[] =>
    mayBe(word, comparison.value) ? [[place, place + 1]] : [],
  );
}

export const isNumber = (word: Word | undefined): boolean => word !== undefined && /^\d/.test(word.text);

/** `5.000` may be five or five thousand: the text is taken to mean what the condition says. */
function mayBe(word: Word, value: Decimal): boolean {
  if (!isNumber(word)) return isWordFor(word.text, value);
  const bare = word.text.replace('+', '');
  const whole = /^\d{1,3}(?:[.,]\d{3})+$/.test(bare) ? bare.replace(/[.,]/g, '') : bare;
  return [bare, whole, bare.replace(',', '.')].some((one) => isEqual(one, value));
}

function isEqual(text: string, value: Decimal): boolean {
  const number = readNumber(text);
  return number !== null && compareDecimals(number, value) === 0;
}

/** Zero and one are articles and other words as well; “once” is Spanish for eleven, and English. */
const otherWords = new Set(['0', '1']);

function isWordFor(text: string, value: Decimal): boolean {
  const digits = text === 'once' ? undefined : numberWords.get(withoutAccents(text));
  return digits !== undefined && !otherWords.has(digits) && isEqual(digits, value);
}

/** A whole day with its year. */
const dayPattern =
  /(?:\d{4}-\d{2}-\d{2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{4}|\d{1,2}(?:\.|er|st|nd|rd|th)?\s{1,2}(?:(?:de|of)\s{1,2})?\p{L}{3,10}\.?\s{1,2}(?:del?\s{1,2})?\d{4}|\p{L}{3,10}\s{1,2}\d{1,2}(?:st|nd|rd|th)?,?\s{1,2}\d{4})(?!\d)/giu;

function daysIn({ text, words }: Said, day: string): readonly Stretch[] {
  return [...text.matchAll(dayPattern)].flatMap((match): readonly Stretch[] => {
    if (readDay(match[0]) !== day) return [];
    const first = words.findIndex(({ start }) => start >= match.index);
    const behind = words.findIndex(({ start }) => start >= match.index + match[0].length);
    return first < 0 ? [] : [[first, behind < 0 ? words.length : behind]];
  });
}

/** null: it is none, or has two readings. */
function readDay(text: string): string | null {
  const read = readDate(text, 'dmy');
  if (read === null) return readNamedDay(text);
  return read.ambiguous ? null : read.day;
}

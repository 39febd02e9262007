/** Tolerant reading of everything but the questions: unexpected values read as null or as missing. */
import { finiteNumber, list } from './stored-json.ts';

/** A text with a character other than white space. */
export const nonBlank = (json: unknown): string | null =>
  typeof json === 'string' && json.trim() !== '' ? json : null;

export const textList = (json: unknown): readonly string[] =>
  list(json).flatMap((item) => nonBlank(item) ?? []);

/** A number that is not negative. */
export function amount(json: unknown): number | null {
  const number = finiteNumber(json);
  return number === null || number < 0 ? null : number;
}

/** The matching member of the list, or null. */
export const oneOf = <Member extends string>(members: readonly Member[], json: unknown): Member | null =>
  members.find((member) => member === json) ?? null;

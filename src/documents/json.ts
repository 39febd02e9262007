/** Reading JSON of unknown shape without ever throwing: what is not as expected reads as null. */

export type JsonObject = { readonly [name: string]: unknown };

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The object, or an empty one. */
export const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {});

/** The list, or an empty one. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The text when it has a character other than white space. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value : null;

/** A finite number that is not negative. */
export const amountOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;

/** Ids come as text; a number is taken as its text. */
export const idOf = (value: unknown): string | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : textOf(value);

export const textsOf = (value: unknown): readonly string[] => listOf(value).filter((item) => textOf(item) !== null).map(String);

/** `member` when it is one of `members`. */
export const oneOf = <Member extends string>(members: readonly Member[], value: unknown): Member | null =>
  members.find((member) => member === value) ?? null;

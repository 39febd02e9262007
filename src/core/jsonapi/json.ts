/*
 * Tolerant reading of any JSON: own members only, ids as text, unexpected values read as null or as missing; nothing throws,
 * nothing recurses.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** An own member: `constructor` or `__proto__` are not found on a prototype. */
export function member(json: unknown, name: string): unknown {
  return isObject(json) && Object.hasOwn(json, name) ? json[name] : undefined;
}

/** A nested member, such as `path(resource, 'relationships', 'question', 'data')`. */
export function path(json: unknown, ...names: readonly string[]): unknown {
  return names.reduce(member, json);
}

/** `[]` for anything that is not a list. */
export function list(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : [];
}

/** Text, or a number as text; null for anything else. */
export function text(json: unknown): string | null {
  if (typeof json === 'number') return String(json);
  return typeof json === 'string' ? json : null;
}

/** A non-empty id, which may arrive as a number. */
export function idText(json: unknown): string | null {
  return text(json) || null;
}

/** A finite number, or a whole number as text; null for anything else. */
export function finiteNumber(json: unknown): number | null {
  return typeof json === 'number' && Number.isFinite(json) ? json : wholeNumber(json);
}

/** A whole number, which may arrive as text; null for anything else. */
export function wholeNumber(json: unknown): number | null {
  const written = text(json)?.trim() ?? '';
  return /^-?\d{1,15}$/.test(written) ? Number(written) : null;
}

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
  members.find((known) => known === json) ?? null;

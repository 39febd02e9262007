/*
 * Values as the document stores them, whatever the JSON. Only own members are read, so that a condition
 * without a value does not find one on a prototype.
 */

/** undefined when it is missing, or when the stored value has no members. */
export function member(stored: NonNullable<unknown>, name: string): unknown {
  return Object.getOwnPropertyDescriptor(stored, name)?.value;
}

/** The value as text when it has one of the accepted JSON types; null otherwise. */
export function valueText(stored: unknown, ...accepted: readonly ('string' | 'boolean' | 'number')[]) {
  return accepted.some((type) => typeof stored === type) ? String(stored) : null;
}

/** The longest part of a stored text that a problem's sentence quotes, in UTF-16 units. */
const longestQuote = 60;

/** Quotes a stored value in a problem's sentence, cut to a bounded length. */
export function quote(stored: unknown): string {
  if (typeof stored === 'string') return `"${shorten(stored)}"`;
  if (stored === undefined) return 'missing';
  if (stored === null || typeof stored !== 'object') return String(stored);
  return Array.isArray(stored) ? 'a list' : 'an object';
}

function shorten(text: string): string {
  return text.length > longestQuote ? `${text.slice(0, longestQuote)}…` : text;
}

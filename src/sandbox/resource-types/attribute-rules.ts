import { isObject } from '../json.ts';
import type { AttributeRule } from './resource-types.ts';

/** Whether the text is an ISO date that exists in the calendar. Answers have no other form of dates. */
export function isCalendarDay(text: string): boolean {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (match === null) return false;
  const [year = 0, month = 0, day = 0] = match.slice(1).map(Number);
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  if (month === 2) return leap ? 29 : 28;
  return [4, 6, 9, 11].includes(month) ? 30 : 31;
}

/**
 * The options of equality monitoring. The document has only `equality_monitoring_option_ids`: no questions, no texts, and no
 * request that lists them. So these ids are our own, and the README lists them.
 */
const options: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  Gender: { 901: 'Woman', 902: 'Man', 903: 'Non-binary', 909: 'Prefer not to say' },
  Ethnicity: {
    911: 'Asian',
    912: 'Black',
    913: 'Mixed',
    914: 'White',
    915: 'Another',
    919: 'Prefer not to say',
  },
};

export const equalityOptionIds: ReadonlySet<string> = new Set(Object.values(options).flatMap(Object.keys));

/** Accepts any text of any length, because the document limits no string. */
export const textRule: AttributeRule = (value) => (typeof value === 'string' ? null : 'must be a text');
export const booleanRule: AttributeRule = (value) =>
  typeof value === 'boolean' ? null : 'must be true or false';
export const listRule: AttributeRule = (value) => (Array.isArray(value) ? null : 'must be a list');
export const objectRule: AttributeRule = (value) => (isObject(value) ? null : 'must be an object');

export const dayRule: AttributeRule = (value) =>
  typeof value === 'string' && isCalendarDay(value) ? null : 'is not a date as YYYY-MM-DD';

/** Accepts RFC 3339, and times without seconds or zone. */
const dateTime = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

export const timeRule: AttributeRule = (value) => {
  const day = typeof value === 'string' ? dateTime.exec(value)?.[1] : undefined;
  const isTime = day !== undefined && isCalendarDay(day) && !Number.isNaN(Date.parse(String(value)));
  return isTime ? null : 'is not a date-time';
};

/** The document writes ids both as texts and as numbers, so both are accepted. */
export const equalityRule: AttributeRule = (value) => {
  if (!Array.isArray(value)) return 'must be a list of ids';
  const ids: readonly unknown[] = value;
  if (!ids.every((id) => typeof id === 'string' || Number.isInteger(id))) return 'must be a list of ids';
  return ids.every((id) => equalityOptionIds.has(String(id))) ? null : 'has an option that does not exist';
};

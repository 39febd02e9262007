import { isCalendarDay } from '../calendar-day.ts';
import { equalityOptionIds } from '../equality-options.ts';
import { isObject } from '../json.ts';
import type { AttributeRule } from './resource-type.ts';

/** What is wrong with a value, as the end of a sentence that begins with the attribute's name. */

/** Any text, of any length: the document says no more of those that it calls a string. */
export const textRule: AttributeRule = (value) => (typeof value === 'string' ? null : 'must be a text');
export const booleanRule: AttributeRule = (value) =>
  typeof value === 'boolean' ? null : 'must be true or false';
export const listRule: AttributeRule = (value) => (Array.isArray(value) ? null : 'must be a list');
export const objectRule: AttributeRule = (value) => (isObject(value) ? null : 'must be an object');

export const dayRule: AttributeRule = (value) =>
  typeof value === 'string' && isCalendarDay(value) ? null : 'is not a date as YYYY-MM-DD';

/** RFC 3339; a time without seconds or zone is accepted, too. */
const dateTime = /^(\d{4}-\d{2}-\d{2})T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/;

export const timeRule: AttributeRule = (value) => {
  const day = typeof value === 'string' ? dateTime.exec(value)?.[1] : undefined;
  const isTime = day !== undefined && isCalendarDay(day) && !Number.isNaN(Date.parse(String(value)));
  return isTime ? null : 'is not a date-time';
};

/** Ids are texts in the document, which writes them as numbers elsewhere: both are accepted. */
export const equalityRule: AttributeRule = (value) => {
  if (!Array.isArray(value)) return 'must be a list of ids';
  const ids: readonly unknown[] = value;
  if (!ids.every((id) => typeof id === 'string' || Number.isInteger(id))) return 'must be a list of ids';
  return ids.every((id) => equalityOptionIds.has(String(id))) ? null : 'has an option that does not exist';
};

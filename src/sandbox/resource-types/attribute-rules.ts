import { isCalendarDay } from '../calendar-day.ts';
import { isObject } from '../json.ts';
import type { AttributeRule } from './resource-type.ts';

/** What is wrong with a value that is to be written, as the end of a sentence that begins with the attribute's name. */

/** Characters: what a column of text usually holds; the document names no limit. */
const MOST_CHARACTERS = 255;

export const textRule: AttributeRule = (value) => {
  if (typeof value !== 'string') return 'must be a text';
  return value.length > MOST_CHARACTERS ? `is too long (maximum is ${MOST_CHARACTERS} characters)` : null;
};

export const emailRule: AttributeRule = (value) =>
  textRule(value) ?? (/^[^@\s]+@[^@\s]+$/.test(String(value)) ? null : 'is invalid');

export const longTextRule: AttributeRule = (value) => (typeof value === 'string' ? null : 'must be a text');
export const booleanRule: AttributeRule = (value) =>
  typeof value === 'boolean' ? null : 'must be true or false';
export const listRule: AttributeRule = (value) => (Array.isArray(value) ? null : 'must be a list');
export const objectRule: AttributeRule = (value) => (isObject(value) ? null : 'must be an object');

export const dayRule: AttributeRule = (value) =>
  typeof value === 'string' && isCalendarDay(value) ? null : 'is not a date as YYYY-MM-DD';

export const timeRule: AttributeRule = (value) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/.test(value) && !Number.isNaN(Date.parse(value))
    ? null
    : 'is not a date-time';

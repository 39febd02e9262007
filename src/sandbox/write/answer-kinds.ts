import { isCalendarDay } from '../calendar-day.ts';
import { dataUriRule, fileNameRule, signedIdRule } from '../files/file-rules.ts';

/** Which attributes answer which type of question, and how each value is validated. */

/** The message after the attribute's name; null when the value is right. */
type AttributeRule = (value: unknown) => string | null;

/** Every attribute of a kind is required. */
export type AnswerKind = ReadonlyMap<string, AttributeRule>;

const booleanRule: AttributeRule = (value) => (typeof value === 'boolean' ? null : 'must be true or false');

/** A text of any length: the document names no limit. */
const textRule: AttributeRule = (value) => {
  if (typeof value !== 'string') return 'must be a text';
  return value.trim() === '' ? "can't be blank" : null;
};

/** A decimal as text, as the document types it: no JSON number, no exponent, no grouping. */
const numberRule: AttributeRule = (value) => {
  if (typeof value === 'number') return `must be a text, as "${value}"`;
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)
    ? null
    : 'is not a decimal number in a text';
};

const dateRule: AttributeRule = (value) =>
  typeof value === 'string' && isCalendarDay(value) ? null : 'is not a date as YYYY-MM-DD';

const text: AnswerKind = new Map([['text_answer', textRule]]);
const file: AnswerKind = new Map([
  ['document_base64_data', dataUriRule],
  ['document_base64_filename', fileNameRule],
]);

/** Instead of a content: the id of an earlier upload. */
export const signedFile: AnswerKind = new Map([['document_signed_id', signedIdRule]]);

export const isFileKind = (kind: AnswerKind): boolean => kind === file;

/** A Map, so that a type of a hostile form cannot match a member of Object. */
export const answerKinds: ReadonlyMap<string, AnswerKind> = new Map<string, AnswerKind>([
  ['short_text', text],
  ['long_text', text],
  ['boolean', new Map([['boolean_answer', booleanRule]])],
  ['number', new Map([['number_answer', numberRule]])],
  ['date', new Map([['date_answer', dateRule]])],
  [
    'date_range',
    new Map([
      ['date_from_answer', dateRule],
      ['date_to_answer', dateRule],
    ]),
  ],
  ['url', new Map([['url_answer', textRule]])],
  ['document', file],
  ['multi_document', file],
  ['multiple_choice', new Map()],
]);

import { dataUriRule, fileNameRule, signedIdRule } from '../files/check-file.ts';
import { splitDataUri } from '../files/data-uri.ts';
import type { FileStore, StoredFile } from '../files/file-store.ts';
import { at } from '../json.ts';
import {
  accepted,
  type Checked,
  invalidAttribute,
  invalidRelationship,
  refused,
  type ServiceFault,
} from '../json-api.ts';
import type { AnswerValue } from '../records/record-store.ts';
import { isCalendarDay } from '../resource-types/attribute-rules.ts';
import type { SampleQuestion } from '../sample-form.ts';
import type { AnswerDraft } from './answer-body.ts';

/** Returns the message after the attribute's name; null if the value is valid. */
type AttributeRule = (value: unknown) => string | null;

/** The attributes that answer a type of question, all of which are required. */
export type AnswerKind = ReadonlyMap<string, AttributeRule>;

const booleanRule: AttributeRule = (value) => (typeof value === 'boolean' ? null : 'must be true or false');

/** Accepts a text of any length, because the document names no limit. */
const textRule: AttributeRule = (value) => {
  if (typeof value !== 'string') return 'must be a text';
  return value.trim() === '' ? "can't be blank" : null;
};

/** The document types a number as a decimal text: no JSON number, exponent or grouping. */
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

/** The id of an earlier upload, in place of content. */
export const signedFile: AnswerKind = new Map([['document_signed_id', signedIdRule]]);

export const isFileKind = (kind: AnswerKind): boolean => kind === file;

/** A Map, so that a question type such as `constructor` cannot match a member of Object. */
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

/** Checks the attributes and values of an answer against its question, and whether its options are offered. */
export async function checkAnswer(
  draft: AnswerDraft,
  question: SampleQuestion,
  files: FileStore,
): Promise<Checked<AnswerValue>> {
  const kind = kindOf(draft, question);
  if (kind === undefined) {
    return refused(invalidRelationship('question', `of type ${question.type} can't be answered`));
  }
  const faults = [
    ...unexpectedAttributes(draft, kind, question.type),
    ...invalidValues(draft, kind),
    ...reversedRange(draft),
    ...invalidOptions(draft, question),
  ];
  return faults.length === 0 ? accepted(await readValue(draft, question, files)) : refused(...faults);
}

/** A document is answered by its content or by the signed id of an upload. */
function kindOf({ attributes }: AnswerDraft, { type }: SampleQuestion): AnswerKind | undefined {
  const kind = answerKinds.get(type);
  const isSigned = (at(attributes, 'document_signed_id') ?? null) !== null;
  return isSigned && kind !== undefined && isFileKind(kind) ? signedFile : kind;
}

function unexpectedAttributes(draft: AnswerDraft, kind: AnswerKind, type: string): readonly ServiceFault[] {
  return Object.keys(draft.attributes)
    .filter((name) => !kind.has(name))
    .map((name) => invalidAttribute(name, `does not answer a question of type ${type}`));
}

function invalidValues({ attributes }: AnswerDraft, kind: AnswerKind): readonly ServiceFault[] {
  return [...kind].flatMap(([name, rule]) => {
    const value = Object.hasOwn(attributes, name) ? attributes[name] : undefined;
    const message = value === undefined || value === null ? "can't be blank" : rule(value);
    return message === null ? [] : [invalidAttribute(name, message)];
  });
}

/** ISO days can be compared as texts. */
function reversedRange({ attributes }: AnswerDraft): readonly ServiceFault[] {
  const { date_from_answer: from, date_to_answer: to } = attributes;
  const isReversed = typeof from === 'string' && typeof to === 'string' && from > to;
  return isReversed ? [invalidAttribute('date_to_answer', 'must not be before date_from_answer')] : [];
}

function invalidOptions(draft: AnswerDraft, question: SampleQuestion): readonly ServiceFault[] {
  const isChoice = question.type === 'multiple_choice';
  if (!isChoice && draft.optionTexts === null) return [];
  const message = isChoice
    ? optionComplaint(draft.optionTexts ?? [], question)
    : `do not answer a question of type ${question.type}`;
  return message === null ? [] : [invalidRelationship('answer_options', message)];
}

function optionComplaint(texts: readonly string[], question: SampleQuestion): string | null {
  if (texts.length === 0) return "can't be blank";
  const offered = new Set(
    (question.options ?? []).map((option) => (typeof option === 'string' ? option : option.text)),
  );
  const unknownOption = texts.find((text) => !offered.has(text));
  if (unknownOption !== undefined) return `"${unknownOption}" is not in the list`;
  if (new Set(texts).size < texts.length) return 'must not name an option twice';
  if (texts.length < (question.minimum ?? 1)) return `must be at least ${question.minimum}`;
  return texts.length > (question.maximum ?? texts.length) ? `must be at most ${question.maximum}` : null;
}

/** Accepts only a checked draft. */
async function readValue(
  draft: AnswerDraft,
  question: SampleQuestion,
  files: FileStore,
): Promise<AnswerValue> {
  if (question.type === 'multiple_choice')
    return { attributes: {}, options: draft.optionTexts, document: null };
  const document = await readDocument(draft, files);
  if (document !== null) return { attributes: {}, options: null, document };
  const values = Object.entries(draft.attributes).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'boolean' ? [[name, value] as const] : [],
  );
  return { attributes: Object.fromEntries(values), options: null, document: null };
}

async function readDocument({ attributes }: AnswerDraft, files: FileStore): Promise<StoredFile | null> {
  const {
    document_base64_data: data,
    document_base64_filename: filename,
    document_signed_id: signedId,
  } = attributes;
  if (typeof signedId === 'string') return files.signed(signedId);
  const uri = splitDataUri(data);
  return uri === null || typeof filename !== 'string' ? null : files.store(filename, uri);
}

/** What a submission says question by question, before it is asked whether the form has such a question. */
import { writableText } from '../../../core/answers/normalise.ts';
import type { AttachedFile, OutgoingAnswer, OutgoingValue } from '../../../core/model/answer.ts';
import type { FileId, QuestionId } from '../../../core/model/ids.ts';
import type { StagedFile, Staging, SubjectKey } from '../../../core/model/ports.ts';
import { LONGEST_FIGURE, LONGEST_TEXT, MOST_DOCUMENTS } from '../forms/limits.ts';
import { type Refusal, refusedAt } from '../refusal.ts';
import type { AnswerElement } from './submission-body.ts';

export interface SentAnswer {
  readonly question: QuestionId;
  readonly value: OutgoingValue;
  /** Of a `document` value: what lies in the staging; null: nothing, or not looked for yet. */
  readonly staged: StagedFile | null;
}

export const readSentAnswers = (elements: readonly AnswerElement[]): readonly SentAnswer[] =>
  elements.map(({ attributes, relationships }) => ({
    question: relationships.question.data.id,
    value: readValue(attributes),
    staged: null,
  }));

/** What no form sends, whatever its questions are: refused before a store is asked for anything. */
export function findExcess(sent: readonly SentAnswer[]): Refusal | null {
  const long = sent.filter(({ value }) => isTooLong(value));
  if (long.length > 0) return refusedAt('invalid_answer', long);
  const documents = sent.filter(({ value }) => value.kind === 'document');
  if (documents.length > MOST_DOCUMENTS) return refusedAt('too_many', documents);
  const twice = findTwice(sent);
  return twice.length === 0 ? null : refusedAt('too_many', twice);
}

function isTooLong(value: OutgoingValue): boolean {
  switch (value.kind) {
    case 'text':
    case 'url':
      return value.text.length > LONGEST_TEXT;
    case 'number':
      return value.text.length > LONGEST_FIGURE;
    case 'date':
      return value.day.length > LONGEST_FIGURE;
    case 'date_range':
      return value.from.length + value.to.length > LONGEST_FIGURE;
    default:
      return false;
  }
}

/** A question may come again with another file, and with nothing else. */
function findTwice(sent: readonly SentAnswer[]): readonly SentAnswer[] {
  const seen = new Set<string>();
  return sent.filter(({ question, value }) => {
    const name = JSON.stringify([question, value.kind === 'document' ? value.file.id : null]);
    return seen.size === seen.add(name).size;
  });
}

export const findFiles = (
  sent: readonly SentAnswer[],
  key: SubjectKey,
  staging: Staging,
): Promise<readonly SentAnswer[]> =>
  Promise.all(
    sent.map(async (answer) => {
      if (answer.value.kind !== 'document') return answer;
      const staged = await staging.find(key, answer.value.file.id);
      return staged === null ? answer : { ...answer, staged, value: { ...answer.value, file: staged } };
    }),
  );

/** The answers with what was found of their files. */
export function withFiles(
  answers: readonly OutgoingAnswer[],
  found: readonly SentAnswer[],
): readonly OutgoingAnswer[] {
  const files = new Map(
    found.flatMap(({ staged }) => (staged === null ? [] : [[staged.id, staged] as const])),
  );
  return answers.map((answer) => {
    const file = answer.value.kind === 'document' ? files.get(answer.value.file.id) : undefined;
    return file === undefined ? answer : { ...answer, value: { kind: 'document', file } };
  });
}

/** Stands for a file that is not here until the files are checked, which comes last. */
const missingFile = (id: FileId): AttachedFile => ({ id, name: '', size: 0, type: '' });

/** What is too long is refused as it came: no pattern meets it. */
const writableIfShort = (text: string): string => (text.length > LONGEST_TEXT ? text : writableText(text));

function readValue(attributes: AnswerElement['attributes']): OutgoingValue {
  if ('document' in attributes) return { kind: 'document', file: missingFile(attributes.document) };
  if ('boolean_answer' in attributes) return { kind: 'boolean', value: attributes.boolean_answer };
  if ('text_answer' in attributes) return { kind: 'text', text: writableIfShort(attributes.text_answer) };
  if ('url_answer' in attributes) return { kind: 'url', text: writableIfShort(attributes.url_answer) };
  if ('number_answer' in attributes) return { kind: 'number', text: attributes.number_answer };
  if ('date_answer' in attributes) return { kind: 'date', day: attributes.date_answer };
  if ('date_from_answer' in attributes)
    return { kind: 'date_range', from: attributes.date_from_answer, to: attributes.date_to_answer };
  return { kind: 'choice', options: attributes.multiple_choice_answer };
}

/** All that one submission says, before it is compared with a form. */

import { writableText } from '../../core/answers/answers.ts';
import type { FileId, QuestionId } from '../../core/model/ids.ts';
import type { AttachedFile, OutgoingAnswer, OutgoingValue } from '../../core/model/question.ts';
import type { GivenConsent } from '../../core/model/submission.ts';
import { type ConsentSetting, pickText } from '../forms/form-settings.ts';
import { LONGEST_FIGURE, LONGEST_TEXT, MOST_DOCUMENTS, MOST_FILES_A_SUBJECT } from '../http/limits.ts';
import { type FieldFault, type Refusal, refusedAt } from '../http/replies.ts';
import type { StagedFile, Staging, SubjectKey } from '../ports.ts';
import { sha256 } from '../sessions/keys.ts';
import type { AnswerElement, SubmissionDocument } from './body.ts';
import { findExcessFiles, readDetails, type SentDetails } from './details.ts';

export interface SentAnswer {
  readonly question: QuestionId;
  readonly value: OutgoingValue;
  /** The staged file of a `document` value; null: not found, or not looked up yet. */
  readonly staged: StagedFile | null;
}

export const readSentAnswers = (elements: readonly AnswerElement[]): readonly SentAnswer[] =>
  elements.map(({ attributes, relationships }) => ({
    question: relationships.question.data.id,
    value: readValue(attributes),
    staged: null,
  }));

/** Finds what no form would send, whatever its questions, so that it is refused before any store is asked. */
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

/** A question may occur again only with another file. */
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

/** Adds the staged files to the answers. */
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

/** Placeholder until the files are checked, which comes last. */
export const missingFile = (id: FileId): AttachedFile => ({ id, name: '', size: 0, type: '' });

/** A text that is too long stays as it is, so that no pattern is applied to it. */
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

export interface SentContent {
  readonly answers: readonly SentAnswer[];
  /** null: none were sent. */
  readonly details: SentDetails | null;
}

export const readContent = ({ data: { answers, details } }: SubmissionDocument): SentContent => ({
  answers: readSentAnswers(answers),
  details: details === null ? null : readDetails(details),
});

/** What no form would send, whatever it asks. */
export const findExcessIn = ({ answers, details }: SentContent): Refusal | null =>
  findExcess(answers) ?? (details === null ? null : findExcessFiles(details, MOST_FILES_A_SUBJECT));

/** The same with its files as they are staged here. */
export async function withStaged(
  { answers, details }: SentContent,
  key: SubjectKey,
  staging: Staging,
): Promise<SentContent> {
  return {
    answers: await findFiles(answers, key, staging),
    details: details && { ...details, files: await findFiles(details.files, key, staging) },
  };
}

export interface SentConsent extends Pick<GivenConsent, 'id' | 'version'> {
  /** In which the sentence was shown, by what the form was given. */
  readonly language?: string;
}

/** Whether every sentence that was agreed to is still the one that this form has. */
export const arePresent = (sent: readonly SentConsent[], settings: readonly ConsentSetting[]): boolean =>
  sent.every(({ id, version, language }) =>
    settings.some(
      (one) =>
        one.id === id &&
        one.version === version &&
        (language === undefined || Object.hasOwn(one.text, language)),
    ),
  );

export const findConsentFaults = (
  sent: readonly SentConsent[],
  settings: readonly ConsentSetting[],
): readonly FieldFault[] =>
  settings
    .filter(({ id, required }) => required && !sent.some((one) => one.id === id))
    .map(({ id }) => ({ field: `consent:${id}`, pointer: '/meta/consent', fault: 'required' }));

/**
 * Where a language failed to load, the form shows a sentence of another one than it asks for: what it says of it counts.
 *
 * @param locale of the form; null: English
 */
export function recordConsents(
  sent: readonly SentConsent[],
  settings: readonly ConsentSetting[],
  locale: string | null,
): Promise<readonly GivenConsent[]> {
  const shown = settings.flatMap(({ id, version, text }) => {
    const given = sent.find((one) => one.id === id);
    const picked = given === undefined ? null : pickText(text, given.language ?? locale);
    return picked === null ? [] : [{ id, version, ...picked }];
  });
  return Promise.all(shown.map(async ({ text, ...consent }) => ({ ...consent, hash: sha256(text) })));
}

/** All that one submission says: read, found in the staging, written for the ledger and fingerprinted. */
import { documentsQuestion, type FileDetailName } from '../../core/model/details.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { AttachedFile, OutgoingAnswer, OutgoingValue } from '../../core/model/question.ts';
import type { GivenConsent } from '../../core/model/submission.ts';
import type { QuestionTree } from '../../core/tree/question-tree.ts';
import { type ConsentSetting, pickText } from '../forms/form-settings.ts';
import { LONGEST_FIGURE, LONGEST_TEXT, MOST_DOCUMENTS, MOST_FILES_A_SUBJECT } from '../http/limits.ts';
import { type FieldFault, type Refusal, refusedAt } from '../http/replies.ts';
import type { LedgerAnswer, Staging, SubjectKey } from '../ports.ts';
import {
  fingerprintAll,
  fingerprintAnswer,
  fingerprintDetails,
  type Keys,
  sha256,
} from '../sessions/keys.ts';
import type { SentAnswer, SentConsent, SubmissionDocument } from './body.ts';
import { isOf, readDetails, type SentDetails } from './details.ts';

export interface SentContent {
  readonly answers: readonly SentAnswer[];
  /** null: none were sent. */
  readonly details: SentDetails | null;
}

export const readContent = ({ data: { answers, details } }: SubmissionDocument): SentContent => ({
  answers,
  details: details && readDetails(details),
});

/** Finds what no form would send, whatever its questions, so that it is refused before any store is asked. */
export function findExcess({ answers, details }: SentContent): Refusal | null {
  const long = answers.filter(({ value }) => isTooLong(value));
  if (long.length > 0) return refusedAt('invalid_answer', long);
  const documents = answers.filter(({ value }) => value.kind === 'document');
  if (documents.length > MOST_DOCUMENTS) return refusedAt('too_many', documents);
  const seen = new Set<string>();
  // A question may occur again only with another file.
  const twice = answers.filter((answer) => {
    const name = JSON.stringify([answer.question, idOf(answer)]);
    return seen.size === seen.add(name).size;
  });
  if (twice.length > 0) return refusedAt('too_many', twice);
  const files = details?.files ?? [];
  const isOver = files.filter(isOf('documents')).length > MOST_FILES_A_SUBJECT;
  return isOver || new Set(files.map(idOf)).size < files.length
    ? { code: 'too_many', fields: ['documents'] }
    : null;
}

/** Of a file; null: it is none. */
export const idOf = ({ value }: SentAnswer) => (value.kind === 'document' ? value.file.id : null);

function isTooLong(value: OutgoingValue): boolean {
  const { kind } = value;
  if (kind === 'text' || kind === 'url') return value.text.length > LONGEST_TEXT;
  if (kind === 'number') return value.text.length > LONGEST_FIGURE;
  if (kind === 'date') return value.day.length > LONGEST_FIGURE;
  return kind === 'date_range' && value.from.length + value.to.length > LONGEST_FIGURE;
}

const findFiles = (
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
): readonly GivenConsent[] {
  return settings.flatMap(({ id, version, text }) => {
    const given = sent.find((one) => one.id === id);
    const picked = given && pickText(text, given.language ?? locale);
    return picked ? [{ id, version, language: picked.language, hash: sha256(picked.text) }] : [];
  });
}

interface AcceptedAnswers {
  readonly tree: QuestionTree;
  readonly answers: readonly OutgoingAnswer[];
  /** Documents that are added to the application before its first answer. */
  readonly following: readonly OutgoingAnswer[];
  readonly content: SentContent;
}

/** In the order of delivery. */
export function toLedgerAnswers(
  { fingerprint: key }: Keys,
  { tree, answers, following, content }: AcceptedAnswers,
): readonly LedgerAnswer[] {
  const files = [...content.answers, ...(content.details?.files ?? [])];
  const found = new Map(files.map((file) => [idOf(file), file.staged]));
  const documents = following.map((document) => ({ ...document, ...documentNames }));
  return [...documents, ...placeAnswers(tree, answers)].map((answer) => {
    const file = answer.value.kind === 'document' ? found.get(answer.value.file.id) : null;
    const value = file ? ({ kind: 'document', file } as const) : answer.value;
    const fingerprint = fingerprintAnswer(key, { ...answer, fileHash: file?.hash ?? null });
    return { ...answer, value, fingerprint };
  });
}

/** Adds to each answer its position and the names that the service shows with it. */
export function placeAnswers(
  tree: QuestionTree,
  answers: readonly OutgoingAnswer[],
): readonly Omit<LedgerAnswer, 'fingerprint'>[] {
  const namesOf = nameQuestions(tree);
  const answered = new Set(answers.map(({ question }) => question));
  // A parent in between may be visible but unanswered.
  const answeredAbove = (id: QuestionId): QuestionId | null => {
    const parent = tree.nodes.get(id)?.parent ?? null;
    return parent === null || answered.has(parent) ? parent : answeredAbove(parent);
  };
  return answers.map((answer) => ({
    ...answer,
    parent: answeredAbove(answer.question),
    ...namesOf(answer.question),
  }));
}

/** The names that the service shows with an answer to a question. */
function nameQuestions({ nodes }: QuestionTree) {
  const read = (id: QuestionId) => {
    const { canonicalTitle: title = '', type = 'unknown' } = nodes.get(id)?.question ?? {};
    return { title, type };
  };
  const keyOf = (id: QuestionId) => JSON.stringify(read(id));
  const counts = new Map<string, number>();
  for (const id of nodes.keys()) counts.set(keyOf(id), (counts.get(keyOf(id)) ?? 0) + 1);
  return (id: QuestionId) => ({ ...read(id), isDistinct: counts.get(keyOf(id)) === 1 });
}

/** The files of an application under the names of its members. */
function filesByName<Value>(
  files: readonly SentAnswer[],
  withDocuments: boolean,
  valuesOf: (file: SentAnswer) => readonly Value[],
) {
  const of = (name: FileDetailName) => files.filter(isOf(name)).flatMap(valuesOf);
  const [[cv], [letter], documents] = [of('cv'), of('cover_letter'), of('documents')];
  return {
    ...(cv === undefined ? {} : { cv }),
    ...(letter === undefined ? {} : { cover_letter: letter }),
    ...(withDocuments && documents.length > 0 ? { documents } : {}),
  };
}

/** The documents of an application: those that the creating request carries, and those that follow it. */
export function placeFiles(files: readonly SentAnswer[], follow: boolean) {
  const toFile = ({ staged }: SentAnswer): readonly AttachedFile[] => {
    if (staged === null) return [];
    const { id, name, size, type } = staged;
    return [{ id, name, size, type }];
  };
  const documents = follow ? files.filter(isOf('documents')).flatMap(toFile) : [];
  return {
    files: filesByName(files, !follow, toFile),
    following: documents.map(
      (file, part): OutgoingAnswer => ({
        question: documentsQuestion,
        part,
        value: { kind: 'document', file },
      }),
    ),
  };
}

/** They have no parent, so an answer that the service refuses does not hold them back. */
const documentNames = { title: 'documents', type: 'multi_document', isDistinct: true, parent: null } as const;

/** Fingerprint of everything that was sent: the same content and secret give the same one. */
export function fingerprintContent({ fingerprint: key }: Keys, { details, answers }: SentContent): string {
  const own = details === null ? [] : [fingerprintOwn(key, details, false)];
  // Documents count by themselves, so that it is the same content whether the service demands them or not.
  const documents = details?.files.filter(isOf('documents')) ?? [];
  const each = [...documents, ...answers].map(({ question, value, staged }) =>
    fingerprintAnswer(key, { question, value, fileHash: staged?.hash ?? null }),
  );
  return fingerprintAll(key, [...own, ...each]);
}

/**
 * Of what makes the application; null for an existing one, which has its own details, and where none were sent.
 *
 * @param follow documents are added after it was made, so they are no part of it
 */
export const fingerprintDestination = (
  { fingerprint: key }: Keys,
  { details }: SentContent,
  follow: boolean,
): string | null => details && fingerprintOwn(key, details, !follow);

function fingerprintOwn(key: Keys['fingerprint'], { texts, files }: SentDetails, withDocuments: boolean) {
  const hashes = filesByName(files, withDocuments, (file) => [file.staged?.hash ?? `missing ${idOf(file)}`]);
  return fingerprintDetails(key, texts, {
    ...hashes,
    ...(hashes.documents && { documents: hashes.documents.toSorted() }),
  });
}

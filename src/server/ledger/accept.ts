/** Accepts a submission in one transaction. A receipt is given only after the commit. */

import { documentsQuestion } from '../../core/model/details.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { FileId, JobId, QuestionId, Reference } from '../../core/model/ids.ts';
import type { AttachedFile } from '../../core/model/question.ts';
import { type Destination, mayComplete } from '../../core/model/submission.ts';
import type { AcceptRefusal, LedgerAnswer, SubjectKey, SubmissionToAccept } from '../ports.ts';
import { applicationFiles } from '../service/bodies.ts';
import {
  type Addressed,
  applicationItem,
  nameOfFile,
  namesOfApplication,
  sealAnswer,
  sealDestination,
} from './cipher.ts';
import { mergeCorrection } from './correction.ts';
import { causeOf, type LedgerDependencies } from './dependencies.ts';
import { safeName } from './http-gateway.ts';
import {
  type AnswerItem,
  answersOf,
  type Consenting,
  type Correction,
  describe,
  isDocument,
  makingOf,
  type NewItem,
  type StoredRecord,
} from './record.ts';
import { hasWebhook } from './webhooks/outbox.ts';

type Accepted = Outcome<
  {
    readonly isNew: boolean;
    /** null if the submission existed already, whether unchanged or corrected. */
    readonly inserted: StoredRecord | null;
  },
  AcceptRefusal
>;

/** Attempts when other requests change the same submission. */
const MOST_TRIES = 5;

export async function accept(dependencies: LedgerDependencies, sent: SubmissionToAccept): Promise<Accepted> {
  try {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const isFirst = tries === 0 && sent.isFirst === true;
      const known = isFirst ? null : await dependencies.store.find(sent.key);
      const accepted = await (known === null
        ? acceptFirst(dependencies, sent)
        : acceptAgain(dependencies, sent, known));
      if (accepted !== null) return accepted;
    }
  } catch (error) {
    // The write may have succeeded. If the form sends the same content again, it is found or written then.
    dependencies.ledgerMetrics.counted(sent.key.tenant, 'store_failed');
    dependencies.log.error('store_failed', { tenant: sent.key.tenant, cause: causeOf(error) });
  }
  return storeUnavailable;
}

const storeUnavailable = failure<AcceptRefusal>({ kind: 'store_unavailable' });
const refused = (known: StoredRecord | null) =>
  failure<AcceptRefusal>({ kind: 'already_submitted', submission: known && describe(known) });

/** Returns null if the subject already has a submission. */
async function acceptFirst(
  dependencies: LedgerDependencies,
  given: SubmissionToAccept,
): Promise<Accepted | null> {
  // The submission to correct was removed in the meantime.
  if (given.keepsApplication) return refused(null);
  const { store, newReference, webhooks } = dependencies;
  const sent = renameFiles(given, createFileNames());
  const { key, fingerprint, revision, isVisitor = false } = sent;
  const reference = newReference(key);
  const items = itemsOf(dependencies, sent, reference);
  if (!(await holdFiles(dependencies, key, items)))
    return (await store.find(key)) === null ? storeUnavailable : null;
  const job = jobOfForm(sent);
  const inserted = await store.insert({
    ...addressOf(sent, reference),
    isVisitor,
    fingerprint,
    revision,
    items: withPlaces(items),
    ...extrasOf(sent),
    webhook: webhooks && hasWebhook(webhooks, key.tenant, job) ? { job } : null,
  });
  return inserted && success({ isNew: true, inserted });
}

const extrasOf = ({ emailHash = null, consents = [], ...sent }: SubmissionToAccept) => ({
  emailHash,
  consents: consents.length === 0 ? null : ({ job: jobOfForm(sent), given: consents } satisfies Consenting),
});

/** The job whose form was answered: from the destination, or from the caller that accepted the submission. */
const jobOfForm = ({
  destination,
  formJob = null,
}: Pick<SubmissionToAccept, 'destination' | 'formJob'>): JobId | null =>
  destination.kind === 'job' ? destination.job : formJob;

/** Uses the destination from the applicant's token, because a row of the store could have been changed. */
const addressOf = ({ key, destination }: SubmissionToAccept, reference: Reference): Addressed => ({
  key,
  reference,
  application: destination.kind === 'application' ? destination.application : null,
  job: destination.kind === 'job' ? destination.job : null,
});

/** Reserves the files of the submission. Without all of them there is no receipt. */
async function holdFiles(
  { staging }: LedgerDependencies,
  key: SubjectKey,
  items: readonly Pick<NewItem, 'files'>[],
): Promise<boolean> {
  for (const file of items.flatMap(({ files }) => files)) if (!(await staging.hold(key, file))) return false;
  return true;
}

const filesOf = ({ value }: LedgerAnswer): readonly FileId[] =>
  value.kind === 'document' ? [value.file.id] : [];

type UnplacedItem = Omit<NewItem, 'place'>;

const withPlaces = <New extends UnplacedItem>(items: readonly New[]) =>
  items.map((item, place) => ({ ...item, place }));

/** Lists the application first if it has to be made, then the answers. */
function itemsOf(
  dependencies: LedgerDependencies,
  sent: SubmissionToAccept,
  reference: Reference,
): readonly UnplacedItem[] {
  const addressed = addressOf(sent, reference);
  const { destination, detailsFingerprint } = sent;
  const answers = sent.answers.map((answer) => answerItem(dependencies, addressed, answer));
  if (destination.kind === 'application') return answers;
  const payload = sealDestination(dependencies.cipher, addressed, destination);
  const files = applicationFiles(destination.files).map(({ id }) => id);
  const fingerprint = detailsFingerprint ?? '';
  return [{ ...applicationItem, parent: null, fingerprint, payload, files }, ...answers];
}

function answerItem(
  { cipher }: LedgerDependencies,
  addressed: Addressed,
  answer: LedgerAnswer,
): UnplacedItem {
  const { question, part, parent, fingerprint } = answer;
  const payload = sealAnswer(cipher, addressed, answer);
  return { question, part, parent, fingerprint, payload, files: filesOf(answer) };
}

/** Handles a further submission of the same subject. Returns null if the record changed and must be read again. */
async function acceptAgain(
  dependencies: LedgerDependencies,
  sent: SubmissionToAccept,
  known: StoredRecord,
): Promise<Accepted | null> {
  if (known.erasedAt !== null) return refused(null);
  const isSame = known.fingerprint === sent.fingerprint && !isCompleted(known, sent);
  if (isSame || isStored(known, sent)) return success({ isNew: false, inserted: null });
  const items = itemsOfCorrection(dependencies, sent, known);
  return items === null ? refused(known) : applyCorrection(dependencies, sent, { known, items });
}

/** The content is the same, but it now includes documents or equality monitoring that complete the application. */
function isCompleted(known: StoredRecord, { destination, detailsFingerprint }: SubmissionToAccept): boolean {
  if (destination.kind !== 'job') return false;
  const equality = (destination.equality?.length ?? 0) > 0;
  const documents = makingOf(known)?.fingerprint !== detailsFingerprint;
  return mayComplete(describe(known).application, { equality, documents });
}

/**
 * Whether the same content is stored under another fingerprint: a correction may leave out the application's details.
 */
function isStored(known: StoredRecord, sent: SubmissionToAccept): boolean {
  const making = makingOf(known);
  const parts = making === null || making.state === 'refused' ? null : partsOf(known, sent);
  const contentOf = (answers: readonly Pick<LedgerAnswer, 'question' | 'fingerprint'>[]) =>
    JSON.stringify(
      answers.map(({ question, fingerprint }) => JSON.stringify([question, fingerprint])).sort(),
    );
  return parts !== null && contentOf(parts.compared) === contentOf(sent.answers);
}

interface Parts {
  /** Documents of the application that stay, whatever is sent. */
  readonly documents: readonly AnswerItem[];
  /** Stored answers with which the sent ones are compared. */
  readonly compared: readonly AnswerItem[];
}

/** Returns null if the details differ from those that made the application. */
function partsOf(known: StoredRecord, { detailsFingerprint }: SubmissionToAccept): Parts | null {
  const making = makingOf(known);
  const answers = answersOf(known);
  if (making !== null && detailsFingerprint === null)
    return {
      documents: answers.filter(isDocument),
      compared: answers.filter((answer) => !isDocument(answer)),
    };
  const isSame = (making?.fingerprint ?? null) === detailsFingerprint;
  return isSame ? { documents: [], compared: answers } : null;
}

async function applyCorrection(
  dependencies: LedgerDependencies,
  sent: SubmissionToAccept,
  { known, items }: { readonly known: StoredRecord; readonly items: Correction['items'] },
): Promise<Accepted | null> {
  const { store, staging } = dependencies;
  const { key, fingerprint, revision } = sent;
  // Only files of new items: the file of an unchanged item may have been delivered and deleted.
  const added = items.filter(({ version }) => version === null);
  if (!(await holdFiles(dependencies, key, added))) return storeUnavailable;
  const replaces = makingOf(known)?.state === 'refused';
  const { version } = known;
  if (!(await store.correct({ key, version, fingerprint, revision, items, ...extrasOf(sent), replaces })))
    return null;
  const stillUsed = new Set(items.flatMap((item) => item.files));
  for (const file of known.items.flatMap((item) => item.files))
    if (!stillUsed.has(file)) await staging.release(key, file).catch(() => undefined);
  return success({ isNew: true, inserted: null });
}

/**
 * Returns null if this is no correction. While the application is refused, everything may change: the service has
 * nothing.
 */
function itemsOfCorrection(
  dependencies: LedgerDependencies,
  sent: SubmissionToAccept,
  known: StoredRecord,
): Correction['items'] | null {
  const making = makingOf(known);
  if (making?.state === 'refused') {
    // The refusal came after the proxy's check. Without its details the application cannot be made.
    if (sent.keepsApplication || (sent.detailsFingerprint === null && making.fingerprint !== '')) return null;
    const renamed = renameFiles(sent, createFileNames());
    return withPlaces(
      itemsOf(dependencies, renamed, known.reference).map((item) => ({ ...item, version: null })),
    );
  }
  const parts = partsOf(known, sent);
  const corrected = parts && mergeCorrection(parts.compared, sent.answers, known.revision === sent.revision);
  if (parts === null || corrected === null) return null;
  const unchanged = corrected.flatMap((answer) => ('payload' in answer ? [answer] : []));
  const names = reserveNames(dependencies, known, [...parts.documents, ...unchanged]);
  const addressed = addressOf(sent, known.reference);
  const toNewItem = (answer: LedgerAnswer) => ({
    ...answerItem(dependencies, addressed, renameFile(answer, names)),
    version: null,
  });
  return withPlaces([
    ...(making === null ? [] : [making]),
    ...parts.documents,
    ...corrected.map((answer) => ('payload' in answer ? answer : toNewItem(answer))),
  ]);
}

/**
 * Reserves the names of files that stay. The name of an answer's file is wiped after delivery; new documents then get a
 * number that no earlier file has.
 */
function reserveNames(
  { cipher }: LedgerDependencies,
  known: StoredRecord,
  unchanged: readonly AnswerItem[],
): FileNames {
  const isAnyWiped = unchanged.some(({ files, payload }) => files.length > 0 && payload === null);
  const names = createFileNames(isAnyWiped ? known.version + 2 : 1);
  for (const name of namesOfApplication(cipher, known) ?? []) names.take(documentsQuestion, name);
  for (const item of unchanged) {
    const name = nameOfFile(cipher, known, item);
    if (name !== null) names.take(item.question, name);
  }
  return names;
}

type FileNames = ReturnType<typeof createFileNames>;

/**
 * Gives a submission's files distinct names (`cv.pdf`, `cv (2).pdf`), because the service shows only names when asked
 * what it has. Names differ in their letters and digits, which are all that services preserve. Files of the application
 * itself have `documentsQuestion` as their question.
 *
 * @param firstNumber the lowest number for the name of an application's document; with 1, a free name stays unchanged
 */
export function createFileNames(firstNumber = 1) {
  const taken = new Map<QuestionId, Set<string>>();
  /** The service may list the files of answers among those of the application. */
  const isTaken = (question: QuestionId, name: string) =>
    [...taken].some(
      ([takenFor, names]) =>
        names.has(safeName(name)) &&
        (takenFor === question || takenFor === documentsQuestion || question === documentsQuestion),
    );
  const take = (question: QuestionId, name: string) => {
    taken.set(question, (taken.get(question) ?? new Set()).add(safeName(name)));
  };
  return {
    take,
    /** Renames the file to a free name and reserves that name. */
    rename<File extends AttachedFile>(question: QuestionId, file: File): File {
      const [, stem = file.name, ending = ''] = /^(.*?)(\.[^.]*)?$/.exec(file.name) ?? [];
      const numbered = (number: number) => (number === 1 ? file.name : `${stem} (${number})${ending}`);
      let number = question === documentsQuestion ? firstNumber : 1;
      while (isTaken(question, numbered(number))) number += 1;
      const name = numbered(number);
      take(question, name);
      return { ...file, name };
    },
  };
}

/** Renames the application's files first, so that they get their own names. */
export const renameFiles = (sent: SubmissionToAccept, names: FileNames): SubmissionToAccept => ({
  ...sent,
  destination: renameApplicationFiles(sent.destination, names),
  answers: sent.answers.map((answer) => renameFile(answer, names)),
});

function renameApplicationFiles(destination: Destination, names: FileNames): Destination {
  if (destination.kind === 'application' || destination.files === undefined) return destination;
  const { cv, cover_letter, documents } = destination.files;
  const rename = (file: AttachedFile) => names.rename(documentsQuestion, file);
  const files = {
    ...(cv && { cv: rename(cv) }),
    ...(cover_letter && { cover_letter: rename(cover_letter) }),
    ...(documents && { documents: documents.map(rename) }),
  };
  return { ...destination, files };
}

function renameFile(answer: LedgerAnswer, names: FileNames): LedgerAnswer {
  const { question, value } = answer;
  if (value.kind !== 'document') return answer;
  return { ...answer, value: { ...value, file: names.rename(question, value.file) } };
}

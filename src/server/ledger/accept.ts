/** Takes what an applicant sends: all in one transaction, or nothing. Only then is there a receipt. */

import { documentsQuestion } from '../../core/model/details.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { FileId, JobId, Reference } from '../../core/model/ids.ts';
import { mayComplete } from '../../core/model/submission.ts';
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
import { correct } from './correction.ts';
import type { LedgerDependencies } from './dependencies.ts';
import { causeOf } from './dependencies.ts';
import { createFileNames, type FileNames, renameFile, renameFiles } from './files.ts';
import {
  type AnswerItem,
  answersOf,
  type Consenting,
  type Correction,
  describe,
  describeAnswers,
  isDocument,
  makingOf,
  type NewItem,
  type StoredRecord,
} from './record.ts';
import { hasWebhook } from './webhooks/outbox.ts';

type Accepted = Outcome<
  {
    readonly isNew: boolean;
    /** null: it is stored already, or was corrected. */
    readonly inserted: StoredRecord | null;
  },
  AcceptRefusal
>;
type Seen = {
  readonly known: StoredRecord;
  readonly items: Correction['items'];
  readonly isAnew: boolean;
};

/** Attempts against concurrent changes of the same submission, before it fails. */
const MOST_TRIES = 5;

export async function accept(dependencies: LedgerDependencies, sent: SubmissionToAccept): Promise<Accepted> {
  try {
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const isFirst = tries === 0 && sent.isFirst === true;
      const known = isFirst ? null : await dependencies.store.find(sent.key);
      const accepted =
        known === null ? await begin(dependencies, sent) : await again(dependencies, sent, known);
      if (accepted !== null) return accepted;
    }
  } catch (error) {
    // It is unknown whether it was written. When the form sends the same again, it is found, or written then.
    dependencies.ledgerMetrics.counted(sent.key.tenant, 'store_failed');
    dependencies.log.error('store_failed', { tenant: sent.key.tenant, cause: causeOf(error) });
  }
  return nothing;
}

const nothing = failure<AcceptRefusal>({ kind: 'store_unavailable' });

/** null: this subject has a submission already. */
async function begin(dependencies: LedgerDependencies, given: SubmissionToAccept): Promise<Accepted | null> {
  // What it was to correct went in between.
  if (given.keepsApplication) return failure({ kind: 'already_submitted', submission: null });
  const sent = renameFiles(given, createFileNames());
  const { key, fingerprint, revision } = sent;
  if (!(await hold(dependencies, key, [...filesOfDestination(sent), ...sent.answers.flatMap(filesOf)])))
    return (await dependencies.store.find(key)) === null ? nothing : null;
  const addressed = address(sent, dependencies.newReference(sent.key));
  const items = [
    ...makingItems(dependencies, addressed, sent),
    ...sent.answers.map((answer) => answerItem(dependencies, addressed, answer)),
  ].map((item, place) => ({ ...item, place }));
  const inserted = await dependencies.store.insert({
    ...addressed,
    isVisitor: sent.isVisitor ?? false,
    fingerprint,
    revision,
    emailHash: sent.emailHash ?? null,
    consents: consentingOf(sent),
    webhook: webhookOf(dependencies, sent),
    items,
  });
  return inserted === null ? null : success({ isNew: true, inserted });
}

/** Whose form it was says the destination, or who took the submission. */
function consentingOf({ consents = [], destination, formJob = null }: SubmissionToAccept): Consenting | null {
  return consents.length === 0 ? null : { job: jobOfForm({ destination, formJob }), given: consents };
}

const jobOfForm = ({
  destination,
  formJob = null,
}: Pick<SubmissionToAccept, 'destination' | 'formJob'>): JobId | null =>
  destination.kind === 'job' ? destination.job : formJob;

function webhookOf({ webhooks }: LedgerDependencies, sent: SubmissionToAccept) {
  const job = jobOfForm(sent);
  return webhooks !== undefined && hasWebhook(webhooks, sent.key.tenant, job) ? { job } : null;
}

/** Taken from the applicant's token, because a row of the store could have been changed. */
const address = ({ key, destination }: SubmissionToAccept, reference: Reference): Addressed => ({
  key,
  reference,
  application: destination.kind === 'application' ? destination.application : null,
  job: destination.kind === 'job' ? destination.job : null,
});

/** A receipt is given only when every file of the submission is still there. */
async function hold(
  { staging }: LedgerDependencies,
  key: SubjectKey,
  files: readonly FileId[],
): Promise<boolean> {
  for (const file of files) if (!(await staging.hold(key, file))) return false;
  return true;
}

const filesOf = ({ value }: Pick<LedgerAnswer, 'value'>): readonly FileId[] =>
  value.kind === 'document' ? [value.file.id] : [];

const filesOfDestination = ({ destination }: SubmissionToAccept): readonly FileId[] =>
  destination.kind === 'job' ? applicationFiles(destination.files).map(({ id }) => id) : [];

type Unplaced = Omit<NewItem, 'place'>;

function makingItems(
  { cipher }: LedgerDependencies,
  addressed: Addressed,
  sent: SubmissionToAccept,
): readonly Unplaced[] {
  const { destination, detailsFingerprint } = sent;
  if (destination.kind === 'application') return [];
  const payload = sealDestination(cipher, addressed, destination);
  const files = filesOfDestination(sent);
  return [{ ...applicationItem, parent: null, fingerprint: detailsFingerprint ?? '', payload, files }];
}

function answerItem({ cipher }: LedgerDependencies, addressed: Addressed, answer: LedgerAnswer): Unplaced {
  const { question, part, parent, fingerprint } = answer;
  const payload = sealAnswer(cipher, addressed, answer);
  return { question, part, parent, fingerprint, payload, files: filesOf(answer) };
}

/** The subject has a submission already. null: it changed meanwhile and must be read again. */
async function again(
  dependencies: LedgerDependencies,
  sent: SubmissionToAccept,
  known: StoredRecord,
): Promise<Accepted | null> {
  if (known.erasedAt !== null) return failure({ kind: 'already_submitted', submission: null });
  const isSame = known.fingerprint === sent.fingerprint && !isCompleted(known, sent);
  if (isSame || isStored(known, sent)) return success({ isNew: false, inserted: null });
  const items = correctItems(dependencies, sent, known);
  if (items === null) return failure({ kind: 'already_submitted', submission: describe(known) });
  const isAnew = makingOf(known)?.state === 'refused';
  return applyCorrection(dependencies, sent, { known, items, isAnew });
}

/** The whole is the same, and what makes the application is not: documents go with it now, or equality monitoring. */
function isCompleted(known: StoredRecord, { destination, detailsFingerprint }: SubmissionToAccept): boolean {
  const making = makingOf(known);
  if (destination.kind !== 'job' || making === null) return false;
  const equality = (destination.equality?.length ?? 0) > 0;
  const documents = making.fingerprint !== detailsFingerprint;
  return mayComplete(describe(known).application, { equality, documents });
}

/** The same under another fingerprint: a correction may leave out the details that made the application. */
function isStored(known: StoredRecord, sent: SubmissionToAccept): boolean {
  const making = makingOf(known);
  const parts = making === null || making.state === 'refused' ? null : partsOf(known, sent);
  if (parts === null || parts.compared.length !== sent.answers.length) return false;
  const contentOf = ({ question, fingerprint }: Pick<LedgerAnswer, 'question' | 'fingerprint'>) =>
    JSON.stringify([question, fingerprint]);
  const stored = parts.compared.map(contentOf).sort();
  return sent.answers
    .map(contentOf)
    .sort()
    .every((content, place) => content === stored[place]);
}

interface Parts {
  /** Documents of the application that stay, whatever is sent. */
  readonly documents: readonly AnswerItem[];
  /** What the answers that are sent are compared with. */
  readonly compared: readonly AnswerItem[];
}

/** null: no receipt may be given for other details than those that made the application. */
function partsOf(known: StoredRecord, { detailsFingerprint }: SubmissionToAccept): Parts | null {
  const making = makingOf(known);
  const answers = answersOf(known);
  if (making !== null && detailsFingerprint === null)
    return { documents: answers.filter(isDocument), compared: answers.filter((one) => !isDocument(one)) };
  const isSame = (making?.fingerprint ?? null) === detailsFingerprint;
  return isSame ? { documents: [], compared: answers } : null;
}

async function applyCorrection(
  dependencies: LedgerDependencies,
  sent: SubmissionToAccept,
  { known, items, isAnew }: Seen,
): Promise<Accepted | null> {
  const { key, fingerprint, revision } = sent;
  // Only files of new items: the file of a kept item may have been delivered and deleted.
  const files = items.flatMap(({ version, files }) => (version === null ? files : []));
  if (!(await hold(dependencies, key, files))) return nothing;
  const { version } = known;
  const own = {
    emailHash: sent.emailHash ?? null,
    consents: consentingOf(sent),
    isAnew,
  };
  if (!(await dependencies.store.correct({ key, version, fingerprint, revision, items, ...own })))
    return null;
  const kept = new Set(items.flatMap((item) => item.files));
  for (const file of known.items.flatMap((item) => item.files))
    if (!kept.has(file)) await dependencies.staging.release(key, file).catch(() => undefined);
  return success({ isNew: true, inserted: null });
}

/** null: this is no correction. While the application is refused the service holds nothing, so everything may change. */
function correctItems(
  dependencies: LedgerDependencies,
  sent: SubmissionToAccept,
  known: StoredRecord,
): Correction['items'] | null {
  const making = makingOf(known);
  const addressed = address(sent, known.reference);
  const fresh = (answer: LedgerAnswer) => ({ ...answerItem(dependencies, addressed, answer), version: null });
  const inPlace = (items: readonly Omit<Correction['items'][number], 'place'>[]) =>
    items.map((item, place) => ({ ...item, place }));
  if (making?.state === 'refused') {
    // It was refused after the proxy had looked; without its details it could not be made.
    if (sent.keepsApplication || (sent.detailsFingerprint === null && making.fingerprint !== '')) return null;
    const renamed = renameFiles(sent, createFileNames());
    const anew = makingItems(dependencies, addressed, renamed).map((item) => ({ ...item, version: null }));
    return inPlace([...anew, ...renamed.answers.map(fresh)]);
  }
  const parts = partsOf(known, sent);
  if (parts === null) return null;
  const stored = withStates(known, parts.compared);
  const corrected = correct(stored, sent.answers, known.revision === sent.revision);
  if (corrected === null) return null;
  const kept = corrected.flatMap((one) => ('item' in one ? [one.item] : []));
  const names = namesOfKept(dependencies, known, [...parts.documents, ...kept]);
  return inPlace([
    ...(making === null ? [] : [making]),
    ...parts.documents,
    ...corrected.map((one) => ('item' in one ? one.item : fresh(renameFile(one, names)))),
  ]);
}

/** With the states that an applicant is told. */
function withStates(known: StoredRecord, items: readonly AnswerItem[]) {
  const wanted = new Set(items);
  const states = describeAnswers(known);
  return answersOf(known)
    .map((item, place) => ({ ...item, state: states[place]?.state ?? 'queued', code: null, item }))
    .filter(({ item }) => wanted.has(item));
}

/**
 * What comes new is told from what stays. The name of a file of an answer is wiped once it has arrived: documents get a
 * number then that no file brings along.
 */
function namesOfKept(
  { cipher }: LedgerDependencies,
  known: StoredRecord,
  kept: readonly AnswerItem[],
): FileNames {
  const isAnyWiped = kept.some(({ files, payload }) => files.length > 0 && payload === null);
  const names = createFileNames(isAnyWiped ? known.version + 2 : 1);
  for (const name of namesOfApplication(cipher, known) ?? []) names.take(documentsQuestion, name);
  for (const item of kept) {
    const name = nameOfFile(cipher, known, item);
    if (name !== null) names.take(item.question, name);
  }
  return names;
}

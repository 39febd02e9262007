/** One submission in the ledger. Times are milliseconds since 1970 by the store's clock, which all processes share. */
import { documentsQuestion } from '../../core/model/details.ts';
import {
  type ApplicationId,
  applicationId,
  type FileId,
  type JobId,
  type QuestionId,
  type Reference,
  type Revision,
  type Subject,
} from '../../core/model/ids.ts';
import {
  type AnswerCode,
  type AnswerState,
  type ApplicationCode,
  answerCodes,
  applicationCodes,
  type DeliveredAnswer,
  type DeliveredApplication,
  type GivenConsent,
  type RecordedConsent,
  type Submission,
  type SubmissionState,
  submissionState,
} from '../../core/model/submission.ts';
import type { SubjectKey } from '../ports.ts';
import { fieldsOf, type MemberName } from '../service/refusals.ts';

/** `unclear`: a POST may have been sent, and its outcome is unknown. Held items are not stored as a state. */
export type ItemState = 'queued' | 'sending' | 'unclear' | 'delivered' | 'refused' | 'parked';

/**
 * Identifies one POST: an answer, or in job mode the application. Unique within its submission by question and part.
 */
export interface ItemName {
  /** null for the application. */
  readonly question: QuestionId | null;
  readonly part: number;
}

export interface NewItem extends ItemName {
  /** Order of delivery: a parent before its children, the application first. */
  readonly place: number;
  readonly parent: QuestionId | null;
  /** Keyed hash of the content. */
  readonly fingerprint: string;
  /** Sealed content. Wiped when it is delivered or given up for good. */
  readonly payload: Uint8Array | null;
  /** Staged files: at most one for an answer, any number for an application. */
  readonly files: readonly FileId[];
}

export interface Item extends NewItem {
  readonly state: ItemState;
  readonly code: AnswerCode | ApplicationCode | null;
  /** Members that the service refused, if this is a refused application. */
  readonly members: readonly MemberName[];
  /** Counts changes. A change of an item names the version that it is based on. */
  readonly version: number;
  /** POSTs with an unknown outcome. */
  readonly unclearPosts: number;
  /** Consecutive attempts that certainly stored nothing, or reads that failed. The pause grows with them. */
  readonly failures: number;
  /** When the last POST was started. */
  readonly markedAt: number | null;
  /** Queued: the earliest time to send. Sending or unclear: when a read-back counts. */
  readonly dueAt: number;
  /** Id at the service. */
  readonly serviceId: string | null;
}

/** Columns of an item that a mark changes. */
export type Mark = Pick<Item, 'state' | 'code' | 'version' | 'markedAt' | 'dueAt'>;

export interface NewSubmission {
  readonly key: SubjectKey;
  readonly reference: Reference;
  readonly fingerprint: string;
  /** Revision of the form that was answered. */
  readonly revision: Revision;
  /** null in job mode. */
  readonly application: ApplicationId | null;
  /** null if the application existed before. */
  readonly job: JobId | null;
  /** `KEY.HASH` of the applicant's email. */
  readonly emailHash?: string | null;
  readonly consents?: Consenting | null;
  /** Visitors come after applicants for whom a back end vouches. */
  readonly isVisitor?: boolean;
  /** Sends its states to the webhook of this job; null or absent for none. */
  readonly webhook?: { readonly job: JobId | null } | null;
  readonly items: readonly NewItem[];
}

/** Consents of a submission, which are stored separately and outlive it. */
export interface Consenting {
  /** The job whose form was answered; null if unknown. */
  readonly job: JobId | null;
  readonly given: readonly GivenConsent[];
}

/** The part of the consents that stays with the submission, to find their tags. */
interface Consented {
  readonly job: JobId | null;
  readonly ids: readonly string[];
}

export interface StoredConsent extends GivenConsent {
  readonly subject: Subject;
  readonly reference: Reference;
  readonly givenAt: number;
}

export interface StoredRecord
  extends Omit<NewSubmission, 'items' | 'emailHash' | 'consents' | 'isVisitor' | 'webhook'> {
  readonly emailHash: string | null;
  /** false if a back end vouches for the applicant. */
  readonly isVisitor: boolean;
  /** null without consents. */
  readonly consented: Consented | null;
  readonly acceptedAt: number;
  /** Counts corrections and acts of the operator, so that a worker notices those made during its lease. */
  readonly version: number;
  /** When a worker has to serve it; null if nothing is to be done. */
  readonly dueAt: number | null;
  readonly leaseOwner: string | null;
  readonly leaseUntil: number;
  /** When its last POST was started, or when it was accepted. The longest wait is served first. */
  readonly servedAt: number;
  /** When the service was read before the first answer; null if not yet, or not since the last change from outside. */
  readonly preflightAt: number | null;
  /** When nothing was left to send; null if something is. */
  readonly settledAt: number | null;
  readonly auditedAt: number | null;
  /** When the tags were added; null if not yet, or without tags. */
  readonly taggedAt: number | null;
  /** When tagging may be tried next; null if it was given up. */
  readonly tagDueAt: number | null;
  /** Failed attempts to tag. The pause grows with them. */
  readonly tagTries: number;
  /**
   * When its store was last found to be a restored copy; null if never. Nothing new is then sent without a read-back.
   */
  readonly doubtedAt: number | null;
  /**
   * When the operator had it erased. Items that were being sent stay until their outcome is known. Without items, only
   * the row remains for the retention period, so that an open page cannot send the form again.
   */
  readonly erasedAt: number | null;
  /** In the order of delivery. */
  readonly items: readonly Item[];
}

/**
 * Milliseconds: one day. A submission this soon after a restore may be one that the lost store accepted up to a day
 * before it.
 */
export const RESENT_WITHIN = 86_400_000;

/** Milliseconds for which a learned reconcile delay is valid: 30 days, because a slow service may recover. */
export const RECONCILE_DELAY_KEPT = 30 * 86_400_000;

/** When the store was restored before this submission came; null if it was not. */
export const restoreBefore = ({ acceptedAt, doubtedAt }: StoredRecord): number | null =>
  doubtedAt !== null && doubtedAt <= acceptedAt ? doubtedAt : null;

/** Changes to one submission by the worker that has its lease. */
export type RecordChange = Partial<
  Pick<StoredRecord, 'preflightAt' | 'settledAt' | 'auditedAt' | 'taggedAt' | 'tagDueAt' | 'tagTries'>
>;

export type ItemChange = Partial<
  Pick<Item, 'state' | 'code' | 'members' | 'unclearPosts' | 'failures' | 'dueAt' | 'serviceId' | 'payload'>
>;

export interface Lease {
  readonly key: SubjectKey;
  readonly owner: string;
}

/** Milliseconds until a read-back counts: the time limit of one POST plus the reconcile delay. */
export interface DoubtWait {
  readonly answer: number;
  /** For an item with files, whose POST may take longer. */
  readonly file: number;
}

export interface Correction {
  readonly key: SubjectKey;
  /** The version of the submission that the change is based on. */
  readonly version: number;
  readonly fingerprint: string;
  readonly revision: Revision;
  /**
   * Replaces email and consents, because the application is not made yet. Otherwise each consent replaces an earlier
   * one with the same id.
   */
  readonly replaces?: boolean;
  readonly emailHash?: string | null;
  readonly consents?: Consenting | null;
  readonly items: readonly (NewItem & {
    /** The version of an unchanged item; null if the item is new or changed, and is sent from the start. */
    readonly version: number | null;
  })[];
}

export interface Amendment {
  readonly key: SubjectKey;
  /** The version of the submission that the change is based on. */
  readonly version: number;
  readonly items: readonly (ItemName & { readonly version: number; readonly change: ItemChange })[];
  /** Marks the submission to be erased: nothing more is started for it. */
  readonly erases?: boolean;
}

const DAY = 86_400_000;

/** Milliseconds. */
export const RETENTION = {
  /** After acceptance: undelivered payloads are wiped and their items parked as `given_up`. */
  payloads: 7 * DAY,
  /** After the last change: the whole record is removed, so the same content would be accepted again. */
  fingerprints: 30 * DAY,
  /** After they were given: consents outlive the record. */
  consents: 3 * 365 * DAY,
} as const;

export const isUndelivered = ({ state, payload }: Item): boolean => state !== 'delivered' && payload !== null;

/** When its undelivered payloads are wiped; null if there are none. */
export const wipeAt = ({ acceptedAt, items }: StoredRecord): number | null =>
  items.some(isUndelivered) ? acceptedAt + RETENTION.payloads : null;

/** When the whole record is removed, unless it changes before. */
export const forgetAt = ({ acceptedAt, settledAt, auditedAt }: StoredRecord): number =>
  Math.max(acceptedAt, settledAt ?? 0, auditedAt ?? 0) + RETENTION.fingerprints;

/** Makes the record of a new submission. */
export function newRecord(
  {
    items,
    emailHash = null,
    consents = null,
    isVisitor = false,
    webhook: _webhook,
    ...submission
  }: NewSubmission,
  { acceptedAt, doubtedAt }: Pick<StoredRecord, 'acceptedAt' | 'doubtedAt'>,
): StoredRecord {
  return {
    ...submission,
    consented: consentedOf(consents),
    emailHash,
    isVisitor,
    acceptedAt,
    doubtedAt,
    version: 0,
    dueAt: acceptedAt,
    leaseOwner: null,
    leaseUntil: 0,
    servedAt: acceptedAt,
    preflightAt: null,
    settledAt: null,
    auditedAt: null,
    erasedAt: null,
    taggedAt: null,
    tagDueAt: 0,
    tagTries: 0,
    items: inOrder(items.map((item) => newItem(item, 0))),
  };
}

export const newItem = (item: NewItem, version: number): Item => ({
  ...item,
  state: 'queued',
  code: null,
  members: [],
  version,
  unclearPosts: 0,
  failures: 0,
  markedAt: null,
  dueAt: 0,
  serviceId: null,
});

export const inOrder = (items: readonly Item[]): readonly Item[] =>
  [...items].sort((first, second) => first.place - second.place);

export const isSameItem = (first: ItemName, second: ItemName): boolean =>
  first.question === second.question && first.part === second.part;

export const findItem = (items: readonly Item[], name: ItemName): Item | undefined =>
  items.find((item) => isSameItem(item, name));

/** Lists each consent once, with only the known members. */
export const distinctConsents = (consents: Consenting | null): readonly GivenConsent[] =>
  [...new Map((consents?.given ?? []).map((consent) => [consent.id, consent])).values()].map(
    ({ id, version, hash, language }) => ({ id, version, hash, language }),
  );

/** The part of the consents that stays with the submission; null if there is none. */
export function consentedOf(consents: Consenting | null): Consented | null {
  const ids = distinctConsents(consents).map(({ id }) => id);
  return ids.length === 0 ? null : { job: consents?.job ?? null, ids };
}

/** Adds the consents of a correction to those given before, once the application is made. */
export function addConsented(earlier: Consented | null, consents: Consenting | null): Consented | null {
  const added = consentedOf(consents);
  if (earlier === null || added === null) return earlier ?? added;
  return { job: earlier.job ?? added.job, ids: [...new Set([...earlier.ids, ...added.ids])] };
}

export const toRecordedConsent = ({ subject: _, givenAt, ...consent }: StoredConsent): RecordedConsent => ({
  ...consent,
  given_at: new Date(givenAt).toISOString(),
});

/** An item that is an answer, or a file of one. */
export interface AnswerItem extends Item {
  readonly question: QuestionId;
}

/** Whether the outcome is unknown. A `sending` item belongs to a worker that stopped, or that will find it changed. */
export const isUnclear = ({ state }: Pick<Item, 'state'>): boolean =>
  state === 'unclear' || state === 'sending';

export const makingOf = ({ items }: Pick<StoredRecord, 'items'>): Item | null =>
  items.find(({ question }) => question === null) ?? null;

export const answersOf = ({ items }: Pick<StoredRecord, 'items'>): readonly AnswerItem[] =>
  items.flatMap((item) => (isAnswer(item) ? [item] : []));

export const isAnswer = (item: Item): item is AnswerItem => item.question !== null;

/** Whether the item is a document that is added to an application after it was made. */
export const isDocument = ({ question }: Pick<Item, 'question'>): boolean => question === documentsQuestion;

/** The application that gets the answers; null if it is not made yet. */
export function applicationOf(record: Pick<StoredRecord, 'application' | 'items'>): ApplicationId | null {
  const made = makingOf(record)?.serviceId ?? null;
  return record.application ?? (made === null ? null : applicationId(made));
}

/** Computes the state from the items. */
export const presentState = (record: StoredRecord): SubmissionState =>
  submissionState(describeAnswers(record), describeApplication(record));

export const describe = (record: StoredRecord): Submission => ({
  reference: record.reference,
  state: presentState(record),
  acceptedAt: new Date(record.acceptedAt).toISOString(),
  application: describeApplication(record),
  answers: describeAnswers(record),
});

/** Returns null if the application existed before. */
function describeApplication(record: StoredRecord): DeliveredApplication | null {
  const making = makingOf(record);
  if (making === null) return null;
  const code = applicationCodes.find((known) => known === making.code) ?? null;
  return { state: stateOf(making), code, fields: fieldsOf(making.members) };
}

/** `unclear` is internal: applicants see `checking`. */
const stateOf = ({ state }: Item): Exclude<AnswerState, 'held'> => (state === 'unclear' ? 'checking' : state);

function describeAnswers(record: StoredRecord): readonly DeliveredAnswer[] {
  const answers = answersOf(record);
  const stopped = stoppedQuestions(answers);
  // Every answer depends on the application.
  const making = makingOf(record);
  const isAllStopped = making !== null && hasStopped(making);
  return answers.map((item) => {
    const isBelow = item.parent !== null && stopped.has(item.parent);
    const isHeld = item.state === 'queued' && (isAllStopped || isBelow);
    const { question, part } = item;
    const code = answerCodes.find((known) => known === item.code) ?? null;
    return { question, part, state: isHeld ? 'held' : stateOf(item), code };
  });
}

/** Questions that were refused or parked, and queued ones below them. */
function stoppedQuestions(answers: readonly AnswerItem[]): ReadonlySet<QuestionId> {
  const stopped = new Set<QuestionId>();
  for (const { question, parent, state } of answers) {
    const isBelow = parent !== null && stopped.has(parent) && state === 'queued';
    if (isBelow || hasStopped({ state })) stopped.add(question);
  }
  return stopped;
}

const hasStopped = ({ state }: Pick<Item, 'state'>): boolean => state === 'refused' || state === 'parked';

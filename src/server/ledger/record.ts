/**
 * One submission as the ledger keeps it. Times are milliseconds since 1970 by the store's own clock, the only one that
 * several processes share: what a caller hands in was counted on from it.
 */
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
  type HeldConsent,
  type Submission,
  type SubmissionState,
  submissionState,
} from '../../core/model/submission.ts';
import type { SubjectKey } from '../ports.ts';
import { fieldsOf, type MemberName } from '../service/refusals.ts';

/** `unclear`: a POST went, or may have gone, and it is unknown whether the answer is stored. Whether an item is held follows from its parents and is not stored. */
export type ItemState = 'queued' | 'sending' | 'unclear' | 'delivered' | 'refused' | 'parked';

/** One POST: an answer, or in job mode the application itself. Unique within its submission by question and part. */
export interface ItemName {
  /** null: the application. */
  readonly question: QuestionId | null;
  readonly part: number;
}

export interface NewItem extends ItemName {
  /** The order of delivery: a parent before its children, the application before all. */
  readonly place: number;
  readonly parent: QuestionId | null;
  /** Keyed hash of what is sent. */
  readonly fingerprint: string;
  /** Sealed: what is sent. Wiped when it is delivered or given up for good. */
  readonly payload: Uint8Array | null;
  /** The staged files that it carries: an answer one at the most, an application several. */
  readonly files: readonly FileId[];
}

export interface Item extends NewItem {
  readonly state: ItemState;
  readonly code: AnswerCode | ApplicationCode | null;
  /** Of an application that was refused: what the service said no to. */
  readonly members: readonly MemberName[];
  /** Counts changes: a change of an item names the version that it was based on. */
  readonly version: number;
  /** POSTs with an unknown outcome. */
  readonly unclearPosts: number;
  /** Tries in a row that were certainly not stored, or looks in a row that failed: the pause grows with them. */
  readonly failures: number;
  /** When the last POST was begun. */
  readonly markedAt: number | null;
  /** Queued: not before. Sending or unclear: when a look at the service says what became of it. */
  readonly dueAt: number;
  /** The service's id of what it stored. */
  readonly serviceId: string | null;
}

/** What a mark changed of its item. */
export type Mark = Pick<Item, 'state' | 'code' | 'version' | 'markedAt' | 'dueAt'>;

export interface NewSubmission {
  readonly key: SubjectKey;
  readonly reference: Reference;
  readonly fingerprint: string;
  /** Of the form that was answered. */
  readonly revision: Revision;
  /** null: it is yet to be made. */
  readonly application: ApplicationId | null;
  /** Job mode. */
  readonly job: JobId | null;
  /** `KEY.HASH` of the email that came with it. */
  readonly emailHash?: string | null;
  readonly consents?: Consenting | null;
  /** It goes after all that a back end vouches for. */
  readonly isVisitor?: boolean;
  /** Its states go to a webhook, as those of this job; null, and without it: they do not. */
  readonly webhook?: { readonly job: JobId | null } | null;
  readonly items: readonly NewItem[];
}

/** What comes with a submission, is stored apart from it, and outlives it. */
export interface Consenting {
  /** Whose form it was; null: not known. */
  readonly job: JobId | null;
  readonly given: readonly GivenConsent[];
}

/** What of it stays with the submission: enough to find the tags of it. */
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
  /** false: a back end vouches for the applicant. */
  readonly isVisitor: boolean;
  /** null: nothing was consented to. */
  readonly consented: Consented | null;
  readonly acceptedAt: number;
  /** Counts corrections and acts of the operator: what comes between a lease and its release is not overlooked. */
  readonly version: number;
  /** When a worker has to look at it; null: nothing is to be done. */
  readonly dueAt: number | null;
  readonly leaseOwner: string | null;
  readonly leaseUntil: number;
  /** When a POST of it was begun last; until then, when it was accepted. Who waited longest comes first, new or not. */
  readonly servedAt: number;
  /** When the service was asked what it holds already; null: not yet, or not since the last change from outside. */
  readonly preflightAt: number | null;
  /** When nothing was left to send; null: there is something. */
  readonly settledAt: number | null;
  readonly auditedAt: number | null;
  /** When the tenant's tag was seen at the application; null: not yet, or it has none. */
  readonly taggedAt: number | null;
  /** When the tag may be tried next; null: it was given up. */
  readonly tagDueAt: number | null;
  /** Tries that did not end with the tag being seen: the pause grows with them. */
  readonly tagTries: number;
  /** When its store was last found to be a restored copy: nothing new of it goes without a look. null: never. */
  readonly doubtedAt: number | null;
  /**
   * When the operator had it erased. What was being sent then is kept until its outcome is known; without items it is
   * gone, and the row stays for the retention's time, so that an open page cannot send it a second time.
   */
  readonly erasedAt: number | null;
  /** In the order of delivery. */
  readonly items: readonly Item[];
}

/**
 * Milliseconds after a restore for which a new submission may be one that the lost store had accepted, and that an open
 * page sends again, and before it in which that was: a day. Renewed sessions live longer, but the looks cost reads.
 */
export const RESENT_WITHIN = 86_400_000;

/** Milliseconds that a learned quiet time is good for, 30 days: a service that was slow once is not so for ever. */
export const RECONCILE_DELAY_KEPT = 30 * 86_400_000;

/** When the store was restored before this came; null: it was not, or held this already. */
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

/** Milliseconds until a look counts: the time limit of one POST, and the quiet time after it. */
export interface DoubtWait {
  readonly answer: number;
  /** Of an item with files, whose POST may take longer. */
  readonly file: number;
}

export interface Correction {
  readonly key: SubjectKey;
  /** Of the submission, as it was seen. */
  readonly version: number;
  readonly fingerprint: string;
  readonly revision: Revision;
  /**
   * The application is yet to be made, so what came with it is replaced as a whole. Otherwise its email stays, and a
   * consent takes the place of an earlier one of its id alone.
   */
  readonly replaces?: boolean;
  readonly emailHash?: string | null;
  readonly consents?: Consenting | null;
  readonly items: readonly (NewItem & {
    /** As it was seen; null: new, or changed and to be sent again from the beginning. */
    readonly version: number | null;
  })[];
}

export interface Amendment {
  readonly key: SubjectKey;
  /** Of the submission, as it was seen. */
  readonly version: number;
  readonly items: readonly (ItemName & { readonly version: number; readonly change: ItemChange })[];
  /** From now on it is to be erased, and nothing of it is begun any more. */
  readonly erases?: boolean;
}

const DAY = 86_400_000;

/** Milliseconds. */
export const RETENTION = {
  /** After acceptance: undelivered payloads are wiped, their items parked as `given_up`. */
  payloads: 7 * DAY,
  /** After the last change: the whole record goes, and with it that the same content came before. */
  fingerprints: 30 * DAY,
  /** After they were given: what was consented to outlives the record. */
  consents: 3 * 365 * DAY,
} as const;

export const isUndelivered = ({ state, payload }: Item): boolean => state !== 'delivered' && payload !== null;

/** When its undelivered payloads are wiped; null: it has none. */
export const wipeAt = ({ acceptedAt, items }: StoredRecord): number | null =>
  items.some(isUndelivered) ? acceptedAt + RETENTION.payloads : null;

/** When the whole record goes, unless it changes before. */
export const forgetAt = ({ acceptedAt, settledAt, auditedAt }: StoredRecord): number =>
  Math.max(acceptedAt, settledAt ?? 0, auditedAt ?? 0) + RETENTION.fingerprints;

/** A submission the moment it has come. */
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
  [...items].sort((one, other) => one.place - other.place);

export const isSameItem = (one: ItemName, other: ItemName): boolean =>
  one.question === other.question && one.part === other.part;

export const findItem = (items: readonly Item[], name: ItemName): Item | undefined =>
  items.find((item) => isSameItem(item, name));

/** Each once, whatever was handed in, and nothing else that came with it. */
export const distinctConsents = (consents: Consenting | null): readonly GivenConsent[] =>
  [...new Map((consents?.given ?? []).map((one) => [one.id, one])).values()].map(
    ({ id, version, hash, language }) => ({ id, version, hash, language }),
  );

/** What of it stays with the submission; null: nothing was consented to. */
export function consentedOf(consents: Consenting | null): Consented | null {
  const ids = distinctConsents(consents).map(({ id }) => id);
  return ids.length === 0 ? null : { job: consents?.job ?? null, ids };
}

/** After a correction of an application that is made: what was consented to stays. */
export function addConsented(kept: Consented | null, consents: Consenting | null): Consented | null {
  const added = consentedOf(consents);
  if (kept === null || added === null) return kept ?? added;
  return { job: kept.job ?? added.job, ids: [...new Set([...kept.ids, ...added.ids])] };
}

export const toHeldConsent = ({ subject: _, givenAt, ...consent }: StoredConsent): HeldConsent => ({
  ...consent,
  given_at: new Date(givenAt).toISOString(),
});

/** An item that is an answer, or a file of one. */
export interface AnswerItem extends Item {
  readonly question: QuestionId;
}

/**
 * The caller has no POST under way: what is still `sending` was begun by a worker that stopped, or that will
 * find it changed.
 */
export const isUnclear = ({ state }: Pick<Item, 'state'>): boolean =>
  state === 'unclear' || state === 'sending';

export const makingOf = ({ items }: Pick<StoredRecord, 'items'>): Item | null =>
  items.find(({ question }) => question === null) ?? null;

export const answersOf = ({ items }: Pick<StoredRecord, 'items'>): readonly AnswerItem[] =>
  items.flatMap((item) => (isAnswer(item) ? [item] : []));

export const isAnswer = (item: Item): item is AnswerItem => item.question !== null;

/** A document of the application itself, added to it after it was made. */
export const isDocument = ({ question }: Pick<Item, 'question'>): boolean => question === documentsQuestion;

/** The application that the answers belong to; null: it is yet to be made. */
export function applicationOf(record: Pick<StoredRecord, 'application' | 'items'>): ApplicationId | null {
  const made = makingOf(record)?.serviceId ?? null;
  return record.application ?? (made === null ? null : applicationId(made));
}

/** Of what its items are, without the rest. */
export const presentState = (record: StoredRecord): SubmissionState =>
  submissionState(describeAnswers(record), describeApplication(record));

export const describe = (record: StoredRecord): Submission => ({
  reference: record.reference,
  state: presentState(record),
  acceptedAt: new Date(record.acceptedAt).toISOString(),
  application: describeApplication(record),
  answers: describeAnswers(record),
});

/** null: it was there before. */
function describeApplication(record: StoredRecord): DeliveredApplication | null {
  const making = makingOf(record);
  if (making === null) return null;
  const code = applicationCodes.find((one) => one === making.code) ?? null;
  return { state: stateOf(making), code, fields: fieldsOf(making.members) };
}

/** `unclear` is internal: applicants read that it is being checked. */
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
    const code = answerCodes.find((one) => one === item.code) ?? null;
    return { question, part, state: isHeld ? 'held' : stateOf(item), code };
  });
}

/** Those that were refused or parked, and all below, which waits. */
function stoppedQuestions(answers: readonly AnswerItem[]): ReadonlySet<QuestionId> {
  const stopped = new Set<QuestionId>();
  for (const { question, parent, state } of answers) {
    const isBelow = parent !== null && stopped.has(parent) && state === 'queued';
    if (isBelow || hasStopped({ state })) stopped.add(question);
  }
  return stopped;
}

const hasStopped = ({ state }: Pick<Item, 'state'>): boolean => state === 'refused' || state === 'parked';

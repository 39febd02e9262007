/** What is to be done next for one submission: follows from what is stored and from the time alone. */
import { documentsQuestion } from '../../core/model/details.ts';
import type { ApplicationId } from '../../core/model/ids.ts';
import { applicationId, type QuestionId } from '../../core/model/ids.ts';
import { LARGEST_BODY, LARGEST_FILE, writeLimitOf } from '../service/send-request.ts';
import type { Item, StoredRecord } from './record.ts';

/** An item that is an answer, or a file of one. */
export interface AnswerItem extends Item {
  readonly question: QuestionId;
}

export type Step =
  /** One POST: the application. */
  | { readonly kind: 'make'; readonly item: Item }
  /** A look at the service for an application that may have been made. */
  | { readonly kind: 'find'; readonly item: Item }
  /** A look at what is there already, before the first answer goes. */
  | { readonly kind: 'preflight'; readonly item: AnswerItem }
  /** One POST: an answer. */
  | { readonly kind: 'send'; readonly item: AnswerItem }
  /** A look at the service for answers that may have arrived. */
  | { readonly kind: 'reconcile'; readonly items: readonly AnswerItem[] }
  /** Nothing is left to send: to be written down. */
  | { readonly kind: 'finish' }
  /** It was settled, and has been changed since. */
  | { readonly kind: 'reopen' }
  /** All of it arrived: the tenant's tag, and those of consents, are added to the application. */
  | { readonly kind: 'tag' }
  | { readonly kind: 'audit' }
  /** The operator wants nothing of it here any more. */
  | { readonly kind: 'erase' }
  /** null: until the operator or applicant does something. */
  | { readonly kind: 'wait'; readonly until: number | null };

/** When an item is due that the operator wants tried again: long since, so nothing else ever is at this time. */
export const WANTED_AGAIN = 0;

export interface Moment {
  /** By the store's clock. */
  readonly now: number;
  /** Milliseconds: the reconcile delay. */
  readonly quiet: number;
  /** Milliseconds in which the processes of a store that was lost have ended. */
  readonly lingerFor: number;
  /** Whether there is a tag for it once it is complete. */
  readonly hasTag: boolean;
}

export function nextStep(record: StoredRecord, moment: Moment): Step {
  if (record.erasedAt !== null) return erasingStep(record, moment);
  const open = openStep(record, moment);
  if (open === null) return closingStep(record, moment);
  return record.settledAt === null ? open : { kind: 'reopen' };
}

/** Nothing is sent any more; what was being sent is looked for, so that what is told of it is true. */
function erasingStep(record: StoredRecord, { now }: Moment): Step {
  const unclear = record.items.filter(isUnclear);
  if (unclear.length === 0) return { kind: 'erase' };
  const due = unclear.filter(({ dueAt }) => dueAt <= now);
  const [making] = due.filter(({ question }) => question === null);
  if (making !== undefined) return { kind: 'find', item: making };
  return due.length > 0 ? { kind: 'reconcile', items: due.filter(isAnswer) } : waitFor(unclear);
}

/** null: nothing is left to send. */
function openStep(record: StoredRecord, moment: Moment): Step | null {
  const making = makingOf(record);
  if (making !== null && making.state !== 'delivered') return stepOfApplication(making, record, moment);
  const answers = answersOf(record);
  const unclear = answers.filter(isUnclear);
  const due = unclear.filter(({ dueAt }) => dueAt <= moment.now);
  if (due.length > 0) return { kind: 'reconcile', items: due };
  // Of an application of our own making nothing can be there already, unless a lost store has known it longer.
  const isFirst = record.preflightAt === null && (making === null || record.doubtedAt !== null);
  const ready = readyToSend(answers);
  // Before the first read nothing was scanned, so what was put off is that read.
  const isPassed = (item: Item) => !isFirst && waitsForScan(item) && item.dueAt > moment.now;
  const next = ready.find((item) => !isPassed(item));
  const waiting = [...unclear, ...ready.filter(isPassed), ...(next === undefined ? [] : [next])];
  if (next === undefined || next.dueAt > moment.now) return waiting.length > 0 ? waitFor(waiting) : null;
  if (!isFirst) return { kind: 'send', item: next };
  const until = endOfOthers(record, moment);
  return until > moment.now ? { kind: 'wait', until } : { kind: 'preflight', item: next };
}

/** Milliseconds by which a write with a file, and one that makes an application, may take longer than another. */
const [FILE_LIMIT, MAKING_LIMIT] = [writeLimitOf(LARGEST_FILE, 0), writeLimitOf(LARGEST_BODY, 0)];

/** When all that the store that was lost had begun has ended: of an application of our own its making, with all files. */
function endOfOthers(record: StoredRecord, { quiet, lingerFor }: Moment): number {
  const { doubtedAt } = record;
  const limit = makingOf(record) === null ? FILE_LIMIT : MAKING_LIMIT;
  return doubtedAt === null ? 0 : doubtedAt + lingerFor + Math.max(lingerFor, limit) + quiet;
}

/** null: nothing comes of it any more. */
function stepOfApplication(item: Item, record: StoredRecord, moment: Moment): Step | null {
  if (item.state !== 'queued' && !isUnclear(item)) return null;
  if (item.dueAt > moment.now) return waitFor([item]);
  // The store that was lost may have made it: the first look comes before the first POST.
  const isDoubted = item.state === 'queued' && record.doubtedAt !== null && item.unclearPosts === 0;
  const until = endOfOthers(record, moment);
  if (isDoubted && until > moment.now) return { kind: 'wait', until };
  return { kind: item.state === 'queued' && !isDoubted ? 'make' : 'find', item };
}

function closingStep(record: StoredRecord, moment: Moment): Step {
  if (record.settledAt === null) return { kind: 'finish' };
  const [tagAt, auditAt] = [timeOfTag(record, moment), timeOfAudit(record, record.settledAt + moment.quiet)];
  if (tagAt <= moment.now) return { kind: 'tag' };
  if (auditAt <= moment.now) return { kind: 'audit' };
  const next = Math.min(tagAt, auditAt);
  return { kind: 'wait', until: next === NEVER ? null : next };
}

const NEVER = Number.POSITIVE_INFINITY;

/** A tag says that the whole form came through here: while an answer is refused or parked, it did not. */
function timeOfTag({ items, taggedAt, tagDueAt }: StoredRecord, { hasTag }: Moment): number {
  const isComplete = items.every(({ state }) => state === 'delivered');
  return hasTag && isComplete && taggedAt === null ? (tagDueAt ?? NEVER) : NEVER;
}

function timeOfAudit(record: StoredRecord, at: number): number {
  const hasAny = record.items.some(({ state }) => state === 'delivered');
  return hasAny && record.auditedAt === null ? at : NEVER;
}

const waitFor = (items: readonly Item[]): Step => ({
  kind: 'wait',
  until: Math.min(...items.map(({ dueAt }) => dueAt)),
});

/**
 * The caller has no POST under way: what is still `sending` was begun by a worker that stopped, or that will
 * find it changed.
 */
export const isUnclear = ({ state }: Pick<Item, 'state'>): boolean =>
  state === 'unclear' || state === 'sending';

/**
 * In the order of delivery. The first one holds up those behind it, also when it has to wait, as it is the service that is
 * waited for.
 */
function readyToSend(answers: readonly AnswerItem[]): readonly AnswerItem[] {
  const arrived = arrivedQuestions(answers);
  return answers.filter(({ state, parent }) => state === 'queued' && hasArrived(arrived, parent));
}

/** A file that the scanner has not released holds up only its own follow-ups. */
const waitsForScan = ({ state, files, failures, markedAt }: Item): boolean =>
  state === 'queued' && files.length > 0 && failures > 0 && markedAt === null;

const hasArrived = (arrived: ReadonlyMap<QuestionId, boolean>, parent: QuestionId | null): boolean =>
  parent === null || (arrived.get(parent) ?? true);

/** Questions whose answers, with all files, are delivered. */
function arrivedQuestions(answers: readonly AnswerItem[]): ReadonlyMap<QuestionId, boolean> {
  const arrived = new Map<QuestionId, boolean>();
  for (const { question, state } of answers)
    arrived.set(question, (arrived.get(question) ?? true) && state === 'delivered');
  return arrived;
}

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

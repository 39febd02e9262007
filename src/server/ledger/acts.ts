/**
 * The protocol of one submission: `nextStep` derives the next step from record and time; acts turn a record into the
 * next one. Stores run an act while nothing else can change the record, so it means the same in every store.
 */
import { documentsQuestion } from '../../core/model/details.ts';
import { type FileId, type QuestionId, revision } from '../../core/model/ids.ts';
import type { SubjectKey } from '../ports.ts';
import { LARGEST_BODY, LARGEST_FILE, writeLimitOf } from '../service/send-request.ts';
import type { LedgerStore } from './ledger-store.ts';
import {
  type Amendment,
  type AnswerItem,
  addConsented,
  answersOf,
  type Consenting,
  type Correction,
  consentedOf,
  type DoubtWait,
  findItem,
  forgetAt,
  type Item,
  type ItemChange,
  type ItemName,
  inOrder,
  isAnswer,
  isUnclear,
  isUndelivered,
  type Lease,
  type Mark,
  makingOf,
  newItem,
  newRecord,
  restoreBefore,
  type StoredRecord,
  wipeAt,
} from './record.ts';

export type Step =
  | { readonly kind: 'make'; readonly item: Item }
  /** Search the service for an application that may have been made. */
  | { readonly kind: 'find'; readonly item: Item }
  /** Read what the service already has, before the first answer is sent. */
  | { readonly kind: 'preflight'; readonly item: AnswerItem }
  | { readonly kind: 'send'; readonly item: AnswerItem }
  /** Search the service for answers that may have arrived. */
  | { readonly kind: 'reconcile'; readonly items: readonly AnswerItem[] }
  /** Nothing is left to send: store that. */
  | { readonly kind: 'finish' }
  /** The submission was settled and has changed since. */
  | { readonly kind: 'reopen' }
  /** Everything arrived: add the tenant's tag and those of consents to the application. */
  | { readonly kind: 'tag' }
  | { readonly kind: 'audit' }
  /** The operator asked to erase the submission. */
  | { readonly kind: 'erase' }
  /** null if only the operator or the applicant can continue. */
  | { readonly kind: 'wait'; readonly until: number | null };

/** `dueAt` of an item that the operator wants to retry. New items have it too, but were never unclear. */
export const WANTED_AGAIN = 0;

export interface Moment {
  /** By the store's clock. */
  readonly now: number;
  /** Milliseconds: the reconcile delay. */
  readonly reconcileDelay: number;
  /** Milliseconds within which the processes of a lost store have ended. */
  readonly lingerFor: number;
  /** Whether the submission gets a tag once it is complete. */
  readonly hasTag: boolean;
}

export function nextStep(record: StoredRecord, moment: Moment): Step {
  if (record.erasedAt !== null) return erasingStep(record, moment);
  const open = openStep(record, moment);
  if (open === null) return closingStep(record, moment);
  return record.settledAt === null ? open : { kind: 'reopen' };
}

/** Sends nothing more. Items whose outcome is unknown are looked up, so that their states are true. */
function erasingStep(record: StoredRecord, { now }: Moment): Step {
  const unclear = record.items.filter(isUnclear);
  if (unclear.length === 0) return { kind: 'erase' };
  const due = unclear.filter(({ dueAt }) => dueAt <= now);
  const [making] = due.filter(({ question }) => question === null);
  if (making !== undefined) return { kind: 'find', item: making };
  return due.length > 0 ? { kind: 'reconcile', items: due.filter(isAnswer) } : waitFor(unclear);
}

/** Returns null if nothing is left to send. */
function openStep(record: StoredRecord, moment: Moment): Step | null {
  const making = makingOf(record);
  if (making !== null && making.state !== 'delivered') return stepOfApplication(making, record, moment);
  const answers = answersOf(record);
  const unclear = answers.filter(isUnclear);
  const due = unclear.filter(({ dueAt }) => dueAt <= moment.now);
  if (due.length > 0) return { kind: 'reconcile', items: due };
  // An application that we made has no earlier answers, unless a lost store made it.
  const isFirst = record.preflightAt === null && (making === null || record.doubtedAt !== null);
  const ready = readyToSend(answers);
  // Before the first read nothing has been scanned, so a delayed item waits for that read.
  const isPassedOver = (item: Item) => !isFirst && waitsForScan(item) && item.dueAt > moment.now;
  const next = ready.find((item) => !isPassedOver(item));
  const waiting = [...unclear, ...ready.filter(isPassedOver), ...(next === undefined ? [] : [next])];
  if (next === undefined || next.dueAt > moment.now) return waiting.length > 0 ? waitFor(waiting) : null;
  if (!isFirst) return { kind: 'send', item: next };
  const until = endOfLostRequests(record, moment);
  return until > moment.now ? { kind: 'wait', until } : { kind: 'preflight', item: next };
}

/** Extra milliseconds for a write with a file, and for one that makes an application. */
const [FILE_LIMIT, MAKING_LIMIT] = [writeLimitOf(LARGEST_FILE, 0), writeLimitOf(LARGEST_BODY, 0)];

/** When all requests of the lost store have ended. Making an application takes longest. */
function endOfLostRequests(record: StoredRecord, { reconcileDelay, lingerFor }: Moment): number {
  const { doubtedAt } = record;
  const limit = makingOf(record) === null ? FILE_LIMIT : MAKING_LIMIT;
  return doubtedAt === null ? 0 : doubtedAt + lingerFor + Math.max(lingerFor, limit) + reconcileDelay;
}

/** Returns null if the application was refused or parked. */
function stepOfApplication(item: Item, record: StoredRecord, moment: Moment): Step | null {
  if (item.state !== 'queued' && !isUnclear(item)) return null;
  if (item.dueAt > moment.now) return waitFor([item]);
  // The lost store may have made the application, so search for it before the first POST.
  const isDoubted = item.state === 'queued' && record.doubtedAt !== null && item.unclearPosts === 0;
  const until = endOfLostRequests(record, moment);
  if (isDoubted && until > moment.now) return { kind: 'wait', until };
  return { kind: item.state === 'queued' && !isDoubted ? 'make' : 'find', item };
}

function closingStep(record: StoredRecord, moment: Moment): Step {
  if (record.settledAt === null) return { kind: 'finish' };
  const tagAt = timeOfTag(record, moment);
  const auditAt = timeOfAudit(record, record.settledAt + moment.reconcileDelay);
  if (tagAt <= moment.now) return { kind: 'tag' };
  if (auditAt <= moment.now) return { kind: 'audit' };
  const next = Math.min(tagAt, auditAt);
  return { kind: 'wait', until: next === NEVER ? null : next };
}

const NEVER = Number.POSITIVE_INFINITY;

/** The tag means that the whole form was delivered, so a refused or parked answer prevents it. */
function timeOfTag({ items, taggedAt, tagDueAt }: StoredRecord, { hasTag }: Moment): number {
  const isComplete = items.every(({ state }) => state === 'delivered');
  return hasTag && isComplete && taggedAt === null ? (tagDueAt ?? NEVER) : NEVER;
}

function timeOfAudit(record: StoredRecord, at: number): number {
  const isAnyDelivered = record.items.some(({ state }) => state === 'delivered');
  return isAnyDelivered && record.auditedAt === null ? at : NEVER;
}

const waitFor = (items: readonly Item[]): Step => ({
  kind: 'wait',
  until: Math.min(...items.map(({ dueAt }) => dueAt)),
});

/** Lists queued answers whose parents arrived, in order. The first delays the others, because it waits for the service. */
function readyToSend(answers: readonly AnswerItem[]): readonly AnswerItem[] {
  const arrived = arrivedQuestions(answers);
  return answers.filter(({ state, parent }) => state === 'queued' && hasArrived(arrived, parent));
}

/** A file that waits for its scan delays only its own follow-ups. */
const waitsForScan = ({ state, files, failures, markedAt }: Item): boolean =>
  state === 'queued' && files.length > 0 && failures > 0 && markedAt === null;

const hasArrived = (arrived: ReadonlyMap<QuestionId, boolean>, parent: QuestionId | null): boolean =>
  parent === null || (arrived.get(parent) ?? true);

/** Maps each question to whether all of its answers and files are delivered. */
function arrivedQuestions(answers: readonly AnswerItem[]): ReadonlyMap<QuestionId, boolean> {
  const arrived = new Map<QuestionId, boolean>();
  for (const { question, state } of answers)
    arrived.set(question, (arrived.get(question) ?? true) && state === 'delivered');
  return arrived;
}

/** A pure function from a record to the next, by the store's clock; null if the act is not allowed. */
export type Act<Result = true> = (record: StoredRecord, now: number) => Done<Result> | null;

export interface Done<Result = true> {
  /** null if the record is deleted. */
  readonly record: StoredRecord | null;
  readonly result: Result;
  /** Which events webhooks get; by default one, if the state changed. */
  readonly news?: 'receipt' | 'nothing_more';
  readonly consents?: { readonly given: Consenting | null; readonly replaces: boolean };
}

/** Runs an act in its own transaction. Gives null if there is no such submission, or if the act is not allowed. */
export type Update = <Result>(key: SubjectKey, act: Act<Result>) => Promise<Result | null>;

type Acts = 'renew' | 'changeSubmission' | 'release' | 'mark' | 'changeItem' | 'correct' | 'amend' | 'erase';

/** The acts of a store, all run through its one `update`. */
export function createActs(update: Update): Pick<LedgerStore, Acts> {
  const isDone = async (key: SubjectKey, act: Act): Promise<boolean> => (await update(key, act)) !== null;
  const changeLeased = (lease: Lease, change: LeasedChange) => isDone(lease.key, withLease(lease, change));
  return {
    renew: (lease, duration) => changeLeased(lease, (_, now) => ({ leaseUntil: now + duration })),
    changeSubmission: (lease, change) => changeLeased(lease, () => change),
    release: (lease, { version, dueAt }) =>
      changeLeased(lease, (record, now) => ({
        leaseOwner: null,
        leaseUntil: 0,
        dueAt: record.version === version ? dueAt : now,
      })),
    mark: (lease, item, reconcileAfter) => update(lease.key, mark(lease, item, reconcileAfter)),
    changeItem: (key, item, change) => isDone(key, changeItem(item, change)),
    correct: (correction) => isDone(correction.key, correct(correction)),
    amend: (amendment) => isDone(amendment.key, amend(amendment)),
    erase: (key, version) => isDone(key, erase(version)),
  };
}

type SeenItem = ItemName & { readonly version: number };

const done = (record: StoredRecord): Done => ({ record, result: true });

const hasLease = (record: StoredRecord, { owner }: Lease, now: number): boolean =>
  record.leaseOwner === owner && record.leaseUntil > now;

type LeasedChange = (record: StoredRecord, now: number) => Partial<StoredRecord>;

const withLease =
  (lease: Lease, change: LeasedChange): Act =>
  (record, now) =>
    hasLease(record, lease, now) ? done({ ...record, ...change(record, now) }) : null;

const mark =
  (lease: Lease, item: SeenItem, reconcileAfter: number): Act<Mark> =>
  (record, now) => {
    if (!hasLease(record, lease, now) || findItem(record.items, item)?.state !== 'queued') return null;
    const change = { state: 'sending', code: null, markedAt: now, dueAt: now + reconcileAfter } as const;
    const items = changeItems(record.items, [{ ...item, change }]);
    return (
      items && {
        record: { ...record, items, servedAt: now },
        result: { ...change, version: item.version + 1 },
      }
    );
  };

/** Needs no lease: an outcome stays true after the lease is lost. */
const changeItem =
  (item: SeenItem, change: ItemChange): Act =>
  (record) => {
    const items = changeItems(record.items, [{ ...item, change }]);
    return items && done({ ...record, items });
  };

const amend =
  ({ version, items, erases = false }: Amendment): Act =>
  (record, now) => {
    const changed = record.version === version ? changeItems(record.items, items) : null;
    if (changed === null) return null;
    const next = reopened({ ...record, items: changed }, now);
    if (!erases) return done(next);
    return { ...done({ ...next, erasedAt: record.erasedAt ?? now }), news: 'nothing_more' };
  };

const correct =
  ({
    key: _,
    version,
    items,
    replaces = false,
    emailHash = null,
    consents = null,
    ...rest
  }: Correction): Act =>
  (record, now) => {
    const corrected = record.version === version ? replaceItems(record.items, items) : null;
    if (corrected === null) return null;
    const personal = replaces
      ? { emailHash, consented: consentedOf(consents) }
      : { consented: addConsented(record.consented, consents) };
    const next = reopened({ ...record, ...rest, ...personal, items: inOrder(corrected) }, now);
    return { ...done(next), news: 'receipt', consents: { given: consents, replaces } };
  };

/** Removes everything except subject, reference and consents. Consents say nothing about the person. */
const erase =
  (version: number): Act =>
  (record, now) => {
    if (record.version !== version || record.erasedAt === null) return null;
    if (record.items.some(({ state }) => state === 'sending' || state === 'unclear')) return null;
    const { key, reference, erasedAt } = record;
    const nothing = { fingerprint: '', revision: revision(''), application: null, job: null, items: [] };
    const erased: StoredRecord = {
      ...newRecord({ key, reference, ...nothing }, { acceptedAt: now, doubtedAt: null }),
      erasedAt,
      version: version + 1,
      settledAt: now,
      auditedAt: now,
      dueAt: null,
      tagDueAt: null,
    };
    return { record: erased, result: true, news: 'nothing_more' };
  };

/** Retention. Results in the files to release, and whether the whole record is gone. */
export const age: Act<{ readonly files: readonly FileId[]; readonly gone: boolean }> = (record, now) => {
  const { items, version, leaseUntil } = record;
  if (leaseUntil > now) return null;
  if (forgetAt(record) <= now)
    return { record: null, result: { files: filesOf(items), gone: true }, news: 'nothing_more' };
  if ((wipeAt(record) ?? Number.POSITIVE_INFINITY) > now) return null;
  // The audit has to run again, because no open item needs the stored file names any more.
  const wiped = { ...record, version: version + 1, dueAt: now, auditedAt: null, items: items.map(wipe) };
  return { record: wiped, result: { files: filesOf(items.filter(isUndelivered)), gone: false } };
};

/** Treats open items of a restored copy as unclear. A slow service has `learned` milliseconds more. */
export const doubt =
  (wait: DoubtWait, learned = 0): Act<boolean> =>
  (record, now) => {
    const isOpen = record.items.some(mayHaveGone);
    if (!isOpen && record.dueAt === null) return null;
    const isTagDue = record.taggedAt === null && record.tagDueAt !== null;
    const tagDueAt = isTagDue ? Math.max(record.tagDueAt ?? 0, now + wait.answer) : record.tagDueAt;
    const unleased = { ...record, tagDueAt, leaseOwner: null, leaseUntil: 0 };
    if (!isOpen) return { record: unleased, result: false };
    const items = record.items.map((item) =>
      mayHaveGone(item)
        ? doubtItem(item, now + learned + (item.files.length > 0 ? wait.file : wait.answer))
        : item,
    );
    // A submission accepted after an earlier restore is searched for from that restore on.
    const doubted = {
      doubtedAt: restoreBefore(record) ?? now,
      preflightAt: now,
      dueAt: now + learned + wait.answer,
    };
    return { record: { ...reopened({ ...unleased, items }, now), ...doubted }, result: true };
  };

/** A parked item is looked up first anyway if the operator retries it. */
const mayHaveGone = ({ state }: Item): boolean => state !== 'delivered' && state !== 'parked';

const doubtItem = (item: Item, dueAt: number): Item => ({
  ...item,
  state: 'unclear',
  code: null,
  members: [],
  failures: 0,
  version: item.version + 1,
  dueAt,
  // Nothing is known of the last POST, so a late arrival cannot be measured.
  markedAt: null,
});

/** Resets everything derived from the items after a change by operator or applicant. */
const reopened = (record: StoredRecord, now: number): StoredRecord => ({
  ...record,
  version: record.version + 1,
  dueAt: now,
  preflightAt: null,
  settledAt: null,
  auditedAt: null,
});

/** Returns null if an item has another version than expected. */
function changeItems(
  items: readonly Item[],
  changes: readonly (SeenItem & { readonly change: Partial<Item> })[],
): readonly Item[] | null {
  const changed = [...items];
  for (const { version, change, ...name } of changes) {
    const item = findItem(changed, name);
    if (item === undefined || item.version !== version) return null;
    changed[changed.indexOf(item)] = { ...item, ...change, version: version + 1 };
  }
  return changed;
}

/** Returns null if an unchanged item has another version than expected. */
function replaceItems(items: readonly Item[], wanted: Correction['items']): readonly Item[] | null {
  // New items continue the versions, so that a late outcome of a replaced item does not apply to them.
  const newVersion = 1 + Math.max(0, ...items.map(({ version }) => version));
  const corrected: Item[] = [];
  for (const { version: seen, ...item } of wanted) {
    const base = seen === null ? newItem(item, newVersion) : findItem(items, item);
    if (base === undefined || (seen !== null && base.version !== seen)) return null;
    corrected.push({ ...base, place: item.place, parent: item.parent });
  }
  return corrected;
}

const filesOf = (items: readonly Item[]) => items.flatMap(({ files }) => files);

function wipe(item: Item): Item {
  const wiped = { ...item, payload: null, version: item.version + 1 };
  if (isUndelivered(item)) return { ...wiped, state: 'parked', code: 'given_up' };
  // Delivered documents have their names stored only for the sake of undelivered ones.
  return item.question === documentsQuestion && item.payload !== null ? wiped : item;
}

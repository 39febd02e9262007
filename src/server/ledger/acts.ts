/**
 * The protocol of one submission. What is next follows from what is stored and from the time alone; what can be done to it
 * leads from the record as it is to the record as it is next. Every store runs these acts, each while nothing else can
 * change the record, so their meaning is the same everywhere.
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
  type Held,
  type Item,
  type ItemChange,
  type ItemName,
  inOrder,
  isAnswer,
  isUnclear,
  isUndelivered,
  type Mark,
  makingOf,
  newItem,
  newRecord,
  restoreBefore,
  type StoredRecord,
  wipeAt,
} from './record.ts';

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

/** Nothing is sent any more; what was being sent is looked for, so that its state is true. */
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

/**
 * Of payloads it sees only whether there is one.
 *
 * @param now by the store's clock; null: it must not be done, and nothing changes
 */
export type Act<Result = true> = (record: StoredRecord, now: number) => Done<Result> | null;

export interface Done<Result = true> {
  /** null: it is gone. */
  readonly record: StoredRecord | null;
  readonly result: Result;
  /** What webhooks hear of; without it: a state that is news. */
  readonly news?: 'receipt' | 'nothing_more';
  readonly consents?: { readonly given: Consenting | null; readonly isAnew: boolean };
}

/** Runs an act in a transaction of its own. null: there is no such submission, or the act does not take it. */
export type Update = <Result>(key: SubjectKey, act: Act<Result>) => Promise<Result | null>;

type Acting = 'renew' | 'change' | 'release' | 'mark' | 'settle' | 'correct' | 'amend' | 'erase';

/** The acts of a store, each through its one `update`. */
export function createActs(update: Update): Pick<LedgerStore, Acting> {
  const isDone = async (key: SubjectKey, act: Act): Promise<boolean> => (await update(key, act)) !== null;
  const changeHeld = (held: Held, change: HeldChange) => isDone(held.key, asHolder(held, change));
  return {
    renew: (held, duration) => changeHeld(held, (_, now) => ({ leaseUntil: now + duration })),
    change: (held, change) => changeHeld(held, () => change),
    release: (held, { version, dueAt }) =>
      changeHeld(held, (record, now) => ({
        leaseOwner: null,
        leaseUntil: 0,
        dueAt: record.version === version ? dueAt : now,
      })),
    mark: (held, item, reconcileAfter) => update(held.key, mark(held, item, reconcileAfter)),
    settle: (key, item, change) => isDone(key, settle(item, change)),
    correct: (correction) => isDone(correction.key, correct(correction)),
    amend: (amendment) => isDone(amendment.key, amend(amendment)),
    erase: (key, version) => isDone(key, erase(version)),
  };
}

type SeenItem = ItemName & { readonly version: number };

const done = (record: StoredRecord): Done => ({ record, result: true });

const isHeld = (record: StoredRecord, { owner }: Held, now: number): boolean =>
  record.leaseOwner === owner && record.leaseUntil > now;

type HeldChange = (record: StoredRecord, now: number) => Partial<StoredRecord>;

const asHolder =
  (held: Held, change: HeldChange): Act =>
  (record, now) =>
    isHeld(record, held, now) ? done({ ...record, ...change(record, now) }) : null;

const mark =
  (held: Held, item: SeenItem, reconcileAfter: number): Act<Mark> =>
  (record, now) => {
    if (!isHeld(record, held, now) || findItem(record.items, item)?.state !== 'queued') return null;
    const change = { state: 'sending', code: null, markedAt: now, dueAt: now + reconcileAfter } as const;
    const items = changeItems(record.items, [{ ...item, change }]);
    return (
      items && {
        record: { ...record, items, servedAt: now },
        result: { ...change, version: item.version + 1 },
      }
    );
  };

/** Needs no lease: what was sent was sent. */
const settle =
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
  ({ key: _, version, items, isAnew = false, emailHash = null, consents = null, ...rest }: Correction): Act =>
  (record, now) => {
    const corrected = record.version === version ? correctItems(record.items, items) : null;
    if (corrected === null) return null;
    const own = isAnew
      ? { emailHash, consented: consentedOf(consents) }
      : { consented: addConsented(record.consented, consents) };
    const next = reopened({ ...record, ...rest, ...own, items: inOrder(corrected) }, now);
    return { ...done(next), news: 'receipt', consents: { given: consents, isAnew } };
  };

/** All goes but its subject and its reference, and what was consented to, which says nothing of the person. */
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

/** Retention. The result: the files that are needed no more, and whether the whole record is gone. */
export const age: Act<{ readonly files: readonly FileId[]; readonly gone: boolean }> = (record, now) => {
  const { items, version, leaseUntil } = record;
  if (leaseUntil > now) return null;
  if (forgetAt(record) <= now)
    return { record: null, result: { files: filesOf(items), gone: true }, news: 'nothing_more' };
  if ((wipeAt(record) ?? Number.POSITIVE_INFINITY) > now) return null;
  // What the audit keeps for what is open is needed no more.
  const wiped = { ...record, version: version + 1, dueAt: now, auditedAt: null, items: items.map(wipe) };
  return { record: wiped, result: { files: filesOf(items.filter(isUndelivered)), gone: false } };
};

/** The store is a restored copy: all that is open may have gone on without it. The result: whether something was open. */
export const doubt =
  (wait: DoubtWait): Act<boolean> =>
  (record, now) => {
    const isOpen = record.items.some(mayHaveGone);
    if (!isOpen && record.dueAt === null) return null;
    const isTagDue = record.taggedAt === null && record.tagDueAt !== null;
    const tagDueAt = isTagDue ? Math.max(record.tagDueAt ?? 0, now + wait.answer) : record.tagDueAt;
    const free = { ...record, tagDueAt, leaseOwner: null, leaseUntil: 0 };
    if (!isOpen) return { record: free, result: false };
    const items = record.items.map((item) =>
      mayHaveGone(item) ? doubtItem(item, now + (item.files.length > 0 ? wait.file : wait.answer)) : item,
    );
    // Of what came after a restore, that one counts: the look for its application goes back from there.
    const looked = { doubtedAt: restoreBefore(record) ?? now, preflightAt: now, dueAt: now + wait.answer };
    return { record: { ...reopened({ ...free, items }, now), ...looked }, result: true };
  };

/** A parked one is looked for before anything else, should the operator want it again. */
const mayHaveGone = ({ state }: Item): boolean => state !== 'delivered' && state !== 'parked';

const doubtItem = (item: Item, dueAt: number): Item => ({
  ...item,
  state: 'unclear',
  code: null,
  members: [],
  failures: 0,
  version: item.version + 1,
  dueAt,
  // Of the last POST nothing is known: what is found is none that came late.
  markedAt: null,
});

/** An operator or applicant changed it, so everything derived from the items is computed again. */
const reopened = (record: StoredRecord, now: number): StoredRecord => ({
  ...record,
  version: record.version + 1,
  dueAt: now,
  preflightAt: null,
  settledAt: null,
  auditedAt: null,
});

/** null: one of them is not of this version any more. */
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

/** null: one that is to be kept is not of this version any more. */
function correctItems(items: readonly Item[], wanted: Correction['items']): readonly Item[] | null {
  // What comes in the place of an item goes on from it: a late word about the old one is not taken for the new.
  const next = 1 + Math.max(0, ...items.map(({ version }) => version));
  const corrected: Item[] = [];
  for (const { version: seen, ...item } of wanted) {
    const kept = seen === null ? newItem(item, next) : findItem(items, item);
    if (kept === undefined || (seen !== null && kept.version !== seen)) return null;
    corrected.push({ ...kept, place: item.place, parent: item.parent });
  }
  return corrected;
}

const filesOf = (items: readonly Item[]) => items.flatMap(({ files }) => files);

function wipe(item: Item): Item {
  const wiped = { ...item, payload: null, version: item.version + 1 };
  if (isUndelivered(item)) return { ...wiped, state: 'parked', code: 'given_up' };
  // What named documents that arrived was kept for those that did not.
  return item.question === documentsQuestion && item.payload !== null ? wiped : item;
}

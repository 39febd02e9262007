/**
 * What can be done to one submission: from the record as it is to the record as it is next. Every store runs these, each
 * while nothing else can change the record, so their meaning is the same everywhere.
 */
import { documentsQuestion } from '../../core/model/details.ts';
import { type FileId, revision } from '../../core/model/ids.ts';
import type { SubjectKey } from '../ports.ts';
import { SLOWEST_CARRIAGE } from '../service/send-request.ts';
import type { LedgerStore } from './ledger-store.ts';
import {
  type Amendment,
  addConsented,
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
  isUndelivered,
  newItem,
  type RecordChange,
  restoreBefore,
  type StoredRecord,
  wipeAt,
} from './record.ts';

/** @param now by the store's clock; null: it must not be done, and nothing changes */
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
  return {
    renew: (held, duration) => isDone(held.key, renew(held, duration)),
    change: (held, change) => isDone(held.key, changeHeld(held, change)),
    release: (held, next) => isDone(held.key, release(held, next)),
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

const changeHeld =
  (held: Held, change: RecordChange): Act =>
  (record, now) =>
    isHeld(record, held, now) ? done({ ...record, ...change }) : null;

const renew =
  (held: Held, duration: number): Act =>
  (record, now) =>
    isHeld(record, held, now) ? done({ ...record, leaseUntil: now + duration }) : null;

const release =
  (held: Held, { version, dueAt }: { readonly version: number; readonly dueAt: number | null }): Act =>
  (record, now) => {
    const next = record.version === version ? dueAt : now;
    return isHeld(record, held, now)
      ? done({ ...record, leaseOwner: null, leaseUntil: 0, dueAt: next })
      : null;
  };

const mark =
  (held: Held, item: SeenItem, reconcileAfter: number): Act<Item> =>
  (record, now) => {
    if (!isHeld(record, held, now) || findItem(record.items, item)?.state !== 'queued') return null;
    const change = { state: 'sending', code: null, markedAt: now, dueAt: now + reconcileAfter } as const;
    const items = changeItems(record.items, [{ ...item, change }]);
    const marked = items && findItem(items, item);
    return items && marked ? { record: { ...record, items, servedAt: now }, result: marked } : null;
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
    const erased: StoredRecord = {
      ...{ key: record.key, reference: record.reference, erasedAt: record.erasedAt, version: version + 1 },
      ...{ fingerprint: '', revision: revision(''), application: null, job: null, emailHash: null },
      ...{ acceptedAt: now, servedAt: now, settledAt: now, auditedAt: now, dueAt: null },
      ...{ leaseOwner: null, leaseUntil: 0, preflightAt: null, taggedAt: null, tagDueAt: null, tagTries: 0 },
      ...{ doubtedAt: null, consented: null, isVisitor: false, items: [] },
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

/**
 * The store is a restored copy: all that is open may have gone on without it. The result: whether something was open.
 *
 * @param sizes bytes of the files whose sizes are known
 */
export const doubt =
  (wait: DoubtWait, sizes: ReadonlyMap<FileId, number>): Act<boolean> =>
  (record, now) => {
    const isOpen = record.items.some(mayHaveGone);
    if (!isOpen && record.dueAt === null) return null;
    const isTagDue = record.taggedAt === null && record.tagDueAt !== null;
    const tagDueAt = isTagDue ? Math.max(record.tagDueAt ?? 0, now + wait.answer) : record.tagDueAt;
    const free = { ...record, tagDueAt, leaseOwner: null, leaseUntil: 0 };
    if (!isOpen) return { record: free, result: false };
    const items = record.items.map((item) =>
      mayHaveGone(item) ? doubtItem(item, now + waitFor(item, wait, sizes)) : item,
    );
    // Of what came after a restore, that one counts: the look for its application goes back from there.
    const looked = { doubtedAt: restoreBefore(record) ?? now, preflightAt: now, dueAt: now + wait.answer };
    return { record: { ...reopened({ ...free, items }, now), ...looked }, result: true };
  };

/** As long as its POST may take with all its files, where their sizes are known. */
function waitFor({ files }: Item, { answer, file }: DoubtWait, sizes: ReadonlyMap<FileId, number>): number {
  const known = files.flatMap((id) => sizes.get(id) ?? []);
  if (known.length < files.length) return file;
  const bytes = known.reduce((sum, size) => sum + size, 0);
  return answer + Math.floor((bytes * 1000) / SLOWEST_CARRIAGE);
}

/** A parked one is looked for before anything else, should the operator want it again. */
const mayHaveGone = ({ state }: Item): boolean => state !== 'delivered' && state !== 'parked';

const doubtItem = (item: Item, dueAt: number): Item => ({
  ...item,
  ...{ state: 'unclear', code: null, members: [], failures: 0, version: item.version + 1, dueAt },
  // Of the last POST nothing is known: what is found is none that came late.
  markedAt: null,
});

/** An operator or applicant changed it, so everything derived from the items is computed again. */
const reopened = (record: StoredRecord, now: number): StoredRecord => ({
  ...record,
  ...{ version: record.version + 1, dueAt: now, preflightAt: null, settledAt: null, auditedAt: null },
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

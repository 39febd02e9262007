/** A ledger store in memory, with the meaning of the durable ones: of a process without a store, of tests, and of `faults`, whose disk it is. */
import type { Reference, Subject, Tenant } from '../../core/model/ids.ts';
import { addConsented, consentedOf } from '../ledger/consents.ts';
import {
  type AttentionKey,
  type Correction,
  type Held,
  type Item,
  type ItemChange,
  type ItemName,
  type LeaseWish,
  type LedgerStore,
  type NewSubmission,
  RECONCILE_DELAY_KEPT,
  RESENT_WITHIN,
  type Retention,
  type StoredRecord,
  type SweptPage,
} from '../ledger/ledger-store.ts';
import type { SubjectKey } from '../ports.ts';
import { countBacklog, countVisitors } from './memory-backlog.ts';
import { findConsents, forgetConsents, keepConsents } from './memory-consents.ts';
import { doubtRecord, mayHaveGone } from './memory-doubt.ts';
import { countUnfindable, eraseRecord, findPerson } from './memory-people.ts';
import { sweepRecord } from './memory-sweep.ts';
import { type MemoryTables, nameOf, put, putQuietly, remove } from './memory-tables.ts';
import { addReceipt, createMemoryOutbox, putOffEvents } from './memory-webhooks.ts';
import { inOrder, newItem, newRecord } from './new-record.ts';

interface MemoryDependencies {
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface MemoryStore extends LedgerStore {
  /** How many submissions it holds. */
  count(): number;
  /** All of it at this moment. */
  backUp(): MemoryCopy;
  /** All of it is what it was at that moment. */
  restore(copy: MemoryCopy): void;
}

export type MemoryCopy = Pick<MemoryTables, 'consents'> &
  Partial<Pick<MemoryTables, 'events'>> & { readonly records: readonly StoredRecord[] };

export function createMemoryStore({ now }: MemoryDependencies): MemoryStore {
  const tables: MemoryTables = {
    now,
    records: new Map(),
    due: new Set(),
    restoredAt: null,
    consents: new Map(),
    events: new Map(),
    quiet: new Map(),
  };
  const all = () => [...tables.records.values()];
  return {
    now: async () => now(),
    find: async (key) => tables.records.get(nameOf(key)) ?? null,
    findByReference: async (tenant, reference) => findByReference(all(), tenant, reference),
    insert: async (submission) => insert(tables, submission),
    correct: async (correction) => applyCorrection(tables, correction),
    lease: async (wish) => lease(tables, wish),
    renew: async (held, duration) => changeHeld(tables, held, { leaseUntil: now() + duration }),
    change: async (held, change) => changeHeld(tables, held, change),
    release: async (held, { version, dueAt }) => release(tables, held, { version, dueAt }),
    mark: async (held, item, reconcileAfter) => mark(tables, held, { ...item, reconcileAfter }),
    settle: async (key, item, change) => settle(tables, key, { ...item, change }),
    amend: async (amendment) => amend(tables, amendment),
    erase: async (key, version) => eraseRecord(tables, key, version),
    findPerson: async (tenant, query) => findPerson(all(), tenant, query),
    countUnfindable: async (tenant, hashes) => countUnfindable(all(), tenant, hashes),
    findConsents: async (tenant, of) => findConsents(tables, tenant, of),
    nextDue: async (tenants, isOfKnown = false) => nextDue(tables, tenants, isOfKnown),
    countVisitors: async () => countVisitors(all()),
    doubt: async (wait) => {
      tables.restoredAt = now();
      const doubted = all().map((record) => doubtRecord(record, wait, now()));
      for (const record of doubted) put(tables, record);
      putOffEvents(tables, now() + wait.answer);
      return doubted.filter(({ items }) => items.some(mayHaveGone)).length;
    },
    readReconcileDelay: async () => new Map(freshReconcileDelay(tables)),
    learnReconcileDelay: async (tenant, milliseconds) => {
      const known = new Map(freshReconcileDelay(tables)).get(tenant) ?? 0;
      if (milliseconds >= known) tables.quiet.set(tenant, { milliseconds, at: now() });
    },
    webhooks: createMemoryOutbox(tables, nameOf),
    listAttention: async (tenant, after) => listAttention(all(), tenant, after),
    backlog: async () => countBacklog(all()),
    sweep: async (retention) => sweep(tables, retention),
    close: async () => undefined,
    count: () => tables.records.size,
    backUp: () => backUp(tables),
    restore: (copy) => restore(tables, copy),
  };
}

const backUp = ({ records, consents, events }: MemoryTables): MemoryCopy => ({
  records: [...records.values()],
  consents: new Map(consents),
  events: new Map(events),
});

function restore(tables: MemoryTables, { records, consents, events = new Map() }: MemoryCopy): void {
  tables.consents.clear();
  for (const [name, kept] of consents) tables.consents.set(name, kept);
  for (const { key } of [...tables.records.values()]) remove(tables, key);
  for (const record of records) put(tables, record);
  for (const [name, kept] of events) tables.events.set(name, kept);
}

function sweep(tables: MemoryTables, retention: Retention): SweptPage {
  const swept = [...tables.records.values()].map((record) => sweepRecord(record, retention, tables.now()));
  for (const one of swept) {
    if (one === null) continue;
    if (one.record === null) remove(tables, one.report.key);
    else put(tables, one.record);
  }
  forgetConsents(tables, tables.now() - retention.consents);
  return { swept: swept.flatMap((one) => (one === null ? [] : [one.report])), next: null };
}

function amend(
  tables: MemoryTables,
  { key, version, items, erases }: Parameters<LedgerStore['amend']>[0],
): boolean {
  const record = tables.records.get(nameOf(key));
  if (record === undefined || record.version !== version) return false;
  const changed = changeItems(record.items, items);
  const erasing = erases === true ? { erasedAt: record.erasedAt ?? tables.now() } : {};
  if (changed !== null && erases === true) tables.events.delete(nameOf(key));
  if (changed !== null) put(tables, reopened(record, { items: changed, ...erasing }, tables.now()));
  return changed !== null;
}

const freshReconcileDelay = ({ quiet, now }: MemoryTables): readonly (readonly [Tenant, number])[] =>
  [...quiet].flatMap(([tenant, { milliseconds, at }]) =>
    at > now() - RECONCILE_DELAY_KEPT ? [[tenant, milliseconds] as const] : [],
  );

const findByReference = (records: readonly StoredRecord[], tenant: Tenant, reference: Reference) =>
  records.find((record) => record.key.tenant === tenant && record.reference === reference) ?? null;

const needsSomebody = ({ items, erasedAt }: StoredRecord): boolean =>
  erasedAt === null && items.some(({ state }) => state === 'parked' || state === 'refused');

function listAttention(
  records: readonly StoredRecord[],
  tenant: Tenant,
  after: Subject | null,
): readonly AttentionKey[] {
  return records
    .filter(
      (record) => record.key.tenant === tenant && record.key.subject > (after ?? '') && needsSomebody(record),
    )
    .map(({ key: { subject }, acceptedAt }) => ({ subject, acceptedAt }))
    .sort((one, other) => (one.subject < other.subject ? -1 : 1));
}

function insert(tables: MemoryTables, submission: NewSubmission): StoredRecord | null {
  if (tables.records.has(nameOf(submission.key))) return null;
  const [now, { restoredAt }] = [tables.now(), tables];
  const doubtedAt = restoredAt !== null && restoredAt > now - RESENT_WITHIN ? restoredAt : null;
  const record = newRecord(submission, { acceptedAt: now, doubtedAt });
  put(tables, record);
  if (submission.webhook != null)
    addReceipt(tables, record, { name: nameOf(submission.key), job: submission.webhook.job });
  keepConsents(tables, record, { consenting: submission.consents ?? null, isAnew: true });
  return record;
}

/** An operator or applicant changed it, so everything derived from the items is computed again. */
const reopened = (record: StoredRecord, change: Partial<StoredRecord>, now: number): StoredRecord => ({
  ...record,
  ...change,
  version: record.version + 1,
  dueAt: now,
  preflightAt: null,
  settledAt: null,
  auditedAt: null,
});

function applyCorrection(
  tables: MemoryTables,
  { key, version, items, isAnew = false, emailHash = null, consents = null, ...rest }: Correction,
): boolean {
  const record = tables.records.get(nameOf(key));
  if (record === undefined || record.version !== version) return false;
  // What comes in the place of an item goes on from it: a late word about the old one is not taken for the new.
  const next = 1 + Math.max(0, ...record.items.map((item) => item.version));
  const corrected: Item[] = [];
  for (const { version: seen, ...item } of items) {
    const kept = seen === null ? newItem(item, next) : findItem(record.items, item);
    if (kept === undefined || (seen !== null && kept.version !== seen)) return false;
    corrected.push({ ...kept, place: item.place });
  }
  const own = isAnew
    ? { emailHash, consented: consentedOf(consents) }
    : { consented: addConsented(record.consented, consents) };
  const anew = reopened(record, { ...rest, ...own, items: inOrder(corrected) }, tables.now());
  addReceipt(tables, anew, { name: nameOf(key) });
  put(tables, anew);
  keepConsents(tables, record, { consenting: consents, isAnew });
  return true;
}

const findItem = (items: readonly Item[], { question, part }: ItemName): Item | undefined =>
  items.find((item) => item.question === question && item.part === part);

type SeenItem = ItemName & { readonly version: number };

/** null: one of them is not of this version any more. */
function changeItems(
  items: readonly Item[],
  changes: readonly (SeenItem & { readonly change: Partial<Item> })[],
): readonly Item[] | null {
  const changed = [...items];
  for (const { question, part, version, change } of changes) {
    const place = changed.findIndex((item) => item.question === question && item.part === part);
    const item = changed[place];
    if (item === undefined || item.version !== version) return null;
    changed[place] = { ...item, ...change, version: version + 1 };
  }
  return changed;
}

function lease(
  tables: MemoryTables,
  { owner, duration, most, tenants, isOfKnown = false }: LeaseWish,
): readonly StoredRecord[] {
  const now = tables.now();
  const found: StoredRecord[] = [];
  for (const name of tables.due) {
    const record = tables.records.get(name);
    if (record === undefined || freeAt(record) > now || !tenants.includes(record.key.tenant)) continue;
    if (isOfKnown && record.isVisitor) continue;
    found.push(record);
  }
  found.sort(
    (one, other) =>
      Number(one.isVisitor) - Number(other.isVisitor) ||
      one.servedAt - other.servedAt ||
      one.acceptedAt - other.acceptedAt,
  );
  return found.slice(0, most).map((record) => {
    const leased = { ...record, leaseOwner: owner, leaseUntil: now + duration };
    put(tables, leased);
    return leased;
  });
}

/** When it is due and not leased. */
const freeAt = ({ dueAt, leaseOwner, leaseUntil }: StoredRecord): number =>
  Math.max(dueAt ?? Number.POSITIVE_INFINITY, leaseOwner === null ? 0 : leaseUntil);

function nextDue(tables: MemoryTables, tenants: readonly Tenant[], isOfKnown: boolean): number | null {
  let next = Number.POSITIVE_INFINITY;
  for (const name of tables.due) {
    const record = tables.records.get(name);
    if (record === undefined || (isOfKnown && record.isVisitor)) continue;
    if (tenants.includes(record.key.tenant)) next = Math.min(next, freeAt(record));
  }
  return next === Number.POSITIVE_INFINITY ? null : next;
}

function findHeld(tables: MemoryTables, { key, owner }: Held): StoredRecord | null {
  const record = tables.records.get(nameOf(key));
  return record?.leaseOwner === owner && record.leaseUntil > tables.now() ? record : null;
}

function changeHeld(tables: MemoryTables, held: Held, change: Partial<StoredRecord>): boolean {
  const record = findHeld(tables, held);
  if (record !== null) put(tables, { ...record, ...change });
  return record !== null;
}

const release = (
  tables: MemoryTables,
  held: Held,
  next: { readonly version: number; readonly dueAt: number | null },
) => {
  const isSeen = findHeld(tables, held)?.version === next.version;
  return changeHeld(tables, held, {
    leaseOwner: null,
    leaseUntil: 0,
    dueAt: isSeen ? next.dueAt : tables.now(),
  });
};

function mark(
  tables: MemoryTables,
  held: Held,
  item: SeenItem & { readonly reconcileAfter: number },
): Item | null {
  const now = tables.now();
  const record = findHeld(tables, held);
  if (record === null || findItem(record.items, item)?.state !== 'queued') return null;
  const change = { state: 'sending', code: null, markedAt: now, dueAt: now + item.reconcileAfter } as const;
  const items = changeItems(record.items, [{ ...item, change }]);
  if (items === null) return null;
  put(tables, { ...record, items, servedAt: now });
  return findItem(items, item) ?? null;
}

function settle(
  tables: MemoryTables,
  key: SubjectKey,
  item: SeenItem & { readonly change: ItemChange },
): boolean {
  const record = tables.records.get(nameOf(key));
  const items = record === undefined ? null : changeItems(record.items, [item]);
  const write = item.change.state === undefined ? putQuietly : put;
  if (record !== undefined && items !== null) write(tables, { ...record, items });
  return items !== null;
}

/** What `doubt` does to one submission of a memory store: the twin of `doubt-statements.ts`. */
import { type DoubtWait, type Item, restoreBefore, type StoredRecord } from '../ledger/ledger-store.ts';

export function doubtRecord(record: StoredRecord, wait: DoubtWait, now: number): StoredRecord {
  const isOpen = record.items.some(mayHaveGone);
  if (!isOpen && record.dueAt === null) return record;
  const tagDueAt =
    record.taggedAt === null && record.tagDueAt !== null
      ? Math.max(record.tagDueAt, now + wait.answer)
      : record.tagDueAt;
  const free = { ...record, tagDueAt, leaseOwner: null, leaseUntil: 0 };
  if (!isOpen) return free;
  return {
    ...free,
    version: record.version + 1,
    dueAt: now + wait.answer,
    // Of what came after a restore, that one counts: the look for its application goes back from there.
    doubtedAt: restoreBefore(record) ?? now,
    preflightAt: now,
    settledAt: null,
    auditedAt: null,
    items: record.items.map((item) => (mayHaveGone(item) ? doubtItem(item, wait, now) : item)),
  };
}

/** A parked one is looked for before anything else, should the operator want it again. */
export const mayHaveGone = ({ state }: Item): boolean => state !== 'delivered' && state !== 'parked';

const doubtItem = (item: Item, wait: DoubtWait, now: number): Item => ({
  ...item,
  state: 'unclear',
  code: null,
  members: [],
  failures: 0,
  // Of the last POST nothing is known: what is found is none that came late.
  markedAt: null,
  dueAt: now + (item.files.length === 0 ? wait.answer : wait.file),
  version: item.version + 1,
});

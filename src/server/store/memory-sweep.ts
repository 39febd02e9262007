/** What the retention does to one submission of a memory store. */
import { documentsQuestion } from '../../core/model/details.ts';
import type { Item, Retention, StoredRecord, SweptRecord } from '../ledger/ledger-store.ts';

interface Swept {
  /** As it is from now on; null: gone. */
  readonly record: StoredRecord | null;
  readonly report: SweptRecord;
}

/** null: it is not old enough, or is leased. */
export function sweepRecord(record: StoredRecord, retention: Retention, now: number): Swept | null {
  if (record.leaseUntil > now) return null;
  if (lastChangeOf(record) + retention.fingerprints <= now) return removal(record);
  const isOver = record.acceptedAt + retention.payloads <= now;
  return isOver && record.items.some(isUndelivered) ? wiping(record, now) : null;
}

const lastChangeOf = ({ acceptedAt, servedAt, settledAt, auditedAt }: StoredRecord): number =>
  Math.max(acceptedAt, servedAt, settledAt ?? 0, auditedAt ?? 0);

const isUndelivered = ({ state, payload }: Item): boolean => state !== 'delivered' && payload !== null;

const filesOf = (items: readonly Item[]) => items.flatMap(({ files }) => files);

const removal = ({ key, reference, items }: StoredRecord): Swept => ({
  record: null,
  report: { key, reference, files: filesOf(items), gone: true },
});

function wiping(record: StoredRecord, now: number): Swept {
  const { key, reference, items, version } = record;
  return {
    // What the audit keeps for what is open is needed no more.
    record: { ...record, version: version + 1, dueAt: now, auditedAt: null, items: items.map(wipe) },
    report: { key, reference, files: filesOf(items.filter(isUndelivered)), gone: false },
  };
}

function wipe(item: Item): Item {
  if (isUndelivered(item))
    return { ...item, state: 'parked', code: 'given_up', payload: null, version: item.version + 1 };
  // What named documents that arrived was kept for those that did not.
  const isNamed = item.question === documentsQuestion && item.payload !== null;
  return isNamed ? { ...item, payload: null, version: item.version + 1 } : item;
}

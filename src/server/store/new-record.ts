/** A submission as every engine holds it the moment it has come. */
import { consentedOf } from '../ledger/consents.ts';
import type { Item, NewItem, NewSubmission, StoredRecord } from '../ledger/ledger-store.ts';

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
    erasedAt: null,
    acceptedAt,
    version: 0,
    dueAt: acceptedAt,
    leaseOwner: null,
    leaseUntil: 0,
    servedAt: acceptedAt,
    preflightAt: null,
    settledAt: null,
    auditedAt: null,
    taggedAt: null,
    tagDueAt: 0,
    tagTries: 0,
    doubtedAt,
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

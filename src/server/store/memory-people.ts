/** Whose submissions a memory store has, and how one goes: with the meaning of the durable ones. */

import { unreachable } from '../../core/model/failure.ts';
import { revision, type Tenant } from '../../core/model/ids.ts';
import { keyNameOf, keyNamesOf, MOST_UNFINDABLE } from '../ledger/email-hash.ts';
import type { StoredRecord } from '../ledger/ledger-store.ts';
import type { PersonQuery } from '../people.ts';
import type { SubjectKey } from '../ports.ts';
import { type MemoryTables, nameOf, put } from './memory-tables.ts';

export const findPerson = (
  records: readonly StoredRecord[],
  tenant: Tenant,
  query: PersonQuery,
): readonly StoredRecord[] =>
  records
    .filter((record) => record.key.tenant === tenant && isOf(record, query))
    .sort(
      (one, other) => one.acceptedAt - other.acceptedAt || (one.key.subject < other.key.subject ? -1 : 1),
    );

function isOf({ key, reference, emailHash, items }: StoredRecord, query: PersonQuery): boolean {
  switch (query.kind) {
    case 'reference':
      return reference === query.reference;
    case 'application':
      return (
        String(key.subject) === query.application ||
        items.some(({ question, serviceId }) => question === null && serviceId === query.application)
      );
    case 'email':
      return emailHash !== null && query.hashes.includes(emailHash);
    default:
      return unreachable(query);
  }
}

export function countUnfindable(
  records: readonly StoredRecord[],
  tenant: Tenant,
  hashes: readonly string[],
): number {
  const names = keyNamesOf(hashes);
  const isUnfindable = ({ key, job, emailHash }: StoredRecord) =>
    key.tenant === tenant && job !== null && (emailHash === null || !names.includes(keyNameOf(emailHash)));
  return Math.min(MOST_UNFINDABLE, records.filter(isUnfindable).length);
}

export function eraseRecord(tables: MemoryTables, key: SubjectKey, version: number): boolean {
  const record = tables.records.get(nameOf(key));
  if (record === undefined || record.version !== version || record.erasedAt === null) return false;
  if (record.items.some(({ state }) => state === 'sending' || state === 'unclear')) return false;
  const now = tables.now();
  put(tables, {
    key,
    reference: record.reference,
    erasedAt: record.erasedAt,
    version: version + 1,
    fingerprint: '',
    revision: revision(''),
    application: null,
    job: null,
    emailHash: null,
    acceptedAt: now,
    servedAt: now,
    settledAt: now,
    auditedAt: now,
    dueAt: null,
    leaseOwner: null,
    leaseUntil: 0,
    preflightAt: null,
    taggedAt: null,
    tagDueAt: null,
    tagTries: 0,
    doubtedAt: null,
    consented: null,
    isVisitor: false,
    items: [],
  });
  return true;
}

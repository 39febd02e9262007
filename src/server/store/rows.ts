/** Rows of the tables to records of the ledger, and back. */

import { type FileId, fileId, jobId } from '../../core/model/ids.ts';
import type { Consented, Item, ItemChange, ItemName, NewItem, StoredRecord } from '../ledger/ledger-store.ts';
import type { SubjectKey } from '../ports.ts';
import { memberNames } from '../service/refusals.ts';
import type { ItemRow, SubmissionRow } from './tables.ts';

export const keyOf = ({ tenant, subject }: SubjectKey) => ({ tenant, subject });

export const nameOf = ({ question, part }: ItemName) => ({ question: question ?? ('' as const), part });

export function recordOf(row: SubmissionRow, items: readonly Item[]): StoredRecord {
  return {
    key: keyOf(row),
    reference: row.reference,
    fingerprint: row.fingerprint,
    revision: row.revision,
    application: row.application,
    job: row.job,
    acceptedAt: row.accepted_at,
    version: row.version,
    dueAt: row.due_at,
    leaseOwner: row.lease_owner,
    leaseUntil: row.lease_until,
    servedAt: row.waiting_since,
    preflightAt: row.preflight_at,
    settledAt: row.settled_at,
    auditedAt: row.audited_at,
    taggedAt: row.tagged_at,
    tagDueAt: row.tag_due_at,
    tagTries: row.tag_tries,
    doubtedAt: row.doubted_at,
    emailHash: row.email_hash,
    erasedAt: row.erased_at,
    consented: readConsented(row.consented),
    isVisitor: row.visitor !== 0,
    items,
  };
}

/** As `writeConsented` wrote it. */
export function readConsented(text: string | null): Consented | null {
  const value: unknown = text === null ? null : JSON.parse(text);
  if (!Array.isArray(value)) return null;
  const [job, ...ids]: readonly unknown[] = value;
  const texts = ids.filter((id) => typeof id === 'string');
  return texts.length === 0 ? null : { job: typeof job === 'string' ? jobId(job) : null, ids: texts };
}

export const writeConsented = (consented: Consented | null): string | null =>
  consented === null ? null : JSON.stringify([consented.job, ...consented.ids]);

export function itemOf(row: ItemRow): Item {
  return {
    question: row.question === '' ? null : row.question,
    part: row.part,
    place: row.place,
    parent: row.parent,
    fingerprint: row.fingerprint,
    // libsql gives an ArrayBuffer, pg a Buffer.
    payload: row.payload === null ? null : new Uint8Array(row.payload),
    files: filesOf(row.file),
    state: row.state,
    code: row.code,
    members: membersOf(row.fields),
    version: row.version,
    unclearPosts: row.unclear_posts,
    failures: row.failures,
    markedAt: row.marked_at,
    dueAt: row.due_at,
    serviceId: row.service_id,
  };
}

function membersOf(json: string): Item['members'] {
  if (json === '[]') return [];
  const parsed: unknown = JSON.parse(json);
  const names: readonly unknown[] = Array.isArray(parsed) ? parsed : [];
  return memberNames.filter((name) => names.includes(name));
}

/** Ids have no space in them. */
export const filesOf = (file: ItemRow['file']): readonly FileId[] =>
  file === null ? [] : file.split(' ').map(fileId);

export const newItemRow = (key: SubjectKey, item: NewItem) => ({
  ...keyOf(key),
  ...nameOf(item),
  place: item.place,
  parent: item.parent,
  fingerprint: item.fingerprint,
  payload: item.payload,
  file: item.files.length === 0 ? null : item.files.join(' '),
});

/** Only what is named changes. */
export function itemColumns(change: ItemChange) {
  return {
    ...(change.state !== undefined && { state: change.state }),
    ...(change.code !== undefined && { code: change.code }),
    ...(change.members !== undefined && { fields: JSON.stringify(change.members) }),
    ...(change.unclearPosts !== undefined && { unclear_posts: change.unclearPosts }),
    ...(change.failures !== undefined && { failures: change.failures }),
    ...(change.dueAt !== undefined && { due_at: Math.round(change.dueAt) }),
    ...(change.serviceId !== undefined && { service_id: change.serviceId }),
    ...(change.payload !== undefined && { payload: change.payload }),
  };
}

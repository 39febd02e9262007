/** Rows of the tables to records of the ledger, and back. */

import { type FileId, fileId, jobId } from '../../core/model/ids.ts';
import {
  type Consented,
  forgetAt,
  type Item,
  type ItemName,
  type StoredRecord,
  wipeAt,
} from '../ledger/record.ts';
import type { SubjectKey } from '../ports.ts';
import { memberNames } from '../service/refusals.ts';
import type { ItemRow, SubmissionRow } from './tables.ts';

export const keyOf = ({ tenant, subject }: SubjectKey) => ({ tenant, subject });

export const nameOf = ({ question, part }: ItemName) => ({ question: question ?? ('' as const), part });

export function recordOf(
  row: Omit<SubmissionRow, 'wipe_at' | 'forget_at'>,
  items: readonly Item[],
): StoredRecord {
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

const fileOf = ({ files }: Pick<Item, 'files'>): string | null =>
  files.length === 0 ? null : files.join(' ');

/** A column of whole milliseconds takes no other number on Postgres. */
const whole = (time: number | null): number | null => (time === null ? null : Math.round(time));

/** With the times by which the retention finds it. */
export const submissionRow = (record: StoredRecord) => ({
  ...keyOf(record.key),
  reference: record.reference,
  fingerprint: record.fingerprint,
  revision: record.revision,
  application: record.application,
  job: record.job,
  accepted_at: record.acceptedAt,
  version: record.version,
  due_at: whole(record.dueAt),
  lease_owner: record.leaseOwner,
  lease_until: Math.round(record.leaseUntil),
  waiting_since: record.servedAt,
  preflight_at: whole(record.preflightAt),
  settled_at: whole(record.settledAt),
  audited_at: whole(record.auditedAt),
  tagged_at: whole(record.taggedAt),
  tag_due_at: whole(record.tagDueAt),
  tag_tries: record.tagTries,
  doubted_at: record.doubtedAt,
  email_hash: record.emailHash,
  erased_at: record.erasedAt,
  consented: writeConsented(record.consented),
  visitor: Number(record.isVisitor),
  wipe_at: wipeAt(record),
  forget_at: Math.round(forgetAt(record)),
});

export const itemRow = (key: SubjectKey, item: Item) => ({
  ...keyOf(key),
  ...nameOf(item),
  place: item.place,
  parent: item.parent,
  fingerprint: item.fingerprint,
  payload: item.payload,
  file: fileOf(item),
  state: item.state,
  code: item.code,
  fields: JSON.stringify(item.members),
  version: item.version,
  unclear_posts: item.unclearPosts,
  failures: item.failures,
  marked_at: item.markedAt,
  due_at: Math.round(item.dueAt),
  service_id: item.serviceId,
});

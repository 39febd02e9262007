/** Lists what needs the operator's attention, and runs the operator's actions. */

import { writePlainValue } from '../../core/jsonapi/submissions.ts';
import type { AttentionEntry, AttentionItem, AttentionWebhook } from '../../core/model/attention.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { FileId, Reference, Subject, Tenant } from '../../core/model/ids.ts';
import type { OutgoingValue } from '../../core/model/question.ts';
import type { AttentionPage, AttentionQuery, OperatorAction, SubjectKey } from '../ports.ts';
import { fieldsOf } from '../service/refusals.ts';
import { WANTED_AGAIN } from './acts.ts';
import { applicationItem, openAnswer, openDestination } from './cipher.ts';
import type { LedgerDependencies } from './dependencies.ts';
import type { JobDestination } from './http-gateway.ts';
import type { AttentionKey } from './ledger-store.ts';
import {
  applicationOf,
  describe,
  findItem,
  type Item,
  type ItemChange,
  isAnswer,
  RETENTION,
  type StoredRecord,
  toRecordedConsent,
} from './record.ts';
import { typeOf, type WebhookEvent } from './webhooks/outbox.ts';

/** Entries read before other work gets its turn: reading and decrypting one takes about half a millisecond. */
const IN_A_ROW = 5;

export async function listAttention(
  dependencies: LedgerDependencies,
  tenant: Tenant,
  { content, size, number }: AttentionQuery,
): Promise<AttentionPage> {
  const { clock, store } = dependencies;
  const waiting = await listWaiting(dependencies, tenant);
  const read = content ? createFileReader(dependencies) : null;
  const entries: AttentionEntry[] = [];
  // Sequential, because all entries share one limit for the bytes of files.
  for (const [index, { subject }] of waiting.slice((number - 1) * size, number * size).entries()) {
    if (index % IN_A_ROW === 0) await clock.sleep(0);
    const record = await store.find({ tenant, subject });
    if (record === null) continue;
    const webhooks = (await store.webhooks.listStopped(record.key)).map(toAttentionWebhook);
    // Otherwise it was delivered in the meantime.
    if (needsAttention(record) || webhooks.length > 0)
      entries.push({
        ...(await toEntry(dependencies, record, read)),
        ...(webhooks.length > 0 && { webhooks }),
      });
  }
  const { waiting: eventsWaiting } = await store.webhooks.count(tenant);
  return { entries, total: waiting.length, eventsWaiting };
}

const toAttentionWebhook = (event: WebhookEvent): AttentionWebhook => ({
  id: event.id,
  type: typeOf(event.state),
  code: event.stoppedFor ?? 'expired',
  happened_at: new Date(event.happenedAt).toISOString(),
});

/** Lists submissions that need attention, oldest first. */
export async function listWaiting(
  { store, clock }: Pick<LedgerDependencies, 'store' | 'clock'>,
  tenant: Tenant,
): Promise<readonly AttentionKey[]> {
  const waiting = new Map<Subject, AttentionKey>();
  for (const list of [store.listAttention, store.webhooks.listSubjects])
    for (let after: Subject | null = null; ; ) {
      const page: readonly AttentionKey[] = await list(tenant, after);
      const last = page.at(-1);
      if (last === undefined) break;
      for (const key of page) waiting.set(key.subject, key);
      after = last.subject;
      await clock.sleep(0);
    }
  return [...waiting.values()].sort(
    (first, second) => first.acceptedAt - second.acceptedAt || (first.subject < second.subject ? -1 : 1),
  );
}

const needsAttention = ({ items }: StoredRecord): boolean =>
  items.some(({ state }) => state === 'parked' || state === 'refused');

/** @param read null leaves out the content of items */
async function toEntry(
  dependencies: LedgerDependencies,
  record: StoredRecord,
  read: ReadFile | null,
): Promise<AttentionEntry> {
  const { key, job } = record;
  const { reference, state, acceptedAt } = describe(record);
  const items = await readItems(dependencies, record, { content: read !== null, read });
  // If everything arrived, only undelivered webhook events remain: they last as long as the record.
  const lifetime = needsAttention(record) ? RETENTION.payloads : RETENTION.fingerprints;
  const consents = read && (await dependencies.store.findConsents(key.tenant, { subject: key.subject }));
  return {
    reference,
    state,
    job,
    accepted_at: acceptedAt,
    application: applicationOf(record),
    items: items.map(({ shown }) => shown).filter((shown) => shown.state !== 'delivered'),
    kept_until: new Date(record.acceptedAt + lifetime).toISOString(),
    ...(consents && { consents: consents.map(toRecordedConsent) }),
  };
}

interface Reading {
  /** Whether to include the content of each item. */
  readonly content: boolean;
  /** Reads the bytes of files; null for their names only. */
  readonly read: ReadFile | null;
}

/** Reads all items with their states and content. */
export async function readItems(
  dependencies: Pick<LedgerDependencies, 'cipher'>,
  record: StoredRecord,
  { content, read }: Reading,
) {
  const { application, answers } = describe(record);
  const all: { item: Item; shown: AttentionItem }[] = [];
  for (const described of [...(application ? [{ ...applicationItem, ...application }] : []), ...answers]) {
    const { question, part, state, code } = described;
    const item = findItem(record.items, described);
    if (item === undefined) continue;
    const { members } = item;
    const dataOf: DataOf =
      read && content && state !== 'delivered' ? (id: FileId) => read(record.key, id) : null;
    const opened = await readItem(dependencies, record, item, dataOf);
    const shown = {
      question,
      part,
      state,
      code,
      title: opened.title,
      ...(members.length > 0 && { members, fields: fieldsOf(members) }),
      ...(content && opened.content && { content: opened.content }),
    };
    all.push({ item, shown });
  }
  return all;
}

/** Gives the content of a file; null to show only file names. */
type DataOf = ((file: FileId) => Promise<string | null>) | null;

/** Reads the title and the content of an item; null if it cannot be read. */
async function readItem(
  { cipher }: Pick<LedgerDependencies, 'cipher'>,
  record: StoredRecord,
  item: Item,
  dataOf: DataOf,
): Promise<{ readonly title: string | null; readonly content: AttentionItem['content'] | null }> {
  if (!isAnswer(item)) {
    const destination = openDestination(cipher, record, item);
    return {
      title: null,
      content: destination.ok ? await writeDestination(destination.value, dataOf) : null,
    };
  }
  const answer = openAnswer(cipher, record, item);
  if (!answer.ok) return { title: null, content: null };
  const { title, value } = answer.value;
  return { title, content: await writeContent(value, dataOf) };
}

/** Leaves out equality monitoring, which only the service may see. */
async function writeDestination({ details, files = {} }: JobDestination, dataOf: DataOf) {
  const { cv, cover_letter, documents } = files;
  const written = [];
  for (const { id, name } of documents ?? [])
    written.push({ ...(dataOf && { data: await dataOf(id) }), filename: name });
  return {
    ...details,
    ...(cv && { cv_base64_filename: cv.name, ...(dataOf && { cv_base64_data: await dataOf(cv.id) }) }),
    ...(cover_letter && {
      cover_letter_base64_filename: cover_letter.name,
      ...(dataOf && { cover_letter_base64_data: await dataOf(cover_letter.id) }),
    }),
    ...(documents && { documents_base64: written }),
  };
}

async function writeContent(
  value: OutgoingValue,
  dataOf: DataOf,
): Promise<Readonly<Record<string, unknown>>> {
  if (value.kind === 'choice') return { multiple_choice_answer: value.options };
  if (value.kind !== 'document') return writePlainValue(value);
  const { id, name } = value.file;
  return { document_base64_filename: name, ...(dataOf && { document_base64_data: await dataOf(id) }) };
}

/** Attempts when the worker changes the same submission. */
const MOST_TRIES = 5;

export async function runAction(
  dependencies: LedgerDependencies,
  { tenant, reference }: { readonly tenant: Tenant; readonly reference: Reference },
  action: OperatorAction,
): Promise<Outcome<StoredRecord, 'not_found' | 'nothing_to_do'>> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const record = await dependencies.store.findByReference(tenant, reference);
    if (record === null || record.erasedAt !== null) return failure('not_found');
    const items = changesBy(action, record);
    const events = await dependencies.store.webhooks.runAction(record.key, action);
    if (items.length === 0) return events > 0 ? success(record) : failure('nothing_to_do');
    if (!(await dependencies.store.amend({ key: record.key, version: record.version, items }))) continue;
    if (action === 'give_up')
      for (const file of items.flatMap((item) => item.files))
        await dependencies.staging.release(record.key, file).catch(() => undefined);
    return success((await dependencies.store.find(record.key)) ?? record);
  }
  throw new Error('The submission changed at every attempt.');
}

type ChangedItem = Item & { readonly change: ItemChange };

function changesBy(action: OperatorAction, record: StoredRecord): readonly ChangedItem[] {
  const isStopped = (item: Item) => item.state === 'parked' || (item.state === 'refused' && !isAnswer(item));
  const stopped = record.items.filter((item) => isStopped(item) && item.payload !== null);
  if (action === 'retry') return stopped.map((item) => ({ ...item, change: queuedAgain }));
  // Follow-ups of an item that was given up can never be sent.
  return [...stopped, ...findBelow(stopped, record)].map((item) => ({ ...item, change: givenUp }));
}

/**
 * A retry looks at the service first, because the item may have arrived in another way. Only if the service cannot be
 * read does the retry risk a second POST.
 */
const queuedAgain: ItemChange = {
  state: 'unclear',
  code: null,
  members: [],
  unclearPosts: 0,
  failures: 0,
  dueAt: WANTED_AGAIN,
};

/** The payload is wiped, so the item can never be sent. */
export const givenUp: ItemChange = { state: 'parked', code: 'given_up', payload: null };

function findBelow(given: readonly Item[], { items }: StoredRecord): readonly Item[] {
  const stopped = new Set(given.map(({ question }) => question));
  const isApplication = stopped.has(null);
  return items.filter(({ question, parent, state }) => {
    const isBelow = state === 'queued' && (isApplication || (parent !== null && stopped.has(parent)));
    if (isBelow) stopped.add(question);
    return isBelow;
  });
}

/** Bytes of all files in one reply. Base64 within JSON briefly takes about three times as much memory. */
const MOST_BYTES = 50 * 1_048_576;

/** Gives a data URI; null if the reply would exceed its size, or if the file is gone. */
type ReadFile = (key: SubjectKey, file: FileId) => Promise<string | null>;

export function createFileReader({ staging }: Pick<LedgerDependencies, 'staging'>): ReadFile {
  let left = MOST_BYTES;
  return async (key, id) => {
    const file = await staging.open(key, id).catch(() => null);
    if (!file || file.size > left) return null;
    left -= file.size;
    try {
      const chunks: Uint8Array[] = [];
      for await (const chunk of file.chunks()) chunks.push(chunk);
      return `data:${file.type};base64,${Buffer.concat(chunks).toString('base64')}`;
    } catch {
      return null;
    }
  };
}

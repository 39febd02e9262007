/** What needs the operator, and what they can do about it. */
import { writePlainValue } from '../../core/jsonapi/submissions.ts';
import { failure, type Outcome, success, unreachable } from '../../core/model/failure.ts';
import type { FileId, Reference, Subject, Tenant } from '../../core/model/ids.ts';
import type { OutgoingValue } from '../../core/model/question.ts';
import type {
  AttentionEntry,
  AttentionItem,
  AttentionPage,
  AttentionWebhook,
  AttentionWish,
  OperatorAction,
  SubjectKey,
} from '../ports.ts';
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
  toHeldConsent,
} from './record.ts';
import type { WebhookEvent } from './webhooks/outbox.ts';
import { typeOf } from './webhooks/outbox.ts';

const toAttentionWebhook = (event: WebhookEvent): AttentionWebhook => ({
  id: event.id,
  type: typeOf(event.state),
  code: event.stoppedFor ?? 'expired',
  happenedAt: new Date(event.happenedAt).toISOString(),
});

/** Entries read in a row before other work gets its turn: reading and decrypting one takes about half a millisecond. */
const IN_A_ROW = 5;

export async function listAttention(
  dependencies: LedgerDependencies,
  tenant: Tenant,
  { content, size, number }: AttentionWish,
): Promise<AttentionPage> {
  const waiting = await listWaiting(dependencies, tenant);
  const files = createFileReader(dependencies);
  const entries: AttentionEntry[] = [];
  // One after the other, because the bytes of their files are summed.
  for (const [place, { subject }] of waiting.slice((number - 1) * size, number * size).entries()) {
    if (place % IN_A_ROW === 0) await dependencies.clock.sleep(0);
    const record = await dependencies.store.find({ tenant, subject });
    // It was delivered meanwhile.
    const stopped = record === null ? [] : await dependencies.store.webhooks.listStopped(record.key);
    if (record === null || !(needsAttention(record) || stopped.length > 0)) continue;
    const webhooks = stopped.map(toAttentionWebhook);
    const entry = await toEntry(dependencies, record, content ? files : null);
    entries.push({ ...entry, ...(webhooks.length > 0 && { webhooks }) });
  }
  const { waiting: eventsWaiting } = await dependencies.store.webhooks.count(tenant);
  return { entries, total: waiting.length, eventsWaiting };
}

/** What needs attention, oldest first. */
export async function listWaiting(
  { store, clock }: Pick<LedgerDependencies, 'store' | 'clock'>,
  tenant: Tenant,
): Promise<readonly AttentionKey[]> {
  const waiting = await listAll(clock, (after) => store.listAttention(tenant, after));
  const known = new Set(waiting.map(({ subject }) => subject));
  const stopped = await listAll(clock, (after) => store.webhooks.listSubjects(tenant, after));
  return [...waiting, ...stopped.filter(({ subject }) => !known.has(subject))].sort(byAge);
}

async function listAll(
  clock: LedgerDependencies['clock'],
  list: (after: Subject | null) => Promise<readonly AttentionKey[]>,
): Promise<readonly AttentionKey[]> {
  const all: AttentionKey[] = [];
  for (;;) {
    const some = await list(all.at(-1)?.subject ?? null);
    if (some.length === 0) return all;
    all.push(...some);
    await clock.sleep(0);
  }
}

const byAge = (one: AttentionKey, other: AttentionKey): number =>
  one.acceptedAt - other.acceptedAt || (one.subject < other.subject ? -1 : 1);

const needsAttention = ({ items }: StoredRecord): boolean =>
  items.some(({ state }) => state === 'parked' || state === 'refused');

/** @param read null: without what was to be sent */
async function toEntry(
  dependencies: LedgerDependencies,
  record: StoredRecord,
  read: ReadFile | null,
): Promise<AttentionEntry> {
  const { key, job } = record;
  const { reference, state, acceptedAt } = describe(record);
  const items: AttentionItem[] = [];
  for (const { item, shown } of describeItems(dependencies, record, read !== null)) {
    if (shown.state === 'delivered') continue;
    const hasFiles = read !== null && shown.content !== null && item !== undefined && item.files.length > 0;
    const data = hasFiles ? await readFiles(dependencies, { record, item, read }) : {};
    items.push({ ...shown, content: shown.content && { ...shown.content, ...data } });
  }
  // Where all has arrived, what a webhook was not sent stays with the record.
  const lifetime = needsAttention(record) ? RETENTION.payloads : RETENTION.fingerprints;
  const consents = read && (await dependencies.store.findConsents(key.tenant, { subject: key.subject }));
  return {
    ...{ reference, state, job, acceptedAt, items },
    application: applicationOf(record),
    keptUntil: new Date(record.acceptedAt + lifetime).toISOString(),
    ...(consents && { consents: consents.map(toHeldConsent) }),
  };
}

/** All that goes to the service, each with what became of it and what it carries. */
export function describeItems(
  dependencies: Pick<LedgerDependencies, 'cipher'>,
  record: StoredRecord,
  content: boolean,
) {
  const { application, answers } = describe(record);
  const all = [...(application ? [{ ...applicationItem, ...application }] : []), ...answers];
  return all.map(({ question, part, state, code }) => {
    const item = findItem(record.items, { question, part });
    const members = item?.members ?? [];
    const named = { members, fields: fieldsOf(members) };
    const carried = showItem(dependencies, record, { item, content });
    return { item, shown: { question, part, state, code, ...named, ...carried } };
  });
}

interface ItemToRead {
  readonly record: StoredRecord;
  readonly item: Item;
  readonly read: ReadFile;
}

/** The bytes, under the members by which they were to go. */
async function readFiles(
  { cipher }: LedgerDependencies,
  { record, item, read }: ItemToRead,
): Promise<Readonly<Record<string, unknown>>> {
  const of = (id: FileId) => read(record.key, id);
  const [first] = item.files;
  if (isAnswer(item)) return first === undefined ? {} : { document_base64_data: await of(first) };
  const destination = openDestination(cipher, record, item);
  if (!destination.ok) return {};
  const { cv, cover_letter, documents = [] } = destination.value.files ?? {};
  const written = [];
  for (const { id, name } of documents) written.push({ data: await of(id), filename: name });
  return {
    ...(cv && { cv_base64_data: await of(cv.id) }),
    ...(cover_letter && { cover_letter_base64_data: await of(cover_letter.id) }),
    ...(written.length > 0 && { documents_base64: written }),
  };
}

type Shown = Pick<AttentionItem, 'title' | 'content'>;

/** What an item is called in the form, and what it carries. */
function showItem(
  { cipher }: Pick<LedgerDependencies, 'cipher'>,
  record: StoredRecord,
  { item, content }: { readonly item: Item | undefined; readonly content: boolean },
): Shown {
  if (item === undefined) return { title: null, content: null };
  if (!isAnswer(item)) {
    const destination = openDestination(cipher, record, item);
    return { title: null, content: content && destination.ok ? writeDestination(destination.value) : null };
  }
  const answer = openAnswer(cipher, record, item);
  if (!answer.ok) return { title: null, content: null };
  const { title, value } = answer.value;
  return { title, content: content ? writeContent(value) : null };
}

/** Details and names of files; what was said for equality monitoring is told to the service alone. */
const writeDestination = ({ details, files = {} }: JobDestination): Readonly<Record<string, unknown>> => ({
  ...details,
  ...(files.cv && { cv_base64_filename: files.cv.name }),
  ...(files.cover_letter && { cover_letter_base64_filename: files.cover_letter.name }),
  ...(files.documents && { documents_base64: files.documents.map(({ name }) => ({ filename: name })) }),
});

function writeContent(value: OutgoingValue): Readonly<Record<string, unknown>> {
  switch (value.kind) {
    case 'choice':
      return { multiple_choice_answer: value.options };
    case 'document':
      return { document_base64_filename: value.file.name };
    default:
      return writePlainValue(value);
  }
}

/** Tries where the worker changes the submission at the same moment. */
const MOST_TRIES = 5;

export async function act(
  dependencies: LedgerDependencies,
  { tenant, reference }: { readonly tenant: Tenant; readonly reference: Reference },
  action: OperatorAction,
): Promise<Outcome<StoredRecord, 'not_found' | 'nothing_to_do'>> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const record = await dependencies.store.findByReference(tenant, reference);
    if (record === null || record.erasedAt !== null) return failure('not_found');
    const items = changesBy(action, record);
    const events = await dependencies.store.webhooks.act(record.key, action);
    if (items.length === 0) return events > 0 ? success(record) : failure('nothing_to_do');
    if (!(await dependencies.store.amend({ key: record.key, version: record.version, items }))) continue;
    if (action === 'give_up')
      for (const file of items.flatMap((item) => item.files))
        await dependencies.staging.release(record.key, file).catch(() => undefined);
    return success((await dependencies.store.find(record.key)) ?? record);
  }
  throw new Error('The submission changes all the time.');
}

type ChangedItem = Item & { readonly change: ItemChange };

function changesBy(action: OperatorAction, record: StoredRecord): readonly ChangedItem[] {
  const isStopped = (item: Item) => item.state === 'parked' || (item.state === 'refused' && !isAnswer(item));
  const parked = record.items.filter((item) => isStopped(item) && item.payload !== null);
  switch (action) {
    case 'retry':
      return parked.map((item) => ({ ...item, change: anew }));
    case 'give_up':
      // Follow-ups of an item that is given up can never be sent.
      return [...parked, ...(parked.length === 0 ? [] : findBelow(parked, record))].map((item) => ({
        ...item,
        change: { state: 'parked', code: 'given_up', payload: null },
      }));
    default:
      return unreachable(action);
  }
}

/**
 * Looked for first, whatever it was parked for: it may be long ago, and it may have arrived another way. Only where
 * the service cannot be read is a retry a second POST, as the operator wants.
 */
const anew: ItemChange = {
  state: 'unclear',
  code: null,
  members: [],
  unclearPosts: 0,
  failures: 0,
  dueAt: WANTED_AGAIN,
};

function findBelow(parked: readonly Item[], { items }: StoredRecord): readonly Item[] {
  const stopped = new Set(parked.map(({ question }) => question));
  const isApplication = stopped.has(null);
  return items.filter(({ question, parent, state }) => {
    const isBelow = state === 'queued' && (isApplication || (parent !== null && stopped.has(parent)));
    if (isBelow) stopped.add(question);
    return isBelow;
  });
}

/** Bytes of all files in one reply. Base64 within JSON takes about three times as much memory for a moment. */
const MOST_BYTES = 50 * 1_048_576;

/** A data URI; null: more bytes than one reply may carry, or they are gone. */
export type ReadFile = (key: SubjectKey, file: FileId) => Promise<string | null>;

export function createFileReader(
  { staging }: Pick<LedgerDependencies, 'staging'>,
  most = MOST_BYTES,
): ReadFile {
  let left = most;
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

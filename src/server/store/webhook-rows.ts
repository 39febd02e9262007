/** Events for webhooks, written by the transaction that changes the state: a crash loses both or neither. */
import { sql, type Transaction } from 'kysely';
import type { NewSubmission, StoredRecord } from '../ledger/ledger-store.ts';
import { eventsOfReceipt, nextEvent } from '../ledger/webhooks/next-event.ts';
import type { WebhookEvent } from '../ledger/webhooks/webhook-event.ts';
import type { SubjectKey } from '../ports.ts';
import { newRecord } from './new-record.ts';
import { itemOf, keyOf } from './rows.ts';
import type { Engine, StoreTables, WebhookEventRow } from './tables.ts';

type Running = Transaction<StoreTables>;

/** Nothing of this submission is told, which one look at a key says: written out, so that it can stand in an update. */
export const isUntold = ({ tenant, subject }: SubjectKey) =>
  sql<boolean>`not exists (select 1 from webhook_event where tenant = ${tenant} and subject = ${subject})`;

/** Those that have just come. */
export async function writeReceipts(
  transaction: Running,
  added: readonly (readonly [NewSubmission, Pick<StoredRecord, 'acceptedAt' | 'doubtedAt'>])[],
): Promise<void> {
  if (added.every(([{ webhook }]) => webhook == null)) return;
  const copy = await transaction.selectFrom('store_copy').select('restored_at').executeTakeFirst();
  const restoredAt = copy?.restored_at ?? null;
  const events = added.flatMap(([submission, times]) => {
    const { webhook } = submission;
    if (webhook == null) return [];
    const first = { job: webhook.job, sequence: 0 };
    return eventsOfReceipt(newRecord(submission, times), first, { now: times.acceptedAt, restoredAt });
  });
  await writeEvents(transaction, events);
}

/** One that was corrected, which has a receipt again. */
export async function writeCorrected(engine: Engine, transaction: Running, key: SubjectKey): Promise<void> {
  const last = await readLast(transaction, key);
  if (last === null) return;
  const { record, moment } = await readTold(engine, transaction, key);
  await writeEvents(transaction, eventsOfReceipt(record, last, moment));
}

/** Whose items have just changed. The row of the submission is locked, so that no other change comes in between. */
export async function writeNews(engine: Engine, transaction: Running, key: SubjectKey): Promise<void> {
  const last = await readLast(transaction, key);
  if (last === null) return;
  const { record, moment } = await readTold(engine, transaction, key);
  const event = nextEvent(record, last, moment);
  if (event !== null) await writeEvents(transaction, [event]);
}

/** Nothing more of it is told. */
export async function forgetEvents(transaction: Running, key: SubjectKey): Promise<void> {
  await transaction
    .deleteFrom('webhook_event')
    .where((is) => is.and(keyOf(key)))
    .execute();
}

async function writeEvents(transaction: Running, events: readonly WebhookEvent[]): Promise<void> {
  if (events.length > 0) await transaction.insertInto('webhook_event').values(events.map(rowOf)).execute();
}

async function readLast(
  transaction: Running,
  key: SubjectKey,
): Promise<Pick<WebhookEvent, 'state' | 'job' | 'sequence'> | null> {
  const row = await transaction
    .selectFrom('webhook_event')
    .select(['state', 'job', 'sequence'])
    .where((is) => is.and(keyOf(key)))
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

const itemColumns = [
  'question',
  'part',
  'place',
  'parent',
  'fingerprint',
  'file',
  'state',
  'code',
  'fields',
  'version',
  'unclear_posts',
  'failures',
  'marked_at',
  'due_at',
  'service_id',
] as const;

/** Without what it carries. */
async function readTold({ clock }: Engine, transaction: Running, key: SubjectKey) {
  const { now, restored_at, accepted_at, reference, application } = await transaction
    .selectFrom('submission')
    .select(['accepted_at', 'reference', 'application', clock.now().as('now')])
    .select((is) => is.selectFrom('store_copy').select('restored_at').limit(1).as('restored_at'))
    .where((is) => is.and(keyOf(key)))
    .executeTakeFirstOrThrow();
  const rows = await transaction
    .selectFrom('item')
    .select(itemColumns)
    .where((is) => is.and(keyOf(key)))
    .orderBy('place')
    .orderBy('part')
    .execute();
  const items = rows.map((row) => itemOf({ ...keyOf(key), ...row, payload: null }));
  const moment = { now, restoredAt: restored_at };
  return { record: { key, reference, application, acceptedAt: accepted_at, items }, moment };
}

const rowOf = ({ key, ...event }: WebhookEvent): WebhookEventRow => ({
  ...keyOf(key),
  sequence: event.sequence,
  id: event.id,
  state: event.state,
  reference: event.reference,
  job: event.job,
  application: event.application,
  accepted_at: event.acceptedAt,
  happened_at: event.happenedAt,
  expires_at: event.expiresAt,
  tries: event.tries,
  due_at: event.dueAt,
  stopped_for: event.stoppedFor,
});

export const eventOf = (row: WebhookEventRow): WebhookEvent => ({
  key: keyOf(row),
  sequence: row.sequence,
  id: row.id,
  state: row.state,
  reference: row.reference,
  job: row.job,
  application: row.application,
  acceptedAt: row.accepted_at,
  happenedAt: row.happened_at,
  expiresAt: row.expires_at,
  tries: row.tries,
  dueAt: row.due_at,
  stoppedFor: row.stopped_for,
});

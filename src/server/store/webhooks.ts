/**
 * The outbox in the database. The transaction that changes a state writes its event, so that a crash loses both or
 * neither.
 */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { type Subject, subject, type Tenant } from '../../core/model/ids.ts';
import {
  EXPIRES_AFTER,
  type LastEvent,
  type SeenEvent,
  type WebhookEvent,
  type WebhookOutbox,
} from '../ledger/webhooks/outbox.ts';
import type { SubjectKey } from '../ports.ts';
import type { Engine, StoreDatabase, StoreTables, WebhookEventRow } from './tables.ts';

type Running = Transaction<StoreTables>;

export async function writeEvents(transaction: Running, events: readonly WebhookEvent[]): Promise<void> {
  if (events.length > 0) await transaction.insertInto('webhook_event').values(events.map(rowOf)).execute();
}

/** Gives null if this submission has no webhook. */
export async function readLast(transaction: Running, key: SubjectKey): Promise<LastEvent | null> {
  const { rows } = await sql<LastEvent>`select state, job, sequence from webhook_event
    where tenant = ${key.tenant} and subject = ${key.subject} order by sequence desc limit 1`.execute(
    transaction,
  );
  return rows[0] ?? null;
}

const rowOf = ({ key, ...event }: WebhookEvent): WebhookEventRow => ({
  tenant: key.tenant,
  subject: key.subject,
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

const eventOf = (row: WebhookEventRow): WebhookEvent => ({
  key: { tenant: row.tenant, subject: row.subject },
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

/** Keys in one page of the operator's list: about 3 ms on a file. */
export const LISTED_AT_ONCE = 250;
/** Events that expire in one call: about 2 ms on a file. */
const EXPIRED_AT_ONCE = 100;

export function createSqlOutbox(engine: Engine): WebhookOutbox {
  const { database, clock } = engine;
  return {
    async take({ tenant, only, except }, { most, holdFor }) {
      const ofJob = only === null ? ofOthers(except) : sql`event.job = ${only}`;
      const where = sql`event.tenant = ${tenant} and event.due_at <= ${clock.now()} and ${ofJob} and ${isFirst}`;
      const dueAt = sql`${clock.now()} + ${sql.lit(Math.round(holdFor))}`;
      return updateOldest(engine, { where, most, set: sql`due_at = ${dueAt}, tries = tries + 1` });
    },
    finish: (seen) => updateEvent(database, seen, sql`due_at = null`),
    delay(seen, pause) {
      const at = sql`${clock.now()} + ${sql.lit(Math.round(pause))}`;
      // The last attempt is made when an event expires.
      return updateEvent(
        database,
        seen,
        sql`due_at = case when ${at} < expires_at then ${at} else expires_at end`,
      );
    },
    stop: (seen, reason) => updateEvent(database, seen, sql`due_at = null, stopped_for = ${reason}`),
    expire(tenant, ago) {
      const until = sql`${clock.now()} - ${sql.lit(Math.round(ago))}`;
      // An event that is being sent is due later.
      const where = sql`event.tenant = ${tenant} and event.due_at <= ${clock.now()} and event.expires_at <= ${until}`;
      return updateOldest(engine, {
        where,
        most: EXPIRED_AT_ONCE,
        set: sql`due_at = null, stopped_for = 'expired'`,
      });
    },
    listDue: (tenants) => listDue(engine, tenants),
    async listStopped({ tenant, subject }) {
      const { rows } = await sql<WebhookEventRow>`select * from webhook_event
        where tenant = ${tenant} and subject = ${subject} and ${isStopped} order by sequence`.execute(
        database,
      );
      return rows.map(eventOf);
    },
    listSubjects: (tenant, after) => listSubjects(database, tenant, after),
    async runAction({ tenant, subject }, action) {
      const now = clock.now();
      const restart = sql`, due_at = ${now}, expires_at = ${now} + ${sql.lit(EXPIRES_AFTER)}, tries = 0`;
      const { numAffectedRows } = await sql`update webhook_event
        set stopped_for = null ${action === 'retry' ? restart : sql``}
        where tenant = ${tenant} and subject = ${subject} and ${isStopped}`.execute(database);
      return Number(numAffectedRows ?? 0);
    },
    count: async (tenant) => ({
      waiting: await count(database, tenant, isWaiting),
      stopped: await count(database, tenant, isStopped),
    }),
  };
}

/** Written without parameters, so that each engine sees that its index covers the query. */
const isStopped = sql`stopped_for is not null`;
const isWaiting = sql`due_at is not null`;

/** Whether all earlier events of the submission are finished. */
const isFirst = sql`not exists (select 1 from webhook_event as earlier
  where earlier.tenant = event.tenant and earlier.subject = event.subject
  and earlier.sequence < event.sequence and earlier.due_at is not null)`;

const ofOthers = (jobs: readonly string[]) =>
  jobs.length === 0 ? sql`1 = 1` : sql`(event.job is null or event.job not in (${sql.join(jobs)}))`;

interface Change {
  /** A condition on `event`. */
  readonly where: RawBuilder<unknown>;
  readonly most: number;
  readonly set: RawBuilder<unknown>;
}

/** Updates the oldest few events, skipping those that another process is changing. */
async function updateOldest(
  { database, locksRows }: Engine,
  { where, most, set }: Change,
): Promise<readonly WebhookEvent[]> {
  const { rows } = await sql<WebhookEventRow>`with next as materialized (
      select event.tenant as next_tenant, event.subject as next_subject, event.sequence as next_sequence
      from webhook_event as event where ${where} order by event.due_at, event.subject limit ${sql.lit(most)}
      ${locksRows ? sql`for update skip locked` : sql``}
    )
    update webhook_event set ${set} from next
    where tenant = next_tenant and subject = next_subject and sequence = next_sequence
    returning *`.execute(database);
  return rows.map(eventOf);
}

/** Updates an event unless it was taken again, given up or removed meanwhile. */
async function updateEvent(
  database: StoreDatabase,
  { key, sequence, tries }: SeenEvent,
  set: RawBuilder<unknown>,
): Promise<void> {
  await sql`update webhook_event set ${set} where tenant = ${key.tenant} and subject = ${key.subject}
    and sequence = ${sequence} and tries = ${tries} and ${isWaiting}`.execute(database);
}

async function listDue({ database, clock }: Engine, tenants: readonly Tenant[]): Promise<readonly Tenant[]> {
  const found: Tenant[] = [];
  // One query for each tenant, which reads only the first row of its index.
  for (const tenant of tenants) {
    const { rows } = await sql`select 1 from webhook_event
      where tenant = ${tenant} and due_at <= ${clock.now()} limit 1`.execute(database);
    if (rows.length > 0) found.push(tenant);
  }
  return found;
}

async function listSubjects(database: StoreDatabase, tenant: Tenant, after: Subject | null) {
  const { rows } = await sql<{ subject: Subject; acceptedAt: number }>`
    select subject, min(accepted_at) as "acceptedAt" from webhook_event
    where ${isStopped} and tenant = ${tenant} and subject > ${after ?? subject('')}
    group by subject order by subject limit ${sql.lit(LISTED_AT_ONCE)}`.execute(database);
  return rows;
}

async function count(
  database: StoreDatabase,
  tenant: Tenant,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from webhook_event
    where tenant = ${tenant} and ${condition}`.execute(database);
  return Number(rows[0]?.count ?? 0);
}

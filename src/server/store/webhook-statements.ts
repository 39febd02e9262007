/** What leaves the outbox of webhooks, on a database (`WebhookOutbox`). */
import { type RawBuilder, sql } from 'kysely';
import { type Subject, subject, type Tenant } from '../../core/model/ids.ts';
import {
  type SeenEvent,
  type TakeWish,
  TOLD_FOR,
  type WebhookOutbox,
  type WebhookScope,
} from '../ledger/webhooks/webhook-event.ts';
import { LISTED_AT_ONCE } from './read-records.ts';
import { keyOf } from './rows.ts';
import type { Engine, StoreDatabase, WebhookEventRow } from './tables.ts';
import { eventOf } from './webhook-rows.ts';

/** Events that are stopped at once: a look of some 2 ms on a file. */
const EXPIRED_AT_ONCE = 100;

export function createSqlOutbox(engine: Engine): WebhookOutbox {
  const { database, clock } = engine;
  return {
    take: (scope, wish) => take(engine, scope, wish),
    finish: (seen) => settle(database, seen, { due_at: null }),
    delay: (seen, pause) =>
      settle(database, seen, { due_at: earlier(sql`${clock.now()} + ${Math.round(pause)}`) }),
    stop: (seen, reason) => settle(database, seen, { due_at: null, stopped_for: reason }),
    expire: (tenant, ago) => expire(engine, tenant, ago),
    listDue: (tenants) => listDue(engine, tenants),
    async listStopped(key) {
      const rows = await stoppedOf(database)
        .selectAll()
        .where((is) => is.and(keyOf(key)))
        .orderBy('sequence')
        .execute();
      return rows.map(eventOf);
    },
    listSubjects: (tenant, after) => listSubjects(database, tenant, after),
    async act(key, action) {
      const now = clock.now();
      const anew = { due_at: now, expires_at: sql<number>`${now} + ${sql.lit(TOLD_FOR)}`, tries: 0 };
      const result = await database
        .updateTable('webhook_event')
        .set({ stopped_for: null, ...(action === 'retry' ? anew : {}) })
        .where((is) => is.and(keyOf(key)))
        .where(isStopped)
        .executeTakeFirst();
      return Number(result.numUpdatedRows);
    },
    count: (tenant) => count(database, tenant),
  };
}

/** Written out, without parameters, so that each engine sees that its index holds all of these. */
const isStopped = sql<boolean>`stopped_for is not null`;
const isWaiting = sql<boolean>`due_at is not null`;

const stoppedOf = (database: StoreDatabase) => database.selectFrom('webhook_event').where(isStopped);

/** The last try is made when an event expires. */
const earlier = (at: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`case when ${at} < expires_at then ${at} else expires_at end`;

async function take(
  { database, clock, locksRows }: Engine,
  { tenant, only, except }: WebhookScope,
  { most, holdFor }: TakeWish,
) {
  const now = clock.now();
  const rows = await database
    .with(
      (name) => name('next').materialized(),
      (query) => {
        const next = query
          .selectFrom('webhook_event as one')
          .select([
            'one.tenant as next_tenant',
            'one.subject as next_subject',
            'one.sequence as next_sequence',
          ])
          .where('one.tenant', '=', tenant)
          .where('one.due_at', '<=', now)
          .$if(only !== null, (some) => some.where('one.job', '=', only))
          .$if(except.length > 0, (some) =>
            some.where((is) => is.or([is('one.job', 'is', null), is('one.job', 'not in', except)])),
          )
          .where(isFirst)
          .orderBy('one.due_at')
          .orderBy('one.subject')
          .limit(most);
        return locksRows ? next.forUpdate().skipLocked() : next;
      },
    )
    .updateTable('webhook_event')
    .from('next')
    .set((is) => ({
      due_at: sql<number>`${now} + ${Math.round(holdFor)}`,
      tries: is('webhook_event.tries', '+', 1),
    }))
    .whereRef('tenant', '=', 'next_tenant')
    .whereRef('subject', '=', 'next_subject')
    .whereRef('sequence', '=', 'next_sequence')
    .returning(eventColumns)
    .execute();
  return rows.map(eventOf);
}

/** What came before it is over. */
const isFirst = sql<boolean>`not exists (select 1 from webhook_event as other
  where other.tenant = one.tenant and other.subject = one.subject
  and other.sequence < one.sequence and other.due_at is not null)`;

const eventColumns = [
  'tenant',
  'subject',
  'sequence',
  'id',
  'state',
  'reference',
  'job',
  'application',
  'accepted_at',
  'happened_at',
  'expires_at',
  'tries',
  'due_at',
  'stopped_for',
] as const satisfies readonly (keyof WebhookEventRow)[];

/** Unless it was taken again, given up or forgotten meanwhile. */
async function settle(
  database: StoreDatabase,
  { key, sequence, tries }: SeenEvent,
  change: {
    readonly due_at: RawBuilder<number> | null;
    readonly stopped_for?: WebhookEventRow['stopped_for'];
  },
): Promise<void> {
  await database
    .updateTable('webhook_event')
    .set(change)
    .where((is) => is.and({ ...keyOf(key), sequence, tries }))
    .where(isWaiting)
    .execute();
}

async function expire({ database, clock, locksRows }: Engine, tenant: Tenant, ago: number) {
  const rows = await database
    .with(
      (name) => name('old').materialized(),
      (query) => {
        const old = query
          .selectFrom('webhook_event')
          .select(['tenant as old_tenant', 'subject as old_subject', 'sequence as old_sequence'])
          .where('tenant', '=', tenant)
          // What a try has in its hands is due later.
          .where('due_at', '<=', clock.now())
          .where('expires_at', '<=', sql<number>`${clock.now()} - ${Math.round(ago)}`)
          .orderBy('due_at')
          .limit(EXPIRED_AT_ONCE);
        return locksRows ? old.forUpdate().skipLocked() : old;
      },
    )
    .updateTable('webhook_event')
    .from('old')
    .set({ due_at: null, stopped_for: 'expired' })
    .whereRef('tenant', '=', 'old_tenant')
    .whereRef('subject', '=', 'old_subject')
    .whereRef('sequence', '=', 'old_sequence')
    .returning(eventColumns)
    .execute();
  return rows.map(eventOf);
}

async function listDue({ database, clock }: Engine, tenants: readonly Tenant[]): Promise<readonly Tenant[]> {
  const found: Tenant[] = [];
  // One by one: so each is the first row of its index.
  for (const tenant of tenants) {
    const row = await database
      .selectFrom('webhook_event')
      .select('tenant')
      .where('tenant', '=', tenant)
      .where('due_at', '<=', clock.now())
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) found.push(tenant);
  }
  return found;
}

const listSubjects = (database: StoreDatabase, tenant: Tenant, after: Subject | null) =>
  stoppedOf(database)
    .select(['subject', (is) => is.fn.min<number>('accepted_at').as('acceptedAt')])
    .where('tenant', '=', tenant)
    .where('subject', '>', after ?? subject(''))
    .groupBy('subject')
    .orderBy('subject')
    .limit(LISTED_AT_ONCE)
    .execute();

async function count(database: StoreDatabase, tenant: Tenant) {
  const countOf = async (those: RawBuilder<boolean>): Promise<number> => {
    const row = await database
      .selectFrom('webhook_event')
      .select((is) => is.fn.countAll<number>().as('count'))
      .where('tenant', '=', tenant)
      .where(those)
      .executeTakeFirst();
    return Number(row?.count ?? 0);
  };
  return { waiting: await countOf(isWaiting), stopped: await countOf(isStopped) };
}

/** The table of what webhooks are told. Times are milliseconds since 1970. */
import { type Kysely, sql } from 'kysely';
import type { ApplicationId, JobId, Reference, Subject, Tenant } from '../../../core/model/ids.ts';
import type { StopReason, ToldState } from '../webhooks/webhook-event.ts';

export interface WebhookEventTable {
  readonly tenant: Tenant;
  readonly subject: Subject;
  readonly sequence: number;
  readonly id: string;
  readonly state: ToldState;
  readonly reference: Reference;
  readonly job: JobId | null;
  readonly application: ApplicationId | null;
  readonly accepted_at: number;
  readonly happened_at: number;
  readonly expires_at: number;
  readonly tries: number;
  /** null: it is over. */
  readonly due_at: number | null;
  readonly stopped_for: StopReason | null;
}

/** What was told stays until its submission goes, as the last of it tells whether a state is news. */
export async function makeWebhookTable(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('webhook_event')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('sequence', 'integer', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('job', 'text')
    .addColumn('application', 'text')
    .addColumn('accepted_at', 'bigint', (column) => column.notNull())
    .addColumn('happened_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('stopped_for', 'text')
    .addPrimaryKeyConstraint('webhook_event_key', ['tenant', 'subject', 'sequence'])
    .execute();
  await sql`create index webhook_event_due on webhook_event (tenant, due_at)
    where due_at is not null`.execute(database);
  await sql`create index webhook_event_stopped on webhook_event (tenant, subject)
    where stopped_for is not null`.execute(database);
}

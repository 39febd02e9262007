/** How the tables came to be what they are. Add to the end; what was released is never changed. */
import { type RawBuilder, sql } from 'kysely';
import { makeFileTables } from './file-tables.ts';
import type { StoreDatabase } from './tables.ts';
import { makeWebhookTable } from './webhook-table.ts';

export interface Migration {
  /** @param bytes the type of a column of bytes, in which the engines differ */
  apply(database: StoreDatabase, bytes: RawBuilder<unknown>): Promise<void>;
}

const ledger: Migration = {
  async apply(database, bytes) {
    await database.schema
      .createTable('submission')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('reference', 'text', (column) => column.notNull())
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('revision', 'text', (column) => column.notNull())
      .addColumn('application', 'text')
      .addColumn('job', 'text')
      .addColumn('accepted_at', 'bigint', (column) => column.notNull())
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('due_at', 'bigint')
      .addColumn('lease_owner', 'text')
      .addColumn('lease_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('served_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('preflight_at', 'bigint')
      .addColumn('settled_at', 'bigint')
      .addColumn('audited_at', 'bigint')
      .addPrimaryKeyConstraint('submission_key', ['tenant', 'subject'])
      .addUniqueConstraint('submission_reference', ['tenant', 'reference'])
      .execute();
    await database.schema
      .createTable('item')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('question', 'text', (column) => column.notNull())
      .addColumn('part', 'integer', (column) => column.notNull())
      .addColumn('place', 'integer', (column) => column.notNull())
      .addColumn('parent', 'text')
      .addColumn('fingerprint', 'text', (column) => column.notNull())
      .addColumn('payload', bytes)
      .addColumn('file', 'text')
      .addColumn('state', 'text', (column) => column.notNull().defaultTo('queued'))
      .addColumn('code', 'text')
      .addColumn('fields', 'text', (column) => column.notNull().defaultTo('[]'))
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('unclear_posts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('marked_at', 'bigint')
      .addColumn('due_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('service_id', 'text')
      .addPrimaryKeyConstraint('item_key', ['tenant', 'subject', 'question', 'part'])
      .execute();
    await makeIndexes(database);
  },
};

/** But for the retention's each holds only what is open: what is delivered, which is nearly all, costs nothing. */
async function makeIndexes(database: StoreDatabase): Promise<void> {
  await sql`create index submission_due on submission (tenant, served_at, accepted_at)
    where due_at is not null`.execute(database);
  await sql`create index submission_open on submission (tenant, accepted_at)
    where settled_at is null`.execute(database);
  await sql`create index submission_accepted on submission (accepted_at)`.execute(database);
  await sql`create index item_open on item (tenant, state) where state <> 'delivered'`.execute(database);
  await sql`create index item_attention on item (tenant, subject)
    where state in ('refused', 'parked')`.execute(database);
}

const trees: Migration = {
  async apply(database) {
    await database.schema
      .createTable('tree')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('form', 'text', (column) => column.notNull())
      .addColumn('json', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('tree_key', ['tenant', 'form'])
      .execute();
  },
};

const files: Migration = { apply: makeFileTables };

/** What was complete before has nothing due, so it is not tagged afterwards. */
const tags: Migration = {
  async apply(database) {
    await sql`alter table submission add column tagged_at bigint`.execute(database);
    await sql`alter table submission add column tag_due_at bigint default 0`.execute(database);
    await sql`alter table submission add column tag_tries integer not null default 0`.execute(database);
  },
};

async function makeSessionTables(database: StoreDatabase): Promise<void> {
  await database.schema
    .createTable('session_code')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('once', 'integer', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('made_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('spent_at', 'bigint')
    .addColumn('attempt', 'text')
    .execute();
  await sql`create index session_code_expires on session_code (expires_at)`.execute(database);
  await database.schema
    .createTable('revoked_session')
    .addColumn('tenant', 'text', (column) => column.notNull())
    .addColumn('session', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('revoked_session_key', ['tenant', 'session'])
    .execute();
  await sql`create index revoked_session_at on revoked_session (revoked_at)`.execute(database);
}

/**
 * What is open was sealed without its destination: listed, so that it is bound at the first start. The other name of
 * the column keeps processes of an earlier release, which may still run on the same Postgres, from taking up or marking
 * anything: they could not read what is sealed from now on, and would park it. What they have under way they settle.
 */
async function listUnbound(database: StoreDatabase): Promise<void> {
  await sql`alter table submission rename column served_at to waiting_since`.execute(database);
  await sql`create table unbound (tenant text not null, subject text not null,
      primary key (tenant, subject))`.execute(database);
  await sql`insert into unbound
      select tenant, subject from submission where settled_at is null
      union select tenant, subject from submission where due_at is not null
      union select tenant, subject from item where state <> 'delivered' and payload is not null`.execute(
    database,
  );
}

/** Which copy of the store this is. A store that comes from version 4 is no restored one: its row is made at its start. */
async function makeCopyTable(database: StoreDatabase): Promise<void> {
  await sql`alter table submission add column doubted_at bigint`.execute(database);
  await database.schema
    .createTable('store_copy')
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('epoch', 'text', (column) => column.notNull())
    .addColumn('is_backup', 'integer', (column) => column.notNull())
    .execute();
}

/** Earlier releases did not write down whose it is: what holds anything may be an employer's. */
async function makeModeTable(database: StoreDatabase): Promise<void> {
  await sql`create table store_mode (mode text not null)`.execute(database);
  await sql`insert into store_mode select 'service' where exists (select 1 from submission)
      or exists (select 1 from tree) or exists (select 1 from file)`.execute(database);
}

const sessionsBindingAndCopies: Migration = {
  async apply(database) {
    await makeSessionTables(database);
    await listUnbound(database);
    await makeCopyTable(database);
    await makeModeTable(database);
  },
};

/** What a restored copy does not know may come again from a page that is still open. */
const restoredAt: Migration = {
  async apply(database) {
    await sql`alter table store_copy add column restored_at bigint`.execute(database);
  },
};

/** Files are known for a month after their delivery: what is still to be done with some of them is found without those. */
const filesToDo: Migration = {
  async apply(database) {
    await sql`create index file_here on file (upload) where state = 'here'`.execute(database);
    await sql`create index file_loose on file (upload)
      where (state in ('arriving', 'leaving') or (state = 'delivered' and has_bytes = 1))`.execute(database);
  },
};

/** What was learned of a service is not to be learned again by a second answer. */
const learnedReconcileDelay: Migration = {
  async apply(database) {
    await database.schema
      .createTable('learned_quiet')
      .addColumn('tenant', 'text', (column) => column.primaryKey())
      .addColumn('milliseconds', 'bigint', (column) => column.notNull())
      .addColumn('learned_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};

/** Whose it is, as a keyed hash, and when it was erased. Of what came before there is no hash. */
const people: Migration = {
  async apply(database) {
    await sql`alter table submission add column email_hash text`.execute(database);
    await sql`alter table submission add column erased_at bigint`.execute(database);
    await sql`create index submission_email on submission (tenant, email_hash)
      where job is not null`.execute(database);
    await sql`create index item_application on item (tenant, service_id) where question = ''`.execute(
      database,
    );
  },
};

/** What refusals taught of jobs, and what was consented to, which outlives the submission that it came with. */
const lessonsAndConsents: Migration = {
  async apply(database) {
    await database.schema
      .createTable('lesson')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('job', 'text', (column) => column.notNull())
      .addColumn('field', 'text', (column) => column.notNull())
      .addColumn('learned_at', 'bigint', (column) => column.notNull())
      .addColumn('refused_at', 'bigint', (column) => column.notNull())
      .addColumn('agreed', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('lesson_key', ['tenant', 'job', 'field'])
      .execute();
    await sql`create index lesson_refused on lesson (refused_at)`.execute(database);
    await database.schema
      .createTable('consent')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('reference', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('version', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('language', 'text', (column) => column.notNull())
      .addColumn('given_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('consent_key', ['tenant', 'subject', 'id', 'given_at'])
      .execute();
    await sql`create index consent_given on consent (given_at)`.execute(database);
    await sql`create index consent_reference on consent (tenant, reference)`.execute(database);
    await sql`alter table submission add column consented text`.execute(database);
  },
};

/** Who goes first: what came before is taken for what a back end vouches for. */
const turnsOfVisitors: Migration = {
  async apply(database) {
    await sql`alter table submission add column visitor integer not null default 0`.execute(database);
    await sql`drop index submission_due`.execute(database);
    await sql`create index submission_due on submission (tenant, visitor, waiting_since, accepted_at, subject)
      where due_at is not null`.execute(database);
    await sql`create index submission_visitor on submission (tenant)
      where settled_at is null and visitor = 1`.execute(database);
  },
};

/** What several processes hold together: what was learned of how many requests services take, and counts of requests. */
const heldTogether: Migration = {
  async apply(database) {
    await database.schema
      .createTable('request_count')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('points', 'integer', (column) => column.notNull())
      .addColumn('expire', 'bigint', (column) => column.notNull())
      .execute();
    await sql`create index request_count_expire on request_count (expire)`.execute(database);
    const number = sql`double precision`;
    await database.schema
      .createTable('service_rate')
      .addColumn('tenant', 'text', (column) => column.primaryKey())
      .addColumn('version', 'bigint', (column) => column.notNull())
      .addColumn('rate', number, (column) => column.notNull())
      .addColumn('is_first', 'integer', (column) => column.notNull())
      .addColumn('is_wanted', 'integer', (column) => column.notNull())
      .addColumn('requests', 'bigint', (column) => column.notNull())
      .addColumn('up_at', 'bigint', (column) => column.notNull())
      .addColumn('down_at', 'bigint')
      .addColumn('stopped_until', 'bigint', (column) => column.notNull())
      .addColumn('stops_in_row', 'integer', (column) => column.notNull())
      .addColumn('tokens', number, (column) => column.notNull())
      .addColumn('counted_at', 'bigint', (column) => column.notNull())
      .addColumn('burst_at', 'bigint')
      .addColumn('bucket', number, (column) => column.notNull())
      .addColumn('halved_at', 'bigint', (column) => column.notNull())
      .addColumn('breaker', 'text', (column) => column.notNull())
      .addColumn('unclear', 'integer', (column) => column.notNull())
      .addColumn('rest', 'bigint', (column) => column.notNull())
      .addColumn('rests_until', 'bigint', (column) => column.notNull())
      .addColumn('members', 'text', (column) => column.notNull())
      .execute();
  },
};

/** What back ends know of applicants, sealed: without the server's secret nothing of it can be read. */
const prefills: Migration = {
  async apply(database) {
    await database.schema
      .createTable('session_prefill')
      .addColumn('tenant', 'text', (column) => column.notNull())
      .addColumn('session', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('session_prefill_key', ['tenant', 'session'])
      .execute();
    await sql`create index session_prefill_expires on session_prefill (expires_at)`.execute(database);
    await sql`create index session_prefill_subject on session_prefill (tenant, subject)`.execute(database);
  },
};

const webhooks: Migration = { apply: makeWebhookTable };

/** A database of version n has the first n of them. */
export const migrations: readonly Migration[] = [
  ledger,
  trees,
  files,
  tags,
  sessionsBindingAndCopies,
  restoredAt,
  filesToDo,
  learnedReconcileDelay,
  people,
  lessonsAndConsents,
  turnsOfVisitors,
  heldTogether,
  prefills,
  webhooks,
];

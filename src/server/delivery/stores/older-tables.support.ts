/** For tests: the tables as an earlier release left them. */
import { sql } from 'kysely';
import type { StoreDatabase } from './tables.ts';

/** Version 12, from before back ends could say what they know of an applicant, and before webhooks were told. */
export async function backToVersionTwelve(database: StoreDatabase): Promise<void> {
  for (const table of ['session_prefill', 'webhook_event'])
    await sql`drop table ${sql.table(table)}`.execute(database);
  await sql`update store_version set version = 12`.execute(database);
}

/** Version 10, from before visitors took turns and processes shared what they learned of services. */
export async function backToVersionTen(database: StoreDatabase): Promise<void> {
  await backToVersionTwelve(database);
  for (const table of ['service_rate', 'request_count'])
    await sql`drop table ${sql.table(table)}`.execute(database);
  for (const index of ['submission_due', 'submission_visitor'])
    await sql`drop index ${sql.table(index)}`.execute(database);
  await sql`create index submission_due on submission (tenant, waiting_since, accepted_at)
    where due_at is not null`.execute(database);
  await sql`alter table submission drop column visitor`.execute(database);
  await sql`update store_version set version = 10`.execute(database);
}

/** Version 9, from before refusals taught anything, and before there were consents. */
export async function backToVersionNine(database: StoreDatabase): Promise<void> {
  await backToVersionTen(database);
  for (const table of ['lesson', 'consent']) await sql`drop table ${sql.table(table)}`.execute(database);
  await sql`alter table submission drop column consented`.execute(database);
  await sql`update store_version set version = 9`.execute(database);
}

/** Version 6, from before what is left to do with files had its indexes, what was learned its table, and people theirs. */
export async function backToVersionSix(database: StoreDatabase): Promise<void> {
  await backToVersionNine(database);
  for (const index of ['file_here', 'file_loose', 'submission_email', 'item_application'])
    await sql`drop index ${sql.table(index)}`.execute(database);
  for (const column of ['email_hash', 'erased_at'])
    await sql`alter table submission drop column ${sql.ref(column)}`.execute(database);
  await sql`drop table learned_quiet`.execute(database);
  await sql`update store_version set version = 6`.execute(database);
}

/**
 * Version 4, from before there were links, before what is sealed was bound to its destination, and before a
 * copy could be told from its store.
 */
export async function backToVersionFour(database: StoreDatabase): Promise<void> {
  await backToVersionSix(database);
  for (const table of ['session_code', 'revoked_session', 'unbound', 'store_copy', 'store_mode'])
    await sql`drop table ${sql.table(table)}`.execute(database);
  await sql`alter table submission drop column doubted_at`.execute(database);
  await sql`alter table submission rename column waiting_since to served_at`.execute(database);
  await sql`update store_version set version = 4`.execute(database);
}

/** Version 3, from before there were tags. */
export async function forgetTags(database: StoreDatabase): Promise<void> {
  await backToVersionFour(database);
  for (const column of ['tagged_at', 'tag_due_at', 'tag_tries'])
    await sql`alter table submission drop column ${sql.ref(column)}`.execute(database);
  await sql`update store_version set version = 3`.execute(database);
}

/** The rows of one simulation in a database: for a backup, and for the next simulation in its place. */
import { sql } from 'kysely';
import type { Tenant } from '../../src/core/model/ids.ts';
import type { StoreDatabase } from '../../src/server/store/tables.ts';

export async function readRows(database: StoreDatabase, tenant: Tenant) {
  const items = await database.selectFrom('item').selectAll().where('tenant', '=', tenant).execute();
  return {
    submissions: await database.selectFrom('submission').selectAll().where('tenant', '=', tenant).execute(),
    events: await database.selectFrom('webhook_event').selectAll().where('tenant', '=', tenant).execute(),
    consents: await database.selectFrom('consent').selectAll().where('tenant', '=', tenant).execute(),
    // libsql gives an ArrayBuffer, and takes none.
    items: items.map((row) => ({ ...row, payload: row.payload && new Uint8Array(row.payload) })),
  };
}

export type Rows = Awaited<ReturnType<typeof readRows>>;

export async function writeRows(
  database: StoreDatabase,
  tenant: Tenant,
  { submissions, items, events, consents }: Rows,
): Promise<void> {
  await clearSubmissions(database, tenant);
  for (const row of submissions) await database.insertInto('submission').values(row).execute();
  for (const row of items) await database.insertInto('item').values(row).execute();
  for (const row of events) await database.insertInto('webhook_event').values(row).execute();
  for (const row of consents) await database.insertInto('consent').values(row).execute();
}

/** Keeps the tables small for the next simulations. */
export async function clearRows(database: StoreDatabase, tenant: Tenant): Promise<void> {
  await clearSubmissions(database, tenant);
  await database.deleteFrom('lesson').where('tenant', '=', tenant).execute();
  await sql`delete from learned_quiet where tenant = ${tenant}`.execute(database);
}

async function clearSubmissions(database: StoreDatabase, tenant: Tenant): Promise<void> {
  await database.updateTable('store_copy').set({ restored_at: null }).execute();
  await database.deleteFrom('webhook_event').where('tenant', '=', tenant).execute();
  await database.deleteFrom('consent').where('tenant', '=', tenant).execute();
  await database.deleteFrom('item').where('tenant', '=', tenant).execute();
  await database.deleteFrom('submission').where('tenant', '=', tenant).execute();
}

/** A store whose tables have another version, or none, is refused and not changed. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { systemClock } from '../clock.ts';
import { open, useFolder, usePostgres } from './engines.support.ts';
import { openStore } from './open-store.ts';
import { openPostgres } from './postgres.ts';
import { acme } from './samples.support.ts';
import { openSqlite } from './sqlite.ts';
import { SCHEMA_VERSION, type StoreDatabase, tables } from './tables.ts';

const folder = useFolder();
const postgres = usePostgres();

/** Opens a database without checking its version. */
async function openAnyway(address: string): Promise<StoreDatabase> {
  const opened = address.startsWith('file:')
    ? openSqlite(address.slice(5), systemClock)
    : await openPostgres(address);
  if (!opened.ok) throw new Error(opened.error);
  return opened.value.database;
}

const setVersion = (database: StoreDatabase, version: number) =>
  sql`update store_version set version = ${version}`.execute(database);

/** Returns the columns and rows of every table. */
async function contentOf(address: string): Promise<unknown> {
  const database = await openAnyway(address);
  const names = (await database.introspection.getTables()).map(({ name, columns }) => [name, columns]);
  const rows = [];
  for (const name of [...Object.keys(tables), 'store_version'])
    rows.push((await sql`select * from ${sql.table(name)}`.execute(database)).rows);
  await database.destroy();
  return { names, rows };
}

const engines: readonly (readonly [string, () => Promise<string>])[] = [
  ['a file', async () => `file:${join(mkdtempSync(join(folder, 'store-')), 'apply.db')}`],
  ['Postgres', () => postgres().addDatabase()],
];

describe.each(engines)('a store in %s', (_, addressOf) => {
  test.each([
    ['an older', SCHEMA_VERSION - 1],
    ['a newer', SCHEMA_VERSION + 13],
  ])('with %s version is refused with advice and is not changed', async (_age, version) => {
    const address = await addressOf();
    const store = await open(address);
    await store.trees.write(acme, 'form', '{"data":[]}');
    await setVersion(store.engine.database, version);
    await store.close();
    const before = await contentOf(address);
    expect(await openStore(address)).toEqual({
      ok: false,
      error: `The tables of the store are of version ${version}, and this release has version ${SCHEMA_VERSION}. Nothing in it was changed: let the release that wrote it deliver what is open, then start this one on another APPLY_STORE.`,
    });
    expect(await contentOf(address)).toEqual(before);
  });

  test('with one of the tables and no version is refused, and nothing is added', async () => {
    const address = await addressOf();
    const database = await openAnyway(address);
    await sql`create table tree (name text)`.execute(database);
    await database.destroy();
    expect(await openStore(address)).toMatchObject({
      ok: false,
      error: expect.stringMatching(/^The tables of the store cannot be created: /),
    });
    const after = await openAnyway(address);
    expect((await after.introspection.getTables()).map(({ name }) => name)).toEqual(['tree']);
    await after.destroy();
  });
});

/** Creates the tables of a new store, and refuses a store whose tables are of another version. */
import { sql, type Transaction } from 'kysely';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { Table } from './table.ts';
import { type StoreDatabase, type StoreTables, tables } from './tables.ts';

/** Of the tables: another number wherever `tables.ts` changes what lies in a store. */
export const SCHEMA_VERSION = 1;

/** Called first in the transaction: of several processes that start at once, one does it, the others wait. */
export type LockSchema = (transaction: Transaction<StoreTables>) => Promise<void>;

export interface CreationDependencies {
  /** The type of a column of bytes, in which the engines differ. */
  readonly bytes: 'blob' | 'bytea';
  readonly lock: LockSchema;
}

/** All of them or none. The error is a sentence: nothing in the store was changed. */
export function createTables(
  database: StoreDatabase,
  { bytes, lock }: CreationDependencies,
): Promise<Outcome<null, string>> {
  // What another process made while this one waited must be seen after it. (A file has no other level.)
  const transacting = database.transaction().setIsolationLevel('read committed');
  return transacting.execute(async (transaction) => {
    await lock(transaction);
    await sql`create table if not exists store_version (version integer not null)`.execute(transaction);
    const found = await sql<{ version: number }>`select version from store_version`.execute(transaction);
    const version = found.rows[0]?.version;
    if (version !== undefined)
      return version === SCHEMA_VERSION ? success(null) : failure(ofOtherVersion(version));
    for (const [name, table] of Object.entries(tables))
      for (const statement of statementsOf(name, table, bytes)) await sql.raw(statement).execute(transaction);
    await sql`insert into store_version values (${SCHEMA_VERSION})`.execute(transaction);
    return success(null);
  });
}

function statementsOf(
  name: string,
  { columns, primaryKey, indexes }: Table,
  bytes: string,
): readonly string[] {
  const defined = Object.entries(columns).map(
    ([column, { sql: type }]) => `"${column}" ${type.replace('BYTES', bytes)}`,
  );
  const key = primaryKey === null ? [] : [`primary key (${primaryKey})`];
  return [
    `create table "${name}" (${[...defined, ...key].join(', ')})`,
    ...indexes.map((index) => `create ${index}`),
  ];
}

const ofOtherVersion = (version: number): string =>
  `The tables of the store are of version ${version}, and this release has version ${SCHEMA_VERSION}. Nothing in it was changed: let the release that wrote it deliver what is open, then start this one on another APPLY_STORE.`;

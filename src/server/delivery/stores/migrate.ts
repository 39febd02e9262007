/** Brings a database to the tables of this release: all of the steps or none. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { failure, type Outcome, success } from '../../../core/model/outcome.ts';
import { migrations } from './migrations.ts';
import type { StoreDatabase, StoreTables } from './tables.ts';

export interface MigrationDependencies {
  /** The type of a column of bytes. */
  readonly bytes: RawBuilder<unknown>;
  /** Called first in the transaction: of several processes that start at once, one does it, the others wait. */
  lock(transaction: Transaction<StoreTables>): Promise<void>;
}

/** The error is a sentence: this database belongs to a newer release. */
export async function migrate(
  database: StoreDatabase,
  { bytes, lock }: MigrationDependencies,
): Promise<Outcome<null, string>> {
  // What another process made while this one waited must be seen after it. (A file has no other level.)
  const transacting = database.transaction().setIsolationLevel('read committed');
  return transacting.execute(async (transaction) => {
    await lock(transaction);
    await sql`create table if not exists store_version (version integer not null)`.execute(transaction);
    const found = await sql<{ version: number }>`select version from store_version`.execute(transaction);
    const version = found.rows[0]?.version ?? 0;
    if (version > migrations.length) return failure(tooNew(version));
    if (version === migrations.length) return success(null);
    for (const { apply } of migrations.slice(version)) await apply(transaction, bytes);
    await sql`delete from store_version`.execute(transaction);
    await sql`insert into store_version values (${migrations.length})`.execute(transaction);
    return success(null);
  });
}

const tooNew = (version: number) =>
  `The store has tables of version ${version}, and this release knows ${migrations.length}: a newer release wrote it.`;

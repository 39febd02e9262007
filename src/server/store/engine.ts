/** What the store's engines share: their clocks, the making of tables, one transaction, and whether it can be written. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import {
  type Engine,
  SCHEMA_VERSION,
  type StoreDatabase,
  type StoreTables,
  type Table,
  tables,
} from './tables.ts';

export interface StoreClock {
  /** Milliseconds since 1970, as an expression of SQL. */
  now(): RawBuilder<number>;
}

/** @param read milliseconds since 1970 */
export const readClock = (read: () => number): StoreClock => ({
  now: () => sql<number>`cast(${Math.round(read())} as bigint)`,
});

/** Of Postgres: what time it is, not when the transaction began. In a subquery it is read once a statement. */
export const databaseClock: StoreClock = {
  now: () => sql<number>`(select (extract(epoch from clock_timestamp()) * 1000)::bigint)`,
};

/** Part by which it runs faster or slower while it is wrong: an hour is made up for in less than a day. */
const SLEW = 0.05;

/**
 * The time of this machine, which may be set while work is waiting: it never jumps, so that a quiet time or a
 * lease lasts as long as it should, and comes back to what the machine shows little by little.
 */
export function steadyTime({ now, monotonic }: Pick<Clock, 'now' | 'monotonic'>): () => number {
  let [shown, at] = [now(), monotonic()];
  return () => {
    const passed = monotonic() - at;
    at += passed;
    const [least, most] = [shown + passed * (1 - SLEW), shown + passed * (1 + SLEW)];
    shown = Math.min(Math.max(now(), least), most);
    return shown;
  };
}

/** One transaction, rolled back when `act` returns null. */
export async function atomically<Result>(
  database: StoreDatabase,
  act: (transaction: Transaction<StoreTables>) => Promise<Result | null>,
): Promise<Result | null> {
  const transaction = await database.startTransaction().execute();
  try {
    const result = await act(transaction);
    await (result === null ? transaction.rollback() : transaction.commit()).execute();
    return result;
  } catch (error) {
    // The engine may have undone it already (a full disk), or be gone: the first error is the one that is reported.
    if (!transaction.isCommitted && !transaction.isRolledBack)
      await transaction
        .rollback()
        .execute()
        .catch(() => null);
    throw error;
  }
}

/** Characters: of several pages, so that a full disk is noticed. */
const SIZE = 16_384;

/** A row of `tree` that is of no tenant: their names are never empty. */
const place = { tenant: tenant(''), form: 'write probe' };

/** Another text each time: what is the same need not be written. */
export function canWrite(database: StoreDatabase): Promise<boolean> {
  const json = crypto.randomUUID().padEnd(SIZE);
  return database
    .insertInto('tree')
    .values({ ...place, json })
    .onConflict((conflict) => conflict.columns(['tenant', 'form']).doUpdateSet({ json }))
    .execute()
    .then(
      () => true,
      () => false,
    );
}

/** Milliseconds for which one result holds, so that a check each second is not a write each second. */
const GOOD_FOR = 5_000;

/** @param now milliseconds that only grow */
export function askSeldom(ask: () => Promise<boolean>, now: () => number) {
  let last: { readonly at: number; readonly answer: Promise<boolean> } | null = null;
  return (): Promise<boolean> => {
    if (last === null || now() - last.at >= GOOD_FOR) last = { at: now(), answer: ask() };
    return last.answer;
  };
}

/** Of several processes that start at once one goes on, the others wait for the end of its transaction. */
export async function lockStore(
  { locksRows }: Pick<Engine, 'locksRows'>,
  transaction: StoreDatabase,
): Promise<void> {
  if (locksRows) await sql`select pg_advisory_xact_lock(${STORE_LOCK})`.execute(transaction);
}

/** Any number that no other program on the same database locks. */
const STORE_LOCK = 4_172_650_331;

/** Creates the tables of a new store, all of them or none. The error is a sentence: nothing in the store was changed. */
export const createTables = (engine: Engine): Promise<Outcome<null, string>> =>
  engine.database.transaction().execute(async (transaction) => {
    await lockStore(engine, transaction);
    await sql`create table if not exists store_version (version integer not null)`.execute(transaction);
    const found = await sql<{ version: number }>`select version from store_version`.execute(transaction);
    const version = found.rows[0]?.version;
    if (version !== undefined)
      return version === SCHEMA_VERSION ? success(null) : failure(ofOtherVersion(version));
    const bytes = engine.locksRows ? 'bytea' : 'blob';
    for (const [name, table] of Object.entries(tables))
      for (const statement of statementsOf(name, table, bytes)) await sql.raw(statement).execute(transaction);
    await sql`insert into store_version values (${SCHEMA_VERSION})`.execute(transaction);
    return success(null);
  });

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

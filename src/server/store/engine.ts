/** The clock of a store: of the database where several processes share it, else of this machine. */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import type { StoreDatabase, StoreTables } from './tables.ts';

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

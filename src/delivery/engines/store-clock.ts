/** The clock of a store: of the database where several processes share it, else of this machine. */
import { type RawBuilder, sql } from 'kysely';

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

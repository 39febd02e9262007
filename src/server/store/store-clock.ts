/** The clock of a store: of the database where several processes share it, else of this machine. */
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../clock.ts';

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

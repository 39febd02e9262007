/** Counts of requests, beside the ledger: what several processes allow together. */
import { CompiledQuery, sql } from 'kysely';
import type { LimitStore } from '../ports.ts';
import type { Engine } from './tables.ts';

export interface DurableLimits extends LimitStore {
  /** Forgets what is over. */
  sweep(): Promise<void>;
}

/** Rows that one statement removes. */
const SWEPT_AT_ONCE = 500;

/** Only Postgres has the statements that it is asked. */
export const createLimitStore = ({ database, clock }: Pick<Engine, 'database' | 'clock'>): DurableLimits => ({
  table: 'request_count',
  async query({ text, values }) {
    const { rows } = await database.executeQuery(CompiledQuery.raw(text, [...values]));
    return { rows, rowCount: rows.length };
  },
  async sweep() {
    for (;;) {
      const over = database
        .selectFrom('request_count')
        .select('key')
        .where('expire', '<=', sql<number>`${clock.now()}`)
        .orderBy('expire')
        .limit(SWEPT_AT_ONCE);
      const { numDeletedRows } = await database
        .deleteFrom('request_count')
        .where('key', 'in', over)
        .executeTakeFirst();
      if (numDeletedRows < BigInt(SWEPT_AT_ONCE)) return;
    }
  },
});

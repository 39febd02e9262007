/** Counts of requests, beside the ledger: what several processes allow together. */
import { CompiledQuery } from 'kysely';
import type { LimitStore } from '../ports.ts';
import type { StoreDatabase } from './tables.ts';

/** Only Postgres has the statements that it is asked. */
export const createLimitStore = (database: StoreDatabase): LimitStore => ({
  table: 'request_count',
  async query({ text, values }) {
    const { rows } = await database.executeQuery(CompiledQuery.raw(text, [...values]));
    return { rows, rowCount: rows.length };
  },
});

/** What several processes allow together, beside the ledger: requests of visitors, and turns to ask the service. Only Postgres has these statements. */
import { CompiledQuery, sql } from 'kysely';
import type { Tenant } from '../../core/model/ids.ts';
import type { Allowance } from '../ledger/rate-limiter.ts';
import type { LimitStore } from '../ports.ts';
import type { Engine, StoreDatabase } from './tables.ts';

export const createLimitStore = (database: StoreDatabase): LimitStore => ({
  table: 'request_count',
  async query({ text, values }) {
    const { rows } = await database.executeQuery(CompiledQuery.raw(text, [...values]));
    return { rows, rowCount: rows.length };
  },
});

/** One row of the tenant, which each process puts forward by the turn that it takes. */
export const createAllowance = (
  { database, clock }: Pick<Engine, 'database' | 'clock'>,
  tenant: Tenant,
): Allowance => ({
  async claim(interval, burst) {
    const turn = Math.max(Math.round(interval), 1);
    const earliest = sql`${clock.now()} - ${sql.lit(Math.round((burst - 1) * turn))}`;
    const { rows } = await sql<{ wait: number }>`insert into service_rate (tenant, next_at)
      values (${tenant}, ${earliest} + ${sql.lit(turn)}) on conflict (tenant) do update
      set next_at = greatest(service_rate.next_at, ${earliest}) + ${sql.lit(turn)}
      returning next_at - ${sql.lit(turn)} - ${clock.now()} as wait`.execute(database);
    return rows[0]?.wait ?? 0;
  },
  async stop(milliseconds) {
    const until = sql`${clock.now()} + ${sql.lit(Math.ceil(milliseconds))}`;
    await sql`insert into service_rate (tenant, next_at) values (${tenant}, ${until}) on conflict (tenant) do update
      set next_at = greatest(service_rate.next_at, ${until})`.execute(database);
  },
});

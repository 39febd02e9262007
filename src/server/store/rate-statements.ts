/** The account of each tenant's service: a row that every process reads and writes, by its version. */
import type { Selectable } from 'kysely';
import type { Tenant } from '../../core/model/ids.ts';
import type { RateMember, SharedRate, WrittenRate } from '../ledger/rate-limit/rate-share.ts';
import type { RateStore } from '../ledger/rate-limit/rate-store.ts';
import type { Engine, StoreTables } from './tables.ts';

type Row = Selectable<StoreTables['service_rate']>;

export const createRateStore = ({ database, clock }: Pick<Engine, 'database' | 'clock'>): RateStore => ({
  async read(tenant) {
    // The time is told of a tenant, too, of which nothing is known.
    const [row] = await database
      .selectFrom(database.selectNoFrom(clock.now().as('now')).as('store'))
      .leftJoin('service_rate', (join) => join.on('service_rate.tenant', '=', tenant))
      .select('store.now')
      .selectAll('service_rate')
      .execute();
    if (row === undefined) throw new Error('The store told no time.');
    return { shared: sharedOf(row), version: row.version ?? 0, now: row.now };
  },
  async write(tenant, version, shared) {
    const row = rowOf(tenant, version + 1, shared);
    if (version === 0) {
      const made = await database
        .insertInto('service_rate')
        .values(row)
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst();
      return made.numInsertedOrUpdatedRows === 1n;
    }
    const changed = await database
      .updateTable('service_rate')
      .set(row)
      .where((is) => is.and({ tenant, version }))
      .executeTakeFirst();
    return changed.numUpdatedRows === 1n;
  },
});

const nothing: SharedRate = { account: null, members: [] };

/** @param row all of it is null where there is none */
function sharedOf(row: { readonly [Column in keyof Row]: Row[Column] | null }): SharedRate {
  return isThere(row) ? { account: accountOf(row), members: readMembers(row.members) } : nothing;
}

const isThere = (row: { readonly [Column in keyof Row]: Row[Column] | null }): row is Row =>
  row.version !== null;

const accountOf = (row: Row): WrittenRate['account'] => ({
  rate: row.rate,
  isFirst: row.is_first === 1,
  isWanted: row.is_wanted === 1,
  requests: row.requests,
  upAt: row.up_at,
  downAt: row.down_at,
  stoppedUntil: row.stopped_until,
  stopsInRow: row.stops_in_row,
  tokens: row.tokens,
  countedAt: row.counted_at,
  burstAt: row.burst_at,
  bucket: row.bucket,
  halvedAt: row.halved_at,
  breaker: row.breaker,
  unclear: row.unclear,
  rest: row.rest,
  restsUntil: row.rests_until,
});

const rowOf = (tenant: Tenant, version: number, { account, members }: WrittenRate): Row => ({
  tenant,
  version,
  rate: account.rate,
  is_first: account.isFirst ? 1 : 0,
  is_wanted: account.isWanted ? 1 : 0,
  requests: account.requests,
  up_at: Math.round(account.upAt),
  down_at: account.downAt === null ? null : Math.round(account.downAt),
  // Later, not sooner.
  stopped_until: Math.ceil(account.stoppedUntil),
  stops_in_row: account.stopsInRow,
  tokens: account.tokens,
  counted_at: Math.round(account.countedAt),
  burst_at: account.burstAt === null ? null : Math.round(account.burstAt),
  bucket: account.bucket,
  halved_at: Math.round(account.halvedAt),
  breaker: account.breaker,
  unclear: account.unclear,
  rest: Math.round(account.rest),
  rests_until: Math.ceil(account.restsUntil),
  members: JSON.stringify(members.map(({ owner, seenAt, waitsSince }) => [owner, seenAt, waitsSince])),
});

/** What another release wrote in another way is left out. */
function readMembers(text: string): readonly RateMember[] {
  const value: unknown = JSON.parse(text);
  return Array.isArray(value) ? value.flatMap(memberOf) : [];
}

function memberOf(value: unknown): readonly RateMember[] {
  if (!Array.isArray(value)) return [];
  const [owner, seenAt, waitsSince]: readonly unknown[] = value;
  if (typeof owner !== 'string' || typeof seenAt !== 'number') return [];
  return [{ owner, seenAt, waitsSince: typeof waitsSince === 'number' ? waitsSince : null }];
}

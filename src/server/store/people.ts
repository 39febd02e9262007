/** Queries for operators: one person's submissions, consents, attention, and the backlog. */
import { type RawBuilder, sql } from 'kysely';
import { unreachable } from '../../core/model/failure.ts';
import type { Subject, Tenant } from '../../core/model/ids.ts';
import { giveTurn } from '../clock.ts';
import type { Backlog, LedgerStore, UndeliveredState } from '../ledger/ledger-store.ts';
import type { PersonQuery } from '../people.ts';
import { readRecords } from './records.ts';
import type { Engine } from './tables.ts';
import { LISTED_AT_ONCE } from './webhooks.ts';

/** The most submissions that are counted: counting a million would block the store. */
const MOST_UNFINDABLE = 10_000;

/** Conditions are written without parameters, so that libsql sees that an index covers them. */
const needsAttention = sql<boolean>`item.state in ('refused', 'parked')`;
const madeForJob = sql`job is not null`;

function filterOf(tenant: Tenant, query: PersonQuery): RawBuilder<unknown> {
  switch (query.kind) {
    case 'reference':
      return sql`reference = ${query.reference}`;
    case 'application':
      return sql`subject in (select ${query.application} union all
        select subject from item where tenant = ${tenant} and service_id = ${query.application} and question = '')`;
    case 'email':
      return query.hashes.length === 0
        ? sql`1 = 0`
        : sql`email_hash in (${sql.join(query.hashes)}) and ${madeForJob}`;
    default:
      return unreachable(query);
  }
}

type Reports =
  | 'findPerson'
  | 'countUnfindable'
  | 'findConsents'
  | 'listAttention'
  | 'countVisitors'
  | 'backlog';

export const reports = (engine: Engine): Pick<LedgerStore, Reports> => ({
  findPerson: (tenant, query) => readRecords(engine, sql`tenant = ${tenant} and ${filterOf(tenant, query)}`),
  async countUnfindable(tenant, hashes) {
    const names = [...new Set(hashes.map((hash) => hash.slice(0, hash.indexOf('.') + 1)))];
    const isOfKey = (name: string) => sql`substr(email_hash, 1, ${sql.lit(name.length)}) = ${name}`;
    const found = names.length === 0 ? sql`1 = 0` : sql.join(names.map(isOfKey), sql` or `);
    const { rows } = await sql<{ count: number }>`select count(*) as count from (
      select subject from submission where tenant = ${tenant} and ${madeForJob}
      and (email_hash is null or not (${found})) limit ${sql.lit(MOST_UNFINDABLE)}) as unfindable`.execute(
      engine.database,
    );
    return rows[0]?.count ?? 0;
  },
  async findConsents(tenant, of) {
    const rows = await engine.database
      .selectFrom('consent')
      .selectAll()
      .where((is) => is.and({ tenant, ...of }))
      .orderBy('given_at')
      .orderBy('id')
      .execute();
    return rows.map(({ tenant: _tenant, given_at, ...consent }) => ({ ...consent, givenAt: given_at }));
  },
  async listAttention(tenant, after) {
    const { rows } = await sql<{ subject: Subject; acceptedAt: number }>`
      select distinct item.subject, accepted_at as "acceptedAt" from item
      join submission on submission.tenant = item.tenant and submission.subject = item.subject
      where item.tenant = ${tenant} and item.subject > ${after ?? ''} and ${needsAttention} and erased_at is null
      order by item.subject limit ${sql.lit(LISTED_AT_ONCE)}`.execute(engine.database);
    return rows;
  },
  async countVisitors() {
    const rows = await count<Counted>(
      engine,
      sql`count(*) as count from submission
      where settled_at is null and visitor = 1 group by tenant`,
    );
    return new Map(rows.map((row) => [row.tenant, row.count]));
  },
  async backlog() {
    const open = await count<Counted & { oldest: number }>(
      engine,
      sql`count(*) as count,
      min(accepted_at) as oldest from submission where settled_at is null group by tenant`,
    );
    const attention = await count<Counted>(
      engine,
      sql`count(distinct subject) as count from item
      where ${needsAttention} group by tenant`,
    );
    const items = await count<Counted & { state: UndeliveredState }>(
      engine,
      sql`state, count(*) as count
      from item where state <> 'delivered' group by tenant, state`,
    );
    return [...new Set([...open, ...attention].map(({ tenant }) => tenant))].map((tenant): Backlog => {
      const isOf = (row: Counted) => row.tenant === tenant;
      const unsettled = open.find(isOf);
      const counts = items.filter(isOf).map(({ state, count }) => [state, count] as const);
      return {
        tenant,
        queued: unsettled?.count ?? 0,
        attention: attention.find(isOf)?.count ?? 0,
        items: { ...none, ...Object.fromEntries(counts) },
        oldestAcceptedAt: unsettled?.oldest ?? null,
      };
    });
  },
});

const none = { queued: 0, sending: 0, unclear: 0, refused: 0, parked: 0 };

interface Counted {
  readonly tenant: Tenant;
  readonly count: number;
}

async function count<Row>({ database }: Engine, what: RawBuilder<unknown>): Promise<readonly Row[]> {
  const { rows } = await sql<Row>`select tenant, ${what}`.execute(database);
  await giveTurn();
  return rows;
}

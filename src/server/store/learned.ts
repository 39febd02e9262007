/**
 * Knowledge about a service: the last good question set of each form, lessons from its refusals, and its reconcile
 * delay.
 */
import { sql } from 'kysely';
import { type FieldName, fieldNames } from '../../core/model/details.ts';
import type { JobId, Tenant } from '../../core/model/ids.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { RECONCILE_DELAY_KEPT } from '../ledger/record.ts';
import { LESSON_KEPT, type Lessons, type TreeStore } from '../ports.ts';
import type { Engine, StoreDatabase } from './tables.ts';

export function createTreeStore(database: StoreDatabase): TreeStore {
  return {
    async read(tenant, form) {
      const row = await database
        .selectFrom('tree')
        .select('json')
        .where((is) => is.and({ tenant, form }))
        .executeTakeFirst();
      return row?.json ?? null;
    },
    async write(tenant, form, json) {
      await database
        .insertInto('tree')
        .values({ tenant, form, json })
        .onConflict((conflict) => conflict.columns(['tenant', 'form']).doUpdateSet({ json }))
        .execute();
    },
  };
}

/** Lessons are shared by all processes, so that all ask the same of the next visitors. */
export function createLessonStore({ database, clock }: Pick<Engine, 'database' | 'clock'>): Lessons {
  const isFresh = () => sql<boolean>`refused_at > ${clock.now()} - ${sql.lit(LESSON_KEPT)}`;
  const isOf = (tenant: Tenant, job: JobId) => sql<boolean>`tenant = ${tenant} and job = ${job}`;
  return {
    async list(tenant, job) {
      const rows = await database
        .selectFrom('lesson')
        .select(['job', 'field', 'learned_at as learnedAt', 'refused_at as refusedAt', 'agreed'])
        .where((lesson) => lesson.and({ tenant, ...(job && { job }) }))
        .where(isFresh())
        .orderBy('learned_at')
        .orderBy('job')
        .orderBy('field')
        .execute();
      return rows.map((row) => ({ ...row, agreed: row.agreed === 1 }));
    },
    learn: (tenant, job, refused) =>
      database.transaction().execute(async (transaction) => {
        // A fixed order, so that two processes that learn the same never wait for each other.
        const fields = fieldNames.filter((name) => refused.includes(name));
        if (fields.length === 0) return [];
        // An expired lesson does not count, so the operator has to agree again.
        await sql`delete from lesson where ${isOf(tenant, job)} and not (${isFresh()})`.execute(transaction);
        const now = clock.now();
        const rows = fields.map((field) => sql`(${tenant}, ${job}, ${field}, ${now}, ${now}, 0)`);
        const added = await sql<{ field: FieldName }>`insert into lesson
          (tenant, job, field, learned_at, refused_at, agreed) values ${sql.join(rows)}
          on conflict do nothing returning field`.execute(transaction);
        await sql`update lesson set refused_at = ${now}
          where ${isOf(tenant, job)} and field in (${sql.join(fields)})`.execute(transaction);
        return added.rows.map(({ field }) => field);
      }),
    async agree(tenant, job, field) {
      const { numAffectedRows } = await sql`update lesson set agreed = 1
        where ${isOf(tenant, job)} and field = ${field} and ${isFresh()}`.execute(database);
      return numAffectedRows === 1n;
    },
    async clear(tenant, job, field) {
      const which = field === null ? sql`1 = 1` : sql`field = ${field}`;
      const { numAffectedRows = 0n } = await sql`delete from lesson
        where ${isOf(tenant, job)} and ${which} and ${isFresh()}`.execute(database);
      return numAffectedRows > 0n;
    },
  };
}

const oldestDelay = (clock: Engine['clock']) => sql<number>`(${clock.now()} - ${RECONCILE_DELAY_KEPT})`;

/** @returns milliseconds by tenant */
export async function readReconcileDelay(database: StoreDatabase, clock: Engine['clock']) {
  const rows = await database
    .selectFrom('learned_quiet')
    .select(['tenant', 'milliseconds'])
    .where('learned_at', '>', oldestDelay(clock))
    .execute();
  return new Map(rows.map(({ tenant, milliseconds }) => [tenant, milliseconds]));
}

export function reconcileDelays({
  database,
  clock,
}: Engine): Pick<LedgerStore, 'readReconcileDelay' | 'learnReconcileDelay'> {
  return {
    readReconcileDelay: () => readReconcileDelay(database, clock),
    async learnReconcileDelay(tenant, milliseconds) {
      const learned = { milliseconds: Math.round(milliseconds), learned_at: clock.now() };
      await database
        .insertInto('learned_quiet')
        .values({ tenant, ...learned })
        .onConflict((conflict) =>
          conflict
            .column('tenant')
            .doUpdateSet(learned)
            .where((is) =>
              is.or([
                is('learned_quiet.milliseconds', '<=', learned.milliseconds),
                is('learned_quiet.learned_at', '<=', oldestDelay(clock)),
              ]),
            ),
        )
        .execute();
    },
  };
}

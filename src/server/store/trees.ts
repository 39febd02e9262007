/** What is known of a service: the last good question set of each form, and how late it stores what it was sent. */
import { sql } from 'kysely';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { RECONCILE_DELAY_KEPT } from '../ledger/record.ts';
import type { TreeStore } from '../ports.ts';
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

export function reconcileDelays({
  database,
  clock,
}: Engine): Pick<LedgerStore, 'readReconcileDelay' | 'learnReconcileDelay'> {
  const oldest = () => sql<number>`(${clock.now()} - ${RECONCILE_DELAY_KEPT})`;
  return {
    async readReconcileDelay() {
      const rows = await database
        .selectFrom('learned_quiet')
        .select(['tenant', 'milliseconds'])
        .where('learned_at', '>', oldest())
        .execute();
      return new Map(rows.map(({ tenant, milliseconds }) => [tenant, milliseconds]));
    },
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
                is('learned_quiet.learned_at', '<=', oldest()),
              ]),
            ),
        )
        .execute();
    },
  };
}

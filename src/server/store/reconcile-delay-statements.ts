/** What was learned of each service: how long it may store what it was sent long before. */
import { sql } from 'kysely';
import { type LedgerStore, RECONCILE_DELAY_KEPT } from '../ledger/ledger-store.ts';
import type { Engine } from './tables.ts';

export const reconcileDelayStatements = ({
  database,
  clock,
}: Engine): Pick<LedgerStore, 'readReconcileDelay' | 'learnReconcileDelay'> => ({
  async readReconcileDelay() {
    const rows = await database
      .selectFrom('learned_quiet')
      .select(['tenant', 'milliseconds'])
      .where('learned_at', '>', sql<number>`(${clock.now()} - ${RECONCILE_DELAY_KEPT})`)
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
              is('learned_quiet.learned_at', '<=', sql<number>`(${clock.now()} - ${RECONCILE_DELAY_KEPT})`),
            ]),
          ),
      )
      .execute();
  },
});

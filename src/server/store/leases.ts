/** Who works on which submission: taking, and when there is something to take. */
import { sql } from 'kysely';
import type { Tenant } from '../../core/model/ids.ts';
import type { LeaseWish, LedgerStore } from '../ledger/ledger-store.ts';
import { readRecords } from './queries.ts';
import type { Engine, StoreDatabase, SubmissionRow } from './tables.ts';

export function leases(engine: Engine): Pick<LedgerStore, 'lease' | 'nextDue'> {
  return {
    async lease(wish) {
      if (wish.tenants.length === 0 || wish.most < 1) return [];
      const rows = await grant(engine, wish);
      return readRecords(engine.database, [...rows].sort(byWaiting));
    },
    nextDue: (tenants, isOfKnown = false) => nextDue(engine.database, tenants, isOfKnown),
  };
}

/** Written out, without parameters, as in `needsAttention`. */
const applicantsOf = (isOfKnown: boolean) =>
  isOfKnown ? sql<boolean>`visitor = 0` : sql<boolean>`visitor >= 0`;

function grant(
  { database, clock, locksRows }: Engine,
  { owner, duration, most, tenants, isOfKnown = false }: LeaseWish,
): Promise<readonly SubmissionRow[]> {
  const now = clock.now();
  return database
    .with(
      (name) => name('free').materialized(),
      (query) => {
        const free = query
          .selectFrom('submission')
          .select(['submission.tenant as free_tenant', 'submission.subject as free_subject'])
          .where('tenant', 'in', tenants)
          .where(applicantsOf(isOfKnown))
          .where('due_at', '<=', now)
          .where('lease_until', '<=', now)
          .orderBy('visitor')
          .orderBy('waiting_since')
          .orderBy('accepted_at')
          .orderBy('subject')
          .limit(most);
        // Rows that another process is just taking are skipped, not waited for.
        return locksRows ? free.forUpdate().skipLocked() : free;
      },
    )
    .updateTable('submission')
    .from('free')
    .set({ lease_owner: owner, lease_until: sql<number>`${now} + ${Math.round(duration)}` })
    .whereRef('tenant', '=', 'free_tenant')
    .whereRef('subject', '=', 'free_subject')
    .returningAll()
    .execute();
}

const byWaiting = (one: SubmissionRow, other: SubmissionRow): number =>
  one.visitor - other.visitor ||
  one.waiting_since - other.waiting_since ||
  one.accepted_at - other.accepted_at ||
  (one.subject < other.subject ? -1 : 1);

/** Of a leased one: when its lease runs out, whichever worker has it. */
async function nextDue(
  database: StoreDatabase,
  tenants: readonly Tenant[],
  isOfKnown: boolean,
): Promise<number | null> {
  if (tenants.length === 0) return null;
  const row = await database
    .selectFrom('submission')
    .select((is) =>
      is.fn
        .min<number | null>(
          is
            .case()
            .when(is('due_at', '<', is.ref('lease_until')))
            .then(is.ref('lease_until'))
            .else(is.ref('due_at'))
            .end(),
        )
        .as('at'),
    )
    .where('tenant', 'in', tenants)
    .where(applicantsOf(isOfKnown))
    .where('due_at', 'is not', null)
    .executeTakeFirst();
  return row?.at ?? null;
}

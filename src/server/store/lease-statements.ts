/** Who works on which submission: taking, keeping and giving back, and when there is something to take. */
import { sql } from 'kysely';
import type { Tenant } from '../../core/model/ids.ts';
import type { Held, LeaseWish, LedgerStore, RecordChange } from '../ledger/ledger-store.ts';
import { readRecords } from './read-records.ts';
import { keyOf } from './rows.ts';
import type { Engine, StoreDatabase, SubmissionRow } from './tables.ts';

export function leaseStatements(
  engine: Engine,
): Pick<LedgerStore, 'lease' | 'renew' | 'change' | 'release' | 'nextDue'> {
  const { database, clock } = engine;
  return {
    async lease(wish) {
      if (wish.tenants.length === 0 || wish.most < 1) return [];
      const rows = await grant(engine, wish);
      return readRecords(database, [...rows].sort(byWaiting));
    },
    async renew(held, duration) {
      const until = sql<number>`${clock.now()} + ${Math.round(duration)}`;
      const result = await heldSubmission(engine, held).set({ lease_until: until }).executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },
    async change(held, change) {
      const columns = submissionColumns(change);
      const result = await heldSubmission(engine, held).set(columns).executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },
    async release(held, { version, dueAt }) {
      const wished = dueAt === null ? null : Math.round(dueAt);
      const result = await heldSubmission(engine, held)
        .set((is) => ({
          lease_owner: null,
          lease_until: 0,
          due_at: is.case().when('version', '=', version).then(wished).else(clock.now()).end(),
        }))
        .executeTakeFirst();
      return result.numUpdatedRows === 1n;
    },
    nextDue: (tenants, isOfKnown = false) => nextDue(database, tenants, isOfKnown),
  };
}

/** Written out, without parameters, as in `needsAttention`. */
const applicantsOf = (isOfKnown: boolean) =>
  isOfKnown ? sql<boolean>`visitor = 0` : sql<boolean>`visitor >= 0`;

/** To be updated where this owner holds it, and not where the lease ran out. */
const heldSubmission = ({ database, clock }: Engine, { key, owner }: Held) =>
  database
    .updateTable('submission')
    .where((is) => is.and({ ...keyOf(key), lease_owner: owner }))
    .where('lease_until', '>', clock.now());

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

function submissionColumns(change: RecordChange) {
  return {
    ...(change.preflightAt !== undefined && { preflight_at: whole(change.preflightAt) }),
    ...(change.settledAt !== undefined && { settled_at: whole(change.settledAt) }),
    ...(change.auditedAt !== undefined && { audited_at: whole(change.auditedAt) }),
    ...(change.taggedAt !== undefined && { tagged_at: whole(change.taggedAt) }),
    ...(change.tagDueAt !== undefined && { tag_due_at: whole(change.tagDueAt) }),
    ...(change.tagTries !== undefined && { tag_tries: change.tagTries }),
  };
}

/** A column of whole milliseconds takes no other number on Postgres. */
const whole = (time: number | null): number | null => (time === null ? null : Math.round(time));

/** What was consented to: beside the submission that it came with, and longer (`LedgerStore.findConsents`). */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { distinctConsents } from '../ledger/consents.ts';
import type { Consenting, LedgerStore, StoredConsent } from '../ledger/ledger-store.ts';
import type { SubjectKey } from '../ports.ts';
import { keyOf } from './rows.ts';
import type { ConsentRow, Engine, StoreTables } from './tables.ts';

export const consentStatements = ({ database }: Engine): Pick<LedgerStore, 'findConsents'> => ({
  async findConsents(tenant, of) {
    const rows = await database
      .selectFrom('consent')
      .selectAll()
      .where((is) => is.and({ tenant, ...of }))
      .orderBy('given_at')
      .orderBy('id')
      .execute();
    return rows.map(consentOf);
  },
});

const consentOf = ({ tenant: _tenant, given_at, ...consent }: ConsentRow): StoredConsent => ({
  ...consent,
  givenAt: given_at,
});

interface Keeping {
  readonly consents: Consenting | null;
  /** Not before the acceptance, even where the clock was set back since. */
  readonly now: RawBuilder<number>;
  /** Only these are given from now on; false: each takes the place of one of its id. */
  readonly isAnew: boolean;
}

/**
 * In the transaction that stores the submission. Those of an earlier submission of this subject stay: they were given
 * before this one was accepted.
 */
export async function keepConsents(
  transaction: Transaction<StoreTables>,
  key: SubjectKey,
  { consents, now, isAnew }: Keeping,
): Promise<void> {
  const acceptedAt = sql<number>`(select accepted_at from submission
    where tenant = ${key.tenant} and subject = ${key.subject})`;
  const given = distinctConsents(consents);
  if (given.length === 0 && !isAnew) return;
  const earlier = transaction
    .deleteFrom('consent')
    .where((is) => is.and(keyOf(key)))
    .where('given_at', '>=', acceptedAt);
  await (isAnew
    ? earlier
    : earlier.where(
        'id',
        'in',
        given.map(({ id }) => id),
      )
  ).execute();
  const given_at = sql<number>`case when ${now} > ${acceptedAt} then ${now} else ${acceptedAt} end`;
  const reference = sql<ConsentRow['reference']>`(select reference from submission
    where tenant = ${key.tenant} and subject = ${key.subject})`;
  for (const consent of given)
    await transaction
      .insertInto('consent')
      .values({ ...keyOf(key), ...consent, reference, given_at })
      .execute();
}

/** The oldest few that are over; how many those were. */
export async function forgetConsents(
  transaction: Transaction<StoreTables>,
  { latest, most }: { readonly latest: number; readonly most: number },
): Promise<number> {
  const old = await transaction
    .selectFrom('consent')
    .select(['tenant', 'subject', 'id', 'given_at'])
    .where('given_at', '<=', latest)
    .orderBy('given_at')
    .limit(most)
    .execute();
  for (const row of old)
    await transaction
      .deleteFrom('consent')
      .where((is) => is.and(row))
      .execute();
  return old.length;
}

/** What was consented to: beside the submission that it came with, and longer. */
import type { Transaction } from 'kysely';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { type Consenting, distinctConsents, type StoredRecord } from '../ledger/record.ts';
import { keyOf } from './rows.ts';
import type { Engine, StoreTables } from './tables.ts';

export const consentQueries = ({ database }: Engine): Pick<LedgerStore, 'findConsents'> => ({
  async findConsents(tenant, of) {
    const rows = await database
      .selectFrom('consent')
      .selectAll()
      .where((is) => is.and({ tenant, ...of }))
      .orderBy('given_at')
      .orderBy('id')
      .execute();
    return rows.map(({ tenant: _tenant, given_at, ...consent }) => ({ ...consent, givenAt: given_at }));
  },
});

interface Keeping {
  readonly given: Consenting | null;
  /** Only these are given from now on; false: each takes the place of one of its id. */
  readonly isAnew: boolean;
  readonly now: number;
}

/** Those of an earlier submission of this subject stay: they were given before this one was accepted. */
export async function keepConsents(
  transaction: Transaction<StoreTables>,
  { key, reference, acceptedAt }: Pick<StoredRecord, 'key' | 'reference' | 'acceptedAt'>,
  { given, isAnew, now }: Keeping,
): Promise<void> {
  const consents = distinctConsents(given);
  if (consents.length === 0 && !isAnew) return;
  const ids = consents.map(({ id }) => id);
  await transaction
    .deleteFrom('consent')
    .where((is) => is.and(keyOf(key)))
    .where('given_at', '>=', acceptedAt)
    .$if(!isAnew, (query) => query.where('id', 'in', ids))
    .execute();
  if (consents.length === 0) return;
  // Not before the acceptance, even where the clock was set back since.
  const given_at = Math.max(now, acceptedAt);
  const rows = consents.map((consent) => ({ ...keyOf(key), ...consent, reference, given_at }));
  await transaction.insertInto('consent').values(rows).execute();
}

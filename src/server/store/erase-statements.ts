/** One person's submission goes, and what stays says nothing but that it was here (`LedgerStore.erase`). */
import { type RawBuilder, sql, type Transaction } from 'kysely';
import { revision } from '../../core/model/ids.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { SubjectKey } from '../ports.ts';
import { atomically } from './engine.ts';
import { keyOf } from './rows.ts';
import type { Engine, StoreTables } from './tables.ts';

/** Written out, without parameters, as in `needsAttention`. */
const isUnderWay = sql<boolean>`item.state in ('sending', 'unclear')`;

export const eraseStatements = ({ database, clock }: Engine): Pick<LedgerStore, 'erase'> => ({
  async erase(key, version) {
    const done = await atomically(database, async (transaction) => {
      // First the row, which a mark takes first, too: so none comes between the look at the items and their end.
      if (!(await blank(transaction, { key, version }, clock.now()))) return null;
      const underWay = await transaction
        .selectFrom('item')
        .select('part')
        .where((is) => is.and(keyOf(key)))
        .where(isUnderWay)
        .limit(1)
        .execute();
      if (underWay.length > 0) return null;
      for (const table of ['item', 'session_prefill', 'webhook_event'] as const)
        await transaction
          .deleteFrom(table)
          .where((is) => is.and(keyOf(key)))
          .execute();
      return true;
    });
    return done !== null;
  },
});

/** Keeps the first time. */
export async function markErased(
  transaction: Transaction<StoreTables>,
  key: SubjectKey,
  now: RawBuilder<number>,
): Promise<void> {
  await transaction
    .updateTable('submission')
    .set((is) => ({ erased_at: is.fn.coalesce('erased_at', now) }))
    .where((is) => is.and(keyOf(key)))
    .execute();
}

async function blank(
  transaction: Transaction<StoreTables>,
  { key, version }: { readonly key: SubjectKey; readonly version: number },
  now: RawBuilder<number>,
): Promise<boolean> {
  const times = { accepted_at: now, waiting_since: now, settled_at: now, audited_at: now };
  const result = await transaction
    .updateTable('submission')
    .set((is) => ({
      ...times,
      version: is('version', '+', 1),
      fingerprint: '',
      revision: revision(''),
      application: null,
      job: null,
      email_hash: null,
      due_at: null,
      lease_owner: null,
      lease_until: 0,
      preflight_at: null,
      tagged_at: null,
      tag_due_at: null,
      tag_tries: 0,
      doubted_at: null,
      // What was consented to stays in its own table: it says nothing of the person.
      consented: null,
      visitor: 0,
    }))
    .where((is) => is.and({ ...keyOf(key), version }))
    .where('erased_at', 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

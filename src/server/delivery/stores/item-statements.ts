/** One item before its POST and after: each a compare and set. */
import type { SubjectKey } from '../../../core/model/ports.ts';
import type { ItemChange, ItemName, LedgerStore } from '../ledger-store.ts';
import { atomically } from './atomically.ts';
import { itemColumns, itemOf, keyOf, nameOf } from './rows.ts';
import type { Engine, StoreDatabase } from './tables.ts';

export function itemStatements({ database, clock }: Engine): Pick<LedgerStore, 'mark' | 'settle'> {
  return {
    async mark({ key, owner }, { version, ...name }, reconcileAfter) {
      return atomically(database, async (transaction) => {
        const now = clock.now();
        // First the lease: its row stays locked until the mark is stored.
        const held = await transaction
          .updateTable('submission')
          .set({ waiting_since: now })
          .where((is) => is.and({ ...keyOf(key), lease_owner: owner }))
          .where('lease_until', '>', now)
          .executeTakeFirst();
        if (held.numUpdatedRows !== 1n) return null;
        const row = await transaction
          .updateTable('item')
          .set((is) => ({
            state: 'sending',
            code: null,
            version: is('version', '+', 1),
            marked_at: now,
            due_at: is(now, '+', Math.round(reconcileAfter)),
          }))
          .where((is) => is.and({ ...keyOf(key), ...nameOf(name), version, state: 'queued' }))
          .returningAll()
          .executeTakeFirst();
        return row === undefined ? null : itemOf(row);
      });
    },
    settle: (key, item, change) => settleItem(database, { key, item, change }),
  };
}

interface Settlement {
  readonly key: SubjectKey;
  readonly item: ItemName & { readonly version: number };
  readonly change: ItemChange;
}

/** Of this version: changed, and one version on. */
export async function settleItem(
  database: StoreDatabase,
  { key, item, change }: Settlement,
): Promise<boolean> {
  const result = await database
    .updateTable('item')
    .set((is) => ({
      ...itemColumns(change),
      version: is('version', '+', 1),
    }))
    .where((is) => is.and({ ...keyOf(key), ...nameOf(item), version: item.version }))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

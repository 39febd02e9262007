/** One item before its POST and after: each a compare and set. */

import type { ItemChange, ItemName, LedgerStore } from '../ledger/ledger-store.ts';
import type { SubjectKey } from '../ports.ts';
import { atomically } from './engine.ts';
import { itemColumns, itemOf, keyOf, nameOf } from './rows.ts';
import type { Engine, StoreDatabase } from './tables.ts';
import { isUntold, writeNews } from './webhook-rows.ts';

export function itemStatements(engine: Engine): Pick<LedgerStore, 'mark' | 'settle'> {
  const { database, clock } = engine;
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
    async settle(key, item, change) {
      const settlement = { key, item, change };
      const settled = await itemToSettle(database, settlement).where(isUntold(key)).executeTakeFirst();
      return settled.numUpdatedRows === 1n || settleAndTell(engine, settlement);
    },
  };
}

interface Settlement {
  readonly key: SubjectKey;
  readonly item: ItemName & { readonly version: number };
  readonly change: ItemChange;
}

/** The row of the submission first, as a mark takes it: of two that settle at once, one sees what the other did. */
async function settleAndTell(engine: Engine, settlement: Settlement): Promise<boolean> {
  const { key, change } = settlement;
  const settled = await atomically(engine.database, async (transaction) => {
    await transaction
      .selectFrom('submission')
      .select('version')
      .where((is) => is.and(keyOf(key)))
      .$if(engine.locksRows, (row) => row.forUpdate())
      .execute();
    if (!(await settleItem(transaction, settlement))) return null;
    if (await mayBeNews(transaction, key, change)) await writeNews(engine, transaction, key);
    return true;
  });
  return settled !== null;
}

/** Only what ends an item, or lets it wait below one that ended, ends its submission, and none whose next root is still to be sent: all items need not be read. */
async function mayBeNews(database: StoreDatabase, key: SubjectKey, { state }: ItemChange): Promise<boolean> {
  if (state === 'refused' || state === 'parked') return true;
  if (state !== 'delivered' && state !== 'queued') return false;
  const root = await database
    .selectFrom('item')
    .select('part')
    .where((is) => is.and({ ...keyOf(key), state: 'queued' }))
    .where('parent', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return root === undefined;
}

/** Of this version: changed, and one version on. */
export async function settleItem(database: StoreDatabase, settlement: Settlement): Promise<boolean> {
  const result = await itemToSettle(database, settlement).executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

const itemToSettle = (database: StoreDatabase, { key, item, change }: Settlement) =>
  database
    .updateTable('item')
    .set((is) => ({
      ...itemColumns(change),
      version: is('version', '+', 1),
    }))
    .where((is) => is.and({ ...keyOf(key), ...nameOf(item), version: item.version }));

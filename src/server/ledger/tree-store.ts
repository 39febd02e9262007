/** The last good question set of each form, beside the ledger. */
import type { TreeStore } from '../ports.ts';
import type { StoreDatabase } from '../store/tables.ts';

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

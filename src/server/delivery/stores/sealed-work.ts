/** What is still to be delivered, by the key that sealed it: each sealed text begins with the name of its key. */
import { type RawBuilder, sql } from 'kysely';
import { type Cipher, KEY_NAME } from '../cipher.ts';
import type { StoreDatabase } from './tables.ts';

/**
 * Submissions with a receipt of which something is left to do, and that these secrets cannot open. Conditions are
 * written out, without parameters, so that the engines see that their indexes of what is open hold all of these.
 */
export async function countUnopenable(
  database: StoreDatabase,
  { keyNames }: Pick<Cipher, 'keyNames'>,
): Promise<number> {
  const isOther = (column: string) => isSealedByOther(column, keyNames);
  const found = await sql<{ count: number }>`
    select count(*) as count from (
      select tenant, subject from item where state <> 'delivered' and ${isOther('payload')}
      union
      select tenant, subject from submission where settled_at is null and exists (
        select 1 from item where item.tenant = submission.tenant and item.subject = submission.subject
          and question = '' and part = 0 and ${isOther('payload')})
      union
      select tenant, subject from file where state = 'here' and held = 1 and ${isOther('about')}
    ) as unopenable`.execute(database);
  return Number(found.rows[0]?.count ?? 0);
}

/** What is wiped is sealed by none. */
const isSealedByOther = (column: string, keyNames: readonly Uint8Array[]): RawBuilder<boolean> =>
  sql<boolean>`substr(${sql.ref(column)}, 1, ${sql.lit(KEY_NAME)}) not in (${sql.join(keyNames)})`;

/** What is still to be delivered, by the key that sealed it: each sealed text begins with the name of its key. */
import { type RawBuilder, sql } from 'kysely';
import { giveTurn } from '../clock.ts';
import { type Cipher, KEY_NAME } from '../ledger/cipher.ts';
import type { SubjectKey } from '../ports.ts';
import { eachOpenPage, isOneOf } from './open-pages.ts';
import type { StoreDatabase } from './tables.ts';

/** Files of one look. */
const FILES_AT_ONCE = 100;

/** Submissions with a receipt of which something is left to do, and that these secrets cannot open. */
export async function countUnopenable(
  database: StoreDatabase,
  { keyNames }: Pick<Cipher, 'keyNames'>,
): Promise<number> {
  const unopenable = new Set<string>();
  const add = ({ tenant, subject }: SubjectKey) => unopenable.add(JSON.stringify([tenant, subject]));
  await eachOpenPage(database, async ({ keys, kind }) => {
    const items = await database
      .selectFrom('item')
      .select(['tenant', 'subject'])
      .distinct()
      .where(isOneOf(keys))
      // What was made is sealed with its id, which the rest needs.
      .where(kind === 'open' ? sql<boolean>`(state <> 'delivered' or (question = '' and part = 0))` : isLeft)
      .where(isSealedByOther('payload', keyNames))
      .execute();
    items.forEach(add);
  });
  for (let last: string | undefined = ''; last !== undefined; ) {
    const files: readonly (SubjectKey & { readonly upload: string; readonly other: number })[] =
      await listFiles(database, keyNames, last);
    files.filter(({ other }) => other === 1).forEach(add);
    last = files.at(-1)?.upload;
    await giveTurn();
  }
  return unopenable.size;
}

const isLeft = sql<boolean>`state <> 'delivered'`;

/** Conditions are written out, without parameters, so that the engines see that the index `file_here` holds all of these. */
const listFiles = (database: StoreDatabase, keyNames: readonly Uint8Array[], after: string) =>
  database
    .selectFrom('file')
    .select(['upload', 'tenant', 'subject'])
    .select(
      sql<number>`case when held = 1 and ${isSealedByOther('about', keyNames)} then 1 else 0 end`.as('other'),
    )
    .where(sql<boolean>`state = 'here'`)
    .where('upload', '>', after)
    .orderBy('upload')
    .limit(FILES_AT_ONCE)
    .execute();

/** What is wiped is sealed by none. */
const isSealedByOther = (column: string, keyNames: readonly Uint8Array[]): RawBuilder<boolean> =>
  sql<boolean>`substr(${sql.ref(column)}, 1, ${sql.lit(KEY_NAME)}) not in (${sql.join(keyNames)})`;

/**
 * Before anything is delivered: whether these secrets open what is open in the store, and whose the store is, a recruitment
 * service's or the sandbox's. What was receipted for an employer must never be carried to a sandbox, nor the sandbox's to an
 * employer, whatever the environment of a start forgot.
 */
import { type RawBuilder, sql } from 'kysely';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type Cipher, KEY_NAME } from '../ledger/cipher.ts';
import { lockStore } from './engine.ts';
import type { Engine, StoreDatabase, StoreMode } from './tables.ts';

/** Submissions with a receipt of which something is left to do, and that these secrets cannot open. */
export async function countUnopenable(
  database: StoreDatabase,
  { keyNames }: Pick<Cipher, 'keyNames'>,
): Promise<number> {
  const left = database
    .selectFrom('item')
    .select(['tenant', 'subject'])
    .where(sql<boolean>`state <> 'delivered'`)
    .where(isSealedByOther('payload', keyNames));
  // What was made is sealed with its id, which the rest needs.
  const made = database
    .selectFrom('item')
    .select(['tenant', 'subject'])
    .where(sql<boolean>`question = '' and part = 0`)
    .where((is) =>
      is(is.refTuple('tenant', 'subject'), 'in', (open) =>
        open
          .selectFrom('submission')
          .select(['tenant', 'subject'])
          .where('settled_at', 'is', null)
          .$asTuple('tenant', 'subject'),
      ),
    )
    .where(isSealedByOther('payload', keyNames));
  const files = database
    .selectFrom('file')
    .select(['tenant', 'subject'])
    .where(sql<boolean>`state = 'here' and held = 1`)
    .where(isSealedByOther('about', keyNames));
  const { count } = await database
    .selectFrom(left.union(made).union(files).as('unopenable'))
    .select((is) => is.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Each sealed text begins with the name of its key. What is wiped is sealed by none. */
const isSealedByOther = (column: string, keyNames: readonly Uint8Array[]): RawBuilder<boolean> =>
  sql<boolean>`substr(${sql.ref(column)}, 1, ${sql.lit(KEY_NAME)}) not in (${sql.join(keyNames)})`;

/** A new store becomes that of this mode; the error is a sentence for the operator. */
export function takeMode(engine: Engine, mode: StoreMode): Promise<Outcome<null, string>> {
  return engine.database.transaction().execute(async (transaction) => {
    await lockStore(engine, transaction);
    const known = await transaction.selectFrom('store_mode').select('mode').executeTakeFirst();
    if (known?.mode === mode) return success(null);
    if (known?.mode === 'service') return failure(ofService);
    if (known?.mode === 'sandbox') {
      const count = await countSubmissions(transaction);
      if (count > 0) return failure(ofSandbox(count));
      await forgetSandbox(transaction);
    }
    await transaction.insertInto('store_mode').values({ mode }).execute();
    return success(null);
  });
}

/** Delivered ones, too: an applicant whose application has the same id would read that all was sent. */
async function countSubmissions(database: StoreDatabase): Promise<number> {
  const { count } = await database
    .selectFrom('submission')
    .select((is) => is.fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Its forms and jobs would be shown while the service is down, and its links open forms of strangers. */
async function forgetSandbox(database: StoreDatabase): Promise<void> {
  for (const table of ['tree', 'session_code', 'revoked_session', 'session_prefill', 'store_mode'] as const)
    await database.deleteFrom(table).execute();
}

const ofService =
  'APPLY_STORE is the store of a recruitment service, and this start is in sandbox mode: what it holds would go to the sandbox. Name the service (APPLY_SERVICE_URL, APPLY_SERVICE_KEY), or give the sandbox another APPLY_STORE.';

const ofSandbox = (count: number): string =>
  `APPLY_STORE is the store of a sandbox with ${count === 1 ? '1 submission' : `${count} submissions`} in it, and this start has a recruitment service: what was made up there would go to an employer. Start on another APPLY_STORE, or delete this one.`;

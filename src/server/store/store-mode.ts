/**
 * Whose a store is: a recruitment service's, or the sandbox's. What was receipted for an employer must never be carried
 * to a sandbox, nor the sandbox's to an employer, whatever the environment of a start forgot.
 */
import { sql } from 'kysely';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { Engine, StoreDatabase, StoreMode } from './tables.ts';

/** Any number that no other program on the same database locks. */
const LOCK = 4_172_650_333;

/** Before anything is delivered. A new store becomes that of this mode; the error is a sentence for the operator. */
export async function takeMode(
  { database, locksRows }: Engine,
  mode: StoreMode,
): Promise<Outcome<null, string>> {
  return database.transaction().execute(async (transaction) => {
    if (locksRows) await sql`select pg_advisory_xact_lock(${LOCK})`.execute(transaction);
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

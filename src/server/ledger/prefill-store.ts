/** What back ends know of applicants, sealed, beside the codes of sessions. */
import { type RawBuilder, sql } from 'kysely';
import type { PrefillStore } from '../../core/model/details.ts';
import type { StoreClock } from '../store/engine.ts';
import type { Engine } from '../store/tables.ts';

type Dependencies = Pick<Engine, 'database' | 'clock'>;

export function createPrefillStore({ database, clock }: Dependencies): PrefillStore {
  return {
    async add(prefill, lifetime) {
      await database
        .insertInto('session_prefill')
        .values({ ...prefill, expires_at: later(clock, lifetime) })
        .execute();
    },
    async find(tenant, session) {
      const row = await database
        .selectFrom('session_prefill')
        .select('sealed')
        .where((is) => is.and({ tenant, session }))
        .where('expires_at', '>', clock.now())
        .executeTakeFirst();
      return row?.sealed ?? null;
    },
    async extend(tenant, session, lifetime) {
      await database
        .updateTable('session_prefill')
        .set({ expires_at: later(clock, lifetime) })
        .where((is) => is.and({ tenant, session }))
        .where('expires_at', '>', clock.now())
        .execute();
    },
    async removeSession(tenant, session) {
      await database
        .deleteFrom('session_prefill')
        .where((is) => is.and({ tenant, session }))
        .execute();
    },
    async removeSubject(tenant, subject) {
      await database
        .deleteFrom('session_prefill')
        .where((is) => is.and({ tenant, subject }))
        .execute();
    },
  };
}

/** Rows that one statement removes: as with codes (`session-store.ts`), but each may fill pages of its own. */
const SWEPT_AT_ONCE = 20;

/** Removes some of what is over. @returns whether there may be more */
export async function forgetPrefills({ database, clock }: Dependencies): Promise<boolean> {
  const old = await database
    .selectFrom('session_prefill')
    .select(['tenant', 'session'])
    .where('expires_at', '<=', clock.now())
    .orderBy('expires_at')
    .limit(SWEPT_AT_ONCE)
    .execute();
  for (const { tenant, session } of old)
    await database
      .deleteFrom('session_prefill')
      .where((is) => is.and({ tenant, session }))
      .execute();
  return old.length === SWEPT_AT_ONCE;
}

/** Milliseconds since 1970. */
const later = (clock: StoreClock, milliseconds: number): RawBuilder<number> =>
  sql<number>`(${clock.now()} + ${Math.round(milliseconds)})`;

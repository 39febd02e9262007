/** Codes of links, revoked sessions and prefills, shared by all processes. */
import { type RawBuilder, sql } from 'kysely';
import type { PrefillStore } from '../../core/model/details.ts';
import { type SessionStore, SPENT_AGAIN } from '../session-store.ts';
import type { Engine, StoreClock } from './tables.ts';

type Parts = Pick<Engine, 'database' | 'clock'>;

export function createSessionStore({ database, clock }: Parts): SessionStore {
  return {
    async addCode({ once, ...code }, lifetime) {
      const times = {
        made_at: clock.now(),
        expires_at: later(clock, lifetime),
        spent_at: null,
        attempt: null,
      };
      await database
        .insertInto('session_code')
        .values({ ...code, once: once ? 1 : 0, ...times })
        .execute();
    },
    async findCode(hash) {
      const row = await database
        .selectFrom('session_code')
        .select(['tenant', 'session', 'once', 'sealed', 'made_at'])
        .select(sql<number>`case when expires_at > ${clock.now()} then 0 else 1 end`.as('expired'))
        .where('hash', '=', hash)
        .executeTakeFirst();
      if (row === undefined) return null;
      const { once, expired, made_at: madeAt, ...code } = row;
      return { ...code, hash, madeAt, once: once === 1, expired: expired === 1 };
    },
    // One statement: a second process waits for the row, and then finds the code spent.
    async spendCode(hash, attempt) {
      const spent = await database
        .updateTable('session_code')
        .set((is) => ({ spent_at: is.fn.coalesce('spent_at', clock.now()), attempt }))
        .where('hash', '=', hash)
        .where((is) =>
          is.or([
            is.and([is('spent_at', 'is', null), is('expires_at', '>', clock.now())]),
            is.and([is('attempt', '=', attempt), is('spent_at', '>', later(clock, -SPENT_AGAIN))]),
          ]),
        )
        .executeTakeFirst();
      return spent.numUpdatedRows === 1n;
    },
    async revoke(tenant, session) {
      await database
        .insertInto('revoked_session')
        .values({ tenant, session, revoked_at: clock.now() })
        .onConflict((conflict) => conflict.columns(['tenant', 'session']).doNothing())
        .execute();
    },
    async isRevoked(tenant, session) {
      const row = await database
        .selectFrom('revoked_session')
        .select('session')
        .where((is) => is.and({ tenant, session }))
        .executeTakeFirst();
      return row !== undefined;
    },
    prefills: createPrefillStore({ database, clock }),
  };
}

const createPrefillStore = ({ database, clock }: Parts): PrefillStore => ({
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
});

/** Milliseconds since 1970. */
const later = (clock: StoreClock, milliseconds: number): RawBuilder<number> =>
  sql<number>`(${clock.now()} + ${Math.round(milliseconds)})`;

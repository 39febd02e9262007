/** Codes of links and revoked sessions, beside the ledger: every process that shares the store sees the same. */
import { type RawBuilder, sql } from 'kysely';
import { CODE_KEPT, REVOCATION_KEPT, type SessionStore, SPENT_AGAIN } from '../model/ports.ts';
import type { StoreClock } from './engines/store-clock.ts';
import type { Engine } from './engines/tables.ts';

export interface DurableSessions extends SessionStore {
  /** Forgets what is over. */
  sweep(): Promise<void>;
}

type Means = Pick<Engine, 'database' | 'clock'>;

export function createSessionStore({ database, clock }: Means): DurableSessions {
  const before = (milliseconds: number) => ago(clock, milliseconds);
  return {
    async addCode({ once, ...code }, lifetime) {
      const times = { made_at: clock.now(), expires_at: before(-lifetime), spent_at: null, attempt: null };
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
    spendCode: (hash, attempt) => spend({ database, clock }, hash, attempt),
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
    async sweep() {
      await database.deleteFrom('session_code').where('expires_at', '<=', before(CODE_KEPT)).execute();
      await database
        .deleteFrom('revoked_session')
        .where('revoked_at', '<=', before(REVOCATION_KEPT))
        .execute();
    },
  };
}

/** One statement: a second process waits for the row, and then finds it spent. */
async function spend({ database, clock }: Means, hash: string, attempt: string | null): Promise<boolean> {
  const spent = await database
    .updateTable('session_code')
    .set((is) => ({ spent_at: is.fn.coalesce('spent_at', clock.now()), attempt }))
    .where('hash', '=', hash)
    .where((is) =>
      is.or([
        is.and([is('spent_at', 'is', null), is('expires_at', '>', clock.now())]),
        is.and([is('attempt', '=', attempt), is('spent_at', '>', ago(clock, SPENT_AGAIN))]),
      ]),
    )
    .executeTakeFirst();
  return spent.numUpdatedRows === 1n;
}

/** Milliseconds since 1970. */
const ago = (clock: StoreClock, milliseconds: number): RawBuilder<number> =>
  sql<number>`(${clock.now()} - ${Math.round(milliseconds)})`;

/** Milliseconds between two looks for what is over. */
const SWEEP = 3_600_000;

/** @returns ends them: call it before the store is closed */
export function sweepSessions({ sweep }: DurableSessions): () => Promise<void> {
  // A store that does not answer just now is swept the next time.
  const once = () => sweep().catch(() => undefined);
  let sweeping = once();
  const timer = setInterval(() => {
    sweeping = sweeping.then(once);
  }, SWEEP);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await sweeping;
  };
}

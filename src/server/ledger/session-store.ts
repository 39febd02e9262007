/** Codes of links, revoked sessions and what fills in their forms, beside the ledger: every process that shares the store sees the same. */
import { type RawBuilder, sql } from 'kysely';
import { type Clock, giveTurn } from '../clock.ts';
import { CODE_KEPT, REVOCATION_KEPT, type SessionStore, SPENT_AGAIN } from '../session-store.ts';
import type { StoreClock } from '../store/engine.ts';
import type { Engine } from '../store/tables.ts';
import { createPrefillStore, forgetPrefills } from './prefill-store.ts';

export interface DurableSessions extends SessionStore {
  /** Forgets what is over. */
  sweep(): Promise<void>;
}

type Dependencies = Pick<Engine, 'database' | 'clock'>;

export function createSessionStore({ database, clock }: Dependencies): DurableSessions {
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
    prefills: createPrefillStore({ database, clock }),
    async sweep() {
      while (await forgetCodes({ database, clock })) await giveTurn();
      while (await forgetRevocations({ database, clock })) await giveTurn();
      while (await forgetPrefills({ database, clock })) await giveTurn();
    },
  };
}

/** Rows that one statement removes, each from pages of its own: with more, everything else would wait for the file. */
const SWEPT_AT_ONCE = 100;

/** Whether there may be more. */
async function forgetCodes({ database, clock }: Dependencies): Promise<boolean> {
  const old = await database
    .selectFrom('session_code')
    .select('hash')
    .where('expires_at', '<=', ago(clock, CODE_KEPT))
    .orderBy('expires_at')
    .limit(SWEPT_AT_ONCE)
    .execute();
  const hashes = old.map(({ hash }) => hash);
  if (hashes.length > 0) await database.deleteFrom('session_code').where('hash', 'in', hashes).execute();
  return hashes.length === SWEPT_AT_ONCE;
}

/** Whether there may be more. */
async function forgetRevocations({ database, clock }: Dependencies): Promise<boolean> {
  const old = await database
    .selectFrom('revoked_session')
    .select(['tenant', 'session'])
    .where('revoked_at', '<=', ago(clock, REVOCATION_KEPT))
    .orderBy('revoked_at')
    .limit(SWEPT_AT_ONCE)
    .execute();
  for (const tenant of new Set(old.map((row) => row.tenant))) {
    const sessions = old.filter((row) => row.tenant === tenant).map(({ session }) => session);
    await database
      .deleteFrom('revoked_session')
      .where('tenant', '=', tenant)
      .where('session', 'in', sessions)
      .execute();
  }
  return old.length === SWEPT_AT_ONCE;
}

/** One statement: a second process waits for the row, and then finds it spent. */
async function spend(
  { database, clock }: Dependencies,
  hash: string,
  attempt: string | null,
): Promise<boolean> {
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
export function sweepHourly(
  clock: Clock,
  ...swept: readonly Pick<DurableSessions, 'sweep'>[]
): () => Promise<void> {
  // A store that does not answer just now is swept the next time.
  const once = async () => {
    for (const { sweep } of swept) await sweep().catch(() => undefined);
  };
  let sweeping = once();
  const end = clock.every(SWEEP, () => {
    sweeping = sweeping.then(once);
  });
  return async () => {
    end();
    await sweeping;
  };
}

/**
 * Whether a process has seen the clock of this Postgres go on until now. One that starts beside another one puts off no
 * look, and neither does one that starts soon after another was killed; the first one does. A pooler hides who is
 * connected, so it stands in the row of `store_copy`, as its `epoch`: when it was seen last, and by which process.
 */
import { sql, type Transaction } from 'kysely';
import type { LockSchema } from './create-tables.ts';
import type { Engine, StoreDatabase, StoreTables } from './tables.ts';

/** Milliseconds. */
const BEAT = 5_000;
/** Milliseconds: by so much the clock may have been set while no process looked at it. */
const FRESH = 3 * BEAT;

export interface SeenClock {
  end(): Promise<void>;
}

/** @param atFirst in the transaction in which this process is the first to see the clock again */
export async function seeClock(
  engine: Engine,
  lock: LockSchema,
  atFirst: (transaction: Transaction<StoreTables>) => Promise<void>,
): Promise<SeenClock> {
  const { database, clock } = engine;
  const name = crypto.randomUUID();
  const mark = (store: StoreDatabase) =>
    store
      .updateTable('store_copy')
      .set({ epoch: sql<string>`${clock.now()} || ${` ${name}`}` })
      .execute();
  await database.transaction().execute(async (transaction) => {
    await lock(transaction);
    if (!(await isSeen(transaction, clock))) await atFirst(transaction);
    await mark(transaction);
  });
  const beats = setInterval(() => void mark(database).catch(() => undefined), BEAT);
  beats.unref();
  return {
    async end() {
      clearInterval(beats);
      // Unless another one goes on looking, the next start is the first.
      const ours = database.updateTable('store_copy').set({ epoch: '' }).where('epoch', 'like', `% ${name}`);
      await ours.execute().catch(() => undefined);
    },
  };
}

async function isSeen(transaction: Transaction<StoreTables>, clock: Engine['clock']): Promise<boolean> {
  const { rows } = await sql<{ age: number | null }>`select ${clock.now()} -
    cast(nullif(split_part(epoch, ' ', 1), '') as bigint) as age from store_copy`.execute(transaction);
  const age = rows[0]?.age ?? null;
  return age !== null && age >= 0 && age <= FRESH;
}

/**
 * Is this the store that was here last, or a restored copy of it? A copy is known by the mark of `backup`, by the operator's
 * word (`--restored`), or by another place: of a file its number on the disk; of Postgres its cluster and timeline, which is
 * new after a recovery to a point in time and after a failover, its database and its table. Of a copy everything that is
 * open is doubted, in the transaction that makes it the store of this place.
 */
import { type RawBuilder, sql } from 'kysely';
import type { DoubtWait } from '../ledger/record.ts';
import { doubtAll } from './ageing.ts';
import { lockStore } from './engine.ts';
import type { Engine, StoreDatabase } from './tables.ts';

export interface Recognition {
  readonly place: string;
  readonly wait: DoubtWait;
  /** The operator says so. */
  readonly isRestored: boolean;
}

/** Submissions that are doubted; null: it is no copy. Of several processes that look at once the first one doubts. */
export async function recognise(
  engine: Engine,
  { place, wait, isRestored }: Recognition,
): Promise<number | null> {
  const readCopy = (from: StoreDatabase) => from.selectFrom('store_copy').selectAll().executeTakeFirst();
  const isSame = (known: Awaited<ReturnType<typeof readCopy>>) =>
    !isRestored && known?.place === place && known.is_backup === 0;
  if (isSame(await readCopy(engine.database))) return null;
  return engine.database.transaction().execute(async (transaction) => {
    await lockStore(engine, transaction);
    const known = await readCopy(transaction);
    if (isSame(known)) return null;
    await transaction.deleteFrom('store_copy').execute();
    await transaction.insertInto('store_copy').values({ place, is_backup: 0 }).execute();
    return known === undefined ? null : doubtAll(transaction, engine, wait);
  });
}

/** Of Postgres. What an account may not ask, or a server of another make does not know, is left out. */
export async function placeOfServer(database: StoreDatabase): Promise<string> {
  const parts: string[] = [];
  for (const part of [cluster, timeline, table]) parts.push(await ask(database, part));
  return parts.join(' ');
}

const UNKNOWN = '-';

async function ask(database: StoreDatabase, part: RawBuilder<unknown>): Promise<string> {
  try {
    const { rows } = await sql<{ part: string | null }>`select ${part} as part`.execute(database);
    return rows[0]?.part ?? UNKNOWN;
  } catch (error) {
    if (isRefusal(error)) return UNKNOWN;
    throw error;
  }
}

/** A server that is shut down, overrun or gone says nothing of itself (classes 08, 53 and 57, or no code at all). */
const isRefusal = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^(?!08|53|57)[0-9A-Z]{5}$/.test(String(error.code));

const cluster = sql`(select system_identifier::text from pg_control_system())`;
/** The first eight signs of the name of a file of its log. */
const timeline = sql`substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`;
const table: RawBuilder<unknown> = sql`(select oid from pg_database where datname = current_database())::text || '/' || 'submission'::regclass::oid::text`;

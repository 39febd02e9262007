/**
 * Is this Postgres the one that was here last, or a restored copy of it? A cluster has a number, a new timeline after a
 * recovery to a point in time and after a failover, and what is restored from a dump has another database or another
 * table. Each new connection is asked, so that a process that runs on sees it, too: of several the first one doubts what
 * is open, in one transaction.
 */
import { type RawBuilder, sql } from 'kysely';
import type { DoubtWait } from '../ledger/ledger-store.ts';
import type { LockSchema } from './create-tables.ts';
import { doubtAll } from './doubt-statements.ts';
import { type Doubted, readCopy, writeCopy } from './file-copy.ts';
import type { Engine, StoreDatabase } from './tables.ts';

export interface Recognition {
  readonly clock: Engine['clock'];
  readonly lock: LockSchema;
  readonly wait: DoubtWait;
}

/** @param database of one connection, or of all: they lead to one server */
export async function recogniseServer(
  database: StoreDatabase,
  { clock, lock, wait }: Recognition,
): Promise<Doubted> {
  const place = await placeOf(database);
  if ((await readCopy(database))?.place === place) return null;
  return database.transaction().execute(async (transaction) => {
    await lock(transaction);
    const known = await readCopy(transaction);
    if (known?.place === place) return null;
    await writeCopy(transaction, { place, epoch: '', is_backup: 0 });
    return known === undefined ? null : doubtAll(transaction, clock, wait);
  });
}

/** What an account may not ask, or a server of another make does not know, is left out. */
async function placeOf(database: StoreDatabase): Promise<string> {
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

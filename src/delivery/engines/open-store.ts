/** Opens the store that `APPLY_STORE` names, with the tables of this release. */
import { sql } from 'kysely';
import { failure, type Outcome, success } from '../../model/outcome.ts';
import type { SessionStore, TreeStore } from '../../model/ports.ts';
import type { LedgerStore } from '../ledger-store.ts';
import { createSessionStore, sweepSessions } from '../session-store.ts';
import { createTreeStore } from '../tree-store.ts';
import { openLibsql } from './libsql.ts';
import { type MigrationMeans, migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { createSqlStore } from './sql-store.ts';
import { databaseClock, readClock, steadyTime } from './store-clock.ts';
import type { Engine, StoreDatabase } from './tables.ts';
import { canWrite } from './write-probe.ts';

export interface OpenStore {
  readonly ledger: LedgerStore;
  readonly trees: TreeStore;
  readonly sessions: SessionStore;
  /** For what else is stored: staged files. */
  readonly engine: Engine;
  /** Beside the database, for the bytes of files; null: they lie in it. */
  readonly folder: string | null;
  /** Whether it can be written, with one small write. */
  isReady(): Promise<boolean>;
  /** Waits for what it does just now. Nothing may be asked afterwards. */
  close(): Promise<void>;
}

export interface StoreMeans {
  /** Milliseconds since 1970, for simulations. Without: the machine's clock for a file, Postgres's own for Postgres. */
  readonly now?: () => number;
}

/** @returns the error is a sentence for whoever starts the proxy */
export async function openStore(
  address: string,
  { now }: StoreMeans = {},
): Promise<Outcome<OpenStore, string>> {
  const [, path] = /^file:(.+)$/.exec(address) ?? [];
  if (path !== undefined) return openFile(path, now ?? steadyTime());
  if (/^postgres(ql)?:\/\//.test(address)) return openServer(address, now);
  return failure('APPLY_STORE must be file:PATH or postgres://USER:PASSWORD@HOST/DATABASE.');
}

async function openFile(path: string, now: () => number): Promise<Outcome<OpenStore, string>> {
  const opened = openLibsql(path);
  if (!opened.ok) return opened;
  const database = opened.value;
  const engine = { database, clock: readClock(now), locksRows: false };
  const store = await finish(engine, `${path}-files`, { bytes: sql`blob`, lock: async () => undefined });
  if (store.ok) await endLeases(database);
  return store;
}

/** A file is one process's alone: whoever held anything is gone, and nobody has to wait until that would run out. */
async function endLeases(database: StoreDatabase): Promise<void> {
  await database
    .updateTable('submission')
    .set({ lease_owner: null, lease_until: 0 })
    .where('lease_owner', 'is not', null)
    .execute();
}

async function openServer(
  address: string,
  now: (() => number) | undefined,
): Promise<Outcome<OpenStore, string>> {
  const opened = await openPostgres(address);
  if (!opened.ok) return opened;
  const database = opened.value;
  const clock = now === undefined ? databaseClock : readClock(now);
  return finish({ database, clock, locksRows: true }, null, { bytes: sql`bytea`, lock: lockSchema });
}

/** Any number that no other program on the same database locks. */
const SCHEMA_LOCK = 4_172_650_331;

const lockSchema: MigrationMeans['lock'] = async (transaction) => {
  await sql`select pg_advisory_xact_lock(${SCHEMA_LOCK})`.execute(transaction);
};

async function finish(
  engine: Engine,
  folder: string | null,
  means: MigrationMeans,
): Promise<Outcome<OpenStore, string>> {
  const { database } = engine;
  const migrated = await migrate(database, means).catch((error: unknown) => failure(String(error)));
  if (!migrated.ok) {
    await database.destroy();
    return failure(`The tables of the store cannot be made. ${migrated.error}`);
  }
  const sessions = createSessionStore(engine);
  const endSweeps = sweepSessions(sessions);
  const close = async () => {
    await endSweeps();
    await database.destroy();
  };
  return success({
    ledger: createSqlStore(engine, close),
    trees: createTreeStore(database),
    sessions,
    engine,
    folder,
    isReady: () => canWrite(database),
    close,
  });
}

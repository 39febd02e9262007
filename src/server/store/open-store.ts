/** Opens the store that `APPLY_STORE` names, with the tables of this release. */
import { sql } from 'kysely';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type Tenant, tenant } from '../../core/model/ids.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import type { Allowance } from '../ledger/rate-limiter.ts';
import type { DoubtWait } from '../ledger/record.ts';
import type { Lessons, LimitStore, TreeStore } from '../ports.ts';
import type { SessionStore } from '../session-store.ts';
import { createLessonStore, createTreeStore } from './learned.ts';
import { readClock } from './records.ts';
import { createSessionStore } from './sessions.ts';
import { createTables, reasonOf, recognise } from './start.ts';
import { createSqlStore } from './submissions.ts';
import type { Engine, StoreDatabase } from './tables.ts';

export interface OpenStore {
  readonly ledger: LedgerStore;
  readonly trees: TreeStore;
  readonly sessions: SessionStore;
  readonly lessons: Lessons;
  /** The rate allowance that all processes share; null if the store has one process. */
  allowanceOf(tenant: Tenant): Allowance | null;
  /** null if the store has one process, which counts requests in memory. */
  readonly limits: LimitStore | null;
  /** For the staged files, which are stored in the same place. */
  readonly engine: Engine;
  /** The database product and its version. */
  readonly product: string;
  /** Folder for the bytes of files; null if they are rows. */
  readonly folder: string | null;
  /** Whether the store can be written, tested by a small write every few seconds. */
  isReady(): Promise<boolean>;
  /** Waits for running statements. The store must not be used afterwards. */
  close(): Promise<void>;
}

export interface StoreDependencies {
  /** The runtime's own by default. */
  readonly clock?: Clock;
  /**
   * Milliseconds since 1970, for simulations. A file uses `clock` by default, Postgres the clock of its server.
   */
  readonly now?: () => number;
  /** How long doubted items wait for a read-back: by default 75 s, and 475 s with files, whose size is unknown. */
  readonly doubtFor?: DoubtWait;
  /** Whether the operator says that the store is a restored copy. */
  readonly isRestored?: boolean;
  /** Called for a restored copy, with its number of open submissions. */
  readonly onRestored?: (submissions: number) => void;
}

/** Milliseconds: the default time limits plus the default reconcile delay. */
const usualDoubt: DoubtWait = { answer: 75_000, file: 475_000 };

type Dependencies = Required<Omit<StoreDependencies, 'now'>> & Pick<StoreDependencies, 'now'>;

/** @returns an error is a sentence for the operator who starts the server */
export async function openStore(
  address: string,
  given: StoreDependencies = {},
): Promise<Outcome<OpenStore, string>> {
  const [, path] = /^file:(.+)$/.exec(address) ?? [];
  const dependencies: Dependencies = {
    clock: systemClock,
    doubtFor: usualDoubt,
    isRestored: false,
    onRestored: () => undefined,
    ...given,
  };
  try {
    if (path !== undefined) return await openFile(path, dependencies);
    if (/^postgres(ql)?:\/\//.test(address)) return await openServer(address, dependencies);
  } catch (error) {
    const driver = missingDriver(error);
    if (driver === null) throw error;
    return failure(`APPLY_STORE needs the package ${driver}, which is not installed: npm install ${driver}`);
  }
  return failure('APPLY_STORE must be file:PATH or postgres://USER:PASSWORD@HOST/DATABASE.');
}

/** Names a missing driver, since drivers are optional packages. */
function missingDriver(error: unknown): string | null {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isMissing ? (/package '(pg|libsql)'/.exec(error.message)?.[1] ?? null) : null;
}

async function openFile(name: string, dependencies: Dependencies): Promise<Outcome<OpenStore, string>> {
  const { cannotOpen, inodeOf, openSqlite, steadyTime } = await import('./sqlite.ts');
  const { clock, now = steadyTime(clock), doubtFor: wait, isRestored, onRestored } = dependencies;
  const opened = openSqlite(name, clock);
  if (!opened.ok) return opened;
  const { database, path, folder, forget } = opened.value;
  const engine = { database, clock: readClock(now), locksRows: false };
  const store = await finish(engine, folder, clock);
  if (!store.ok) return store;
  try {
    const doubted = await recognise(engine, { place: inodeOf(path), wait, isRestored });
    if (doubted !== null) onRestored(doubted);
    await endLeases(database);
  } catch (error) {
    await store.value.close();
    return failure(cannotOpen(path, error));
  }
  const { ledger } = store.value;
  const erase: LedgerStore['erase'] = async (key, version) => {
    const isDone = await ledger.erase(key, version);
    if (isDone) forget();
    return isDone;
  };
  return success({ ...store.value, ledger: { ...ledger, erase } });
}

/** Ends all leases in a file: it belongs to one process, so they are from an earlier one. */
export async function endLeases(database: StoreDatabase): Promise<void> {
  await database
    .updateTable('submission')
    .set({ lease_owner: null, lease_until: 0 })
    .where('lease_owner', 'is not', null)
    // Leased submissions are due, so this reads only the index of due ones.
    .where('due_at', 'is not', null)
    .execute();
}

async function openServer(
  address: string,
  { clock, now, doubtFor: wait, isRestored, onRestored }: Dependencies,
): Promise<Outcome<OpenStore, string>> {
  const { createAllowance, createLimitStore, databaseClock, openPostgres, placeOf } = await import(
    './postgres.ts'
  );
  const opened = await openPostgres(address);
  if (!opened.ok) return opened;
  const { database, checkEach } = opened.value;
  const engine = { database, clock: now === undefined ? databaseClock : readClock(now), locksRows: true };
  const store = await finish(engine, null, clock);
  if (!store.ok) return store;
  /** Checks the server behind one connection, or behind the pool. */
  const check = async (connection: StoreDatabase, isRestoredNow = false) => {
    const place = await placeOf(connection);
    const doubted = await recognise(
      { ...engine, database: connection },
      { place, wait, isRestored: isRestoredNow },
    );
    if (doubted !== null) onRestored(doubted);
  };
  try {
    await check(database, isRestored);
    checkEach(check);
    return success({
      ...store.value,
      allowanceOf: (tenant) => createAllowance(engine, tenant),
      limits: createLimitStore(database),
    });
  } catch (error) {
    await store.value.close();
    return failure(`The store cannot be recognised: ${reasonOf(error)}.`);
  }
}

async function finish(
  engine: Engine,
  folder: string | null,
  clock: Clock,
): Promise<Outcome<OpenStore, string>> {
  const { database } = engine;
  const created = await createTables(engine).catch((error: unknown) =>
    failure(`The tables of the store cannot be created: ${reasonOf(error)}.`),
  );
  if (!created.ok) {
    await database.destroy();
    return created;
  }
  const product = await readProduct(engine);
  const close = () => database.destroy();
  return success({
    ledger: createSqlStore(engine, close),
    trees: createTreeStore(database),
    sessions: createSessionStore(engine),
    lessons: createLessonStore(engine),
    allowanceOf: () => null,
    limits: null,
    engine,
    product,
    folder,
    isReady: createProbe(database, clock),
    close,
  });
}

async function readProduct({ database, locksRows }: Engine): Promise<string> {
  const query = locksRows
    ? sql<{ product: string }>`select 'PostgreSQL ' || current_setting('server_version') as product`
    : sql<{ product: string }>`select 'SQLite ' || sqlite_version() as product`;
  const { rows } = await query.execute(database);
  return rows[0]?.product ?? 'unknown';
}

/** Characters. Several pages, so that a full disk is noticed. */
const PROBE_SIZE = 16_384;
/** Milliseconds for which a result is reused, so that frequent checks do not cause frequent writes. */
const PROBE_GOOD_FOR = 5_000;
/** A row of `tree` without a tenant, whose name is never empty. */
const probe = { tenant: tenant(''), form: 'write probe' };

export function createProbe(database: StoreDatabase, { monotonic }: Pick<Clock, 'monotonic'>) {
  let last: { readonly at: number; readonly isWritable: Promise<boolean> } | null = null;
  // A new text each time, because an unchanged one need not be written.
  const write = () =>
    createTreeStore(database)
      .write(probe.tenant, probe.form, crypto.randomUUID().padEnd(PROBE_SIZE))
      .then(
        () => true,
        () => false,
      );
  return (): Promise<boolean> => {
    if (last === null || monotonic() - last.at >= PROBE_GOOD_FOR)
      last = { at: monotonic(), isWritable: write() };
    return last.isWritable;
  };
}

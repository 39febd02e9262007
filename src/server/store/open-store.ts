/** Opens the store that `APPLY_STORE` names, with the tables of this release. */
import { sql } from 'kysely';
import type { PrefillStore } from '../../core/model/details.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { DoubtWait, LedgerStore } from '../ledger/ledger-store.ts';
import { createLessonStore } from '../ledger/lesson-store.ts';
import type { RateStore } from '../ledger/rate-limit/rate-store.ts';
import { createSessionStore, sweepHourly } from '../ledger/session-store.ts';
import { createTreeStore } from '../ledger/tree-store.ts';
import type { Lessons, LimitStore, TreeStore } from '../ports.ts';
import type { SessionStore } from '../session-store.ts';
import { forgetEpochs } from './copy-epoch.ts';
import { type CreationDependencies, createTables, type LockSchema } from './create-tables.ts';
import { recogniseFile } from './file-copy.ts';
import { createLimitStore } from './limit-store.ts';
import { cannotOpen, reasonOf } from './private-file.ts';
import { createRateStore } from './rate-statements.ts';
import { renewReconcileDelays } from './renew-reconcile-delays.ts';
import { type SeenClock, seeClock } from './seen-clock.ts';
import { recogniseServer } from './server-copy.ts';
import { createSqlStore } from './sql-store.ts';
import { databaseClock, readClock, steadyTime } from './store-clock.ts';
import { type StoreFile, watchFile } from './store-file.ts';
import type { Engine, StoreDatabase } from './tables.ts';
import { canWrite } from './write-probe.ts';

export interface OpenStore {
  readonly ledger: LedgerStore;
  readonly trees: TreeStore;
  readonly sessions: SessionStore;
  readonly lessons: Lessons;
  /** What was learned of how many requests services take. */
  readonly rates: RateStore;
  /** null: it is of one process, which counts requests in its memory. */
  readonly limits: LimitStore | null;
  /** For what else is stored: staged files. */
  readonly engine: Engine;
  /** The database and its version. */
  readonly product: string;
  /** Beside the database, for the bytes of files; null: they lie in it. */
  readonly folder: string | null;
  /** Whether it can be written, with one small write. */
  isReady(): Promise<boolean>;
  /** Waits for what it does just now. Nothing may be asked afterwards. */
  close(): Promise<void>;
}

export interface StoreDependencies {
  /** The runtime's own by default. */
  readonly clock?: Clock;
  /** Milliseconds since 1970, for simulations. Without: the clock for a file, Postgres's own for Postgres. */
  readonly now?: () => number;
  /** Of what waits for a look at a start, and what is found in a restored copy: 75 s, 475 s with files of unknown size, by default. */
  readonly doubtFor?: DoubtWait;
  /** The operator says that it is a restored copy. */
  readonly isRestored?: boolean;
  /** It is a restored copy, and so many submissions are open in it. */
  readonly onRestored?: (submissions: number) => void;
}

/** Milliseconds: the usual time limits and the usual quiet time. */
const usualDoubt: DoubtWait = { answer: 75_000, file: 475_000 };

type Dependencies = Required<Omit<StoreDependencies, 'now'>>;

/** @returns the error is a sentence for the operator who starts the server */
export async function openStore(
  address: string,
  { now, ...given }: StoreDependencies = {},
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
    if (path !== undefined) return await openFile(path, now ?? steadyTime(dependencies.clock), dependencies);
    if (/^postgres(ql)?:\/\//.test(address)) return await openServer(address, now, dependencies);
  } catch (error) {
    const driver = missingDriver(error);
    if (driver === null) throw error;
    return failure(`APPLY_STORE needs the package ${driver}, which is not installed: npm install ${driver}`);
  }
  return failure('APPLY_STORE must be file:PATH or postgres://USER:PASSWORD@HOST/DATABASE.');
}

/** The driver of a store is only installed where there is such a store. */
function missingDriver(error: unknown): string | null {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND';
  return isMissing ? (/package '(pg|libsql)'/.exec(error.message)?.[1] ?? null) : null;
}

async function openFile(
  name: string,
  now: () => number,
  dependencies: Dependencies,
): Promise<Outcome<OpenStore, string>> {
  const { openLibsql } = await import('./libsql.ts');
  const opened = openLibsql(name);
  if (!opened.ok) return opened;
  const { database, path } = opened.value;
  const engine = { database, clock: readClock(now), locksRows: false };
  const folder = `${path}-files`;
  const creation = { bytes: 'blob', lock: async () => undefined } as const;
  const store = await finish(engine, { folder, clock: dependencies.clock, creation });
  if (!store.ok) return store;
  try {
    if (dependencies.isRestored) forgetEpochs(path);
    const doubted = await recogniseFile(engine, path, dependencies.doubtFor);
    if (doubted !== null) dependencies.onRestored(doubted);
    await endLeases(database);
    await database
      .transaction()
      .execute((transaction) => renewReconcileDelays(transaction, engine.clock, dependencies.doubtFor));
  } catch (error) {
    await store.value.close();
    return failure(cannotOpen(path, error));
  }
  return success(keepInPlace(store.value, watchFile(opened.value, folder)));
}

/** A file can be taken away from under a process. */
function keepInPlace(store: OpenStore, file: StoreFile): OpenStore {
  const close = async () => {
    await file.close();
    await store.close();
  };
  return {
    ...store,
    ledger: {
      ...store.ledger,
      isInPlace: file.isInPlace,
      listAttention: (tenant, after) => keepInFile(file, store.ledger.listAttention(tenant, after)),
      findByReference: (tenant, reference) =>
        keepInFile(file, store.ledger.findByReference(tenant, reference)),
      findPerson: (tenant, query) => keepInFile(file, store.ledger.findPerson(tenant, query)),
      amend: (amendment) => keepInFile(file, store.ledger.amend(amendment)),
      async erase(key, version) {
        const isDone = await keepInFile(file, store.ledger.erase(key, version));
        if (isDone) file.forget();
        return isDone;
      },
      close,
    },
    sessions: keepSessionsInPlace(store.sessions, file),
    lessons: keepLessonsInPlace(store.lessons, file),
    isReady: async () => file.isInPlace() && (await store.isReady()),
    close,
  };
}

/** What a file answers that is gone is not what the operator has, and what it is told goes with the process. */
async function keepInFile<Done>({ isInPlace }: StoreFile, asked: Promise<Done>): Promise<Done> {
  const done = await asked;
  if (!isInPlace()) throw new Error('The file of the store was deleted or replaced.');
  return done;
}

const keepSessionsInPlace = (sessions: SessionStore, file: StoreFile): SessionStore => ({
  ...sessions,
  addCode: (code, lifetime) => keepInFile(file, sessions.addCode(code, lifetime)),
  spendCode: (hash, attempt) => keepInFile(file, sessions.spendCode(hash, attempt)),
  revoke: (tenant, session) => keepInFile(file, sessions.revoke(tenant, session)),
  ...(sessions.prefills && { prefills: keepPrefillsInPlace(sessions.prefills, file) }),
});

const keepPrefillsInPlace = (prefills: PrefillStore, file: StoreFile): PrefillStore => ({
  ...prefills,
  add: (prefill, lifetime) => keepInFile(file, prefills.add(prefill, lifetime)),
  removeSession: (...which) => keepInFile(file, prefills.removeSession(...which)),
  removeSubject: (...which) => keepInFile(file, prefills.removeSubject(...which)),
});

const keepLessonsInPlace = (lessons: Lessons, file: StoreFile): Lessons => ({
  ...lessons,
  agree: (...wish) => keepInFile(file, lessons.agree(...wish)),
  clear: (...wish) => keepInFile(file, lessons.clear(...wish)),
});

/** A file belongs to one process, so leases found in it are from a process that is gone, and need not run out first. */
export async function endLeases(database: StoreDatabase): Promise<void> {
  await database
    .updateTable('submission')
    .set({ lease_owner: null, lease_until: 0 })
    .where('lease_owner', 'is not', null)
    // What is held is due, so only the index of what is due has to be read.
    .where('due_at', 'is not', null)
    .execute();
}

async function openServer(
  address: string,
  now: (() => number) | undefined,
  { clock: processClock, doubtFor: wait, isRestored, onRestored }: Dependencies,
): Promise<Outcome<OpenStore, string>> {
  const { openPostgres } = await import('./postgres.ts');
  const opened = await openPostgres(address);
  if (!opened.ok) return opened;
  const { database, checkEach } = opened.value;
  const clock = now === undefined ? databaseClock : readClock(now);
  const engine = { database, clock, locksRows: true };
  const creation = { bytes: 'bytea', lock: lockSchema } as const;
  const store = await finish(engine, { folder: null, clock: processClock, creation });
  if (!store.ok) return store;
  const check = async (connection: StoreDatabase) => {
    const doubted = await recogniseServer(connection, { clock, lock: lockSchema, wait });
    if (doubted !== null) onRestored(doubted);
  };
  try {
    if (isRestored) await database.updateTable('store_copy').set({ place: '' }).execute();
    await check(database);
    // Another process that has seen the clock go on looks in time: starts that come often must not put it off.
    const seen = await seeClock(engine, lockSchema, (transaction) =>
      renewReconcileDelays(transaction, clock, wait),
    );
    checkEach(check);
    return success(closeAfter(store.value, seen));
  } catch (error) {
    await store.value.close();
    return failure(`The store cannot be recognised: ${error instanceof Error ? error.message : 'no reason'}`);
  }
}

function closeAfter(store: OpenStore, seen: SeenClock): OpenStore {
  const close = async () => {
    await seen.end();
    await store.close();
  };
  return { ...store, ledger: { ...store.ledger, close }, close };
}

/** Any number that no other program on the same database locks. */
const SCHEMA_LOCK = 4_172_650_331;

const lockSchema: LockSchema = async (transaction) => {
  await sql`select pg_advisory_xact_lock(${SCHEMA_LOCK})`.execute(transaction);
};

interface Finishing {
  readonly folder: string | null;
  readonly clock: Clock;
  readonly creation: CreationDependencies;
}

async function finish(
  engine: Engine,
  { folder, clock, creation }: Finishing,
): Promise<Outcome<OpenStore, string>> {
  const { database } = engine;
  const created = await createTables(database, creation).catch((error: unknown) =>
    failure(`The tables of the store cannot be created: ${reasonOf(error)}.`),
  );
  if (!created.ok) {
    await database.destroy();
    return created;
  }
  const product = await readProduct(engine);
  const sessions = createSessionStore(engine);
  const lessons = createLessonStore(engine);
  const limits = createLimitStore(engine);
  const endSweeps = sweepHourly(clock, sessions, lessons, limits);
  const close = async () => {
    await endSweeps();
    await database.destroy();
  };
  return success({
    ledger: createSqlStore(engine, close),
    trees: createTreeStore(database),
    sessions,
    lessons,
    rates: createRateStore(engine),
    limits: engine.locksRows ? limits : null,
    engine,
    product,
    folder,
    isReady: () => canWrite(database),
    close,
  });
}

async function readProduct({ database, locksRows }: Engine): Promise<string> {
  const asked = locksRows
    ? sql<{ product: string }>`select 'PostgreSQL ' || current_setting('server_version') as product`
    : sql<{ product: string }>`select 'SQLite ' || sqlite_version() as product`;
  const { rows } = await asked.execute(database);
  return rows[0]?.product ?? 'unknown';
}

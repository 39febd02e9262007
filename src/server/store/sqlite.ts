/**
 * The store in one file, for one process. With `synchronous=FULL`, stored data survives a loss of power. Only the
 * server's account can read the files.
 */
import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import Libsql from 'libsql';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { Clock } from '../clock.ts';
import { reasonOf } from './start.ts';
import type { StoreDatabase, StoreTables } from './tables.ts';

/** The most prepared statements: those of the ledger, and one for each number of items. */
const MOST_STATEMENTS = 300;
/** Milliseconds until emptying the log is tried again, if a transaction was running. */
const FORGET_AGAIN = 2_000;

export interface OpenFile {
  readonly database: StoreDatabase;
  /** Its path without symbolic links. */
  readonly path: string;
  /** Folder next to it for the bytes of staged files. */
  readonly folder: string;
  /** Removes deleted data from the log too: at once, or as soon as no transaction runs. */
  forget(): void;
}

/** Opens the file. An error is a sentence. */
export function openSqlite(name: string, clock: Clock): Outcome<OpenFile, string> {
  let release: (() => void) | null = null;
  try {
    makeFolder(dirname(name));
    // A device must not be changed, and a pipe may never answer.
    if (statSync(name, { throwIfNoEntry: false })?.isFile() === false)
      return failure(`The store ${name} cannot be opened: it is no file.`);
    makePrivate(name);
    const path = realpathSync(name);
    release = takeLock(path);
    return release === null ? failure(inUse(path)) : success(openLocked(path, release, clock));
  } catch (error) {
    release?.();
    return failure(cannotOpen(name, error));
  }
}

const inUse = (path: string): string =>
  `The store ${path} is in use by another process. One file serves one process; several need Postgres (APPLY_STORE=postgres://…).`;

export const cannotOpen = (path: string, error: unknown): string =>
  `The store ${path} cannot be opened for writing: ${reasonOf(error)}.`;

/** Node's `recursive` never returns where a name cannot be created, such as in `/proc`. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** Creates the file before SQLite does, because SQLite gives its own files the same mode. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600));
  for (const name of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(name)) chmodSync(name, 0o600);
}

function openLocked(path: string, release: () => void, clock: Clock): OpenFile {
  const folder = `${path}-files`;
  const file = new Libsql(path);
  file.exec('pragma journal_mode = wal; pragma synchronous = full');
  // Overwrites deleted data, which otherwise stays in the file until its space is used again.
  file.exec('pragma secure_delete = on');
  file.exec('begin immediate; commit');
  makeFolder(folder);
  let mustForget = false;
  const forget = () => {
    mustForget = file.inTransaction || !emptyLog(file);
  };
  const endForgetting = clock.every(FORGET_AGAIN, () => {
    if (mustForget) forget();
  });
  const isSameFile = rememberName(path);
  const isSameFolder = rememberName(folder);
  const dialect = new SqliteDialect({
    database: cacheStatements(file, {
      isInPlace: () => isSameFile() && isSameFolder(),
      onClose() {
        endForgetting();
        emptyLog(file);
        file.close();
        release();
      },
    }),
  });
  return { database: new Kysely<StoreTables>({ dialect }), path, folder, forget };
}

/** Returns a function that says whether the path still leads to the same file. */
function rememberName(path: string): () => boolean {
  // Some systems use inode numbers that exceed a JavaScript number.
  const find = () => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
  const first = find();
  return () => find() === first;
}

/** Gives false if the log was not emptied, because another process reads it or the disk is full. */
function emptyLog(file: Libsql.Database): boolean {
  try {
    const [row] = file.prepare('pragma wal_checkpoint(truncate)').all();
    return typeof row === 'object' && row !== null && 'busy' in row && row.busy === 0;
  } catch {
    return false;
  }
}

const GONE =
  'The file of the store, or the folder of its files, was deleted or replaced while the server runs.';

interface StatementCache {
  /** Whether the file still has its name: data in a deleted file would be lost with the process. */
  isInPlace(): boolean;
  onClose(): void;
}

/** Caches prepared statements, because parsing takes longer than running. */
function cacheStatements(file: Libsql.Database, { isInPlace, onClose }: StatementCache): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    prepare(source) {
      // The driver ends the process if a closed file is asked whether it is in a transaction.
      if (!file.open) throw new Error('The store is closed.');
      // A failed commit (a full disk) may have left its transaction open.
      if (source === 'begin' && file.inTransaction) file.exec('rollback');
      // The check takes longer than a statement, so in a transaction only the commit is checked.
      const isChecked = source === 'commit' || (source !== 'begin' && !file.inTransaction);
      if (isChecked && !isInPlace()) throw new Error(GONE);
      const statement = statements.get(source) ?? file.prepare(source);
      if (statements.size >= MOST_STATEMENTS) statements.clear();
      statements.set(source, statement);
      return statement;
    },
    close() {
      statements.clear();
      onClose();
    },
  };
}

/**
 * Locks the file against every other process and a second use by this one. The lock is a transaction on a separate
 * database next to it, which the system ends with the process. (An exclusive lock on the store itself would outlast
 * `close()` until its statements are collected.)
 *
 * @returns a function that releases the lock; null if another process has it
 */
export function takeLock(path: string): (() => void) | null {
  makePrivate(`${path}.lock`);
  const file = new Libsql(`${path}.lock`);
  try {
    file.exec('begin exclusive');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY') return null;
    throw error;
  }
  return () => {
    file.exec('rollback');
    file.close();
  };
}

/**
 * Opens a file read-only by `mode=ro`, because the driver ignores its own option `readonly`, and `query_only` would
 * also refuse `vacuum into`.
 */
export const openToRead = (path: string): Libsql.Database =>
  new Libsql(`${pathToFileURL(path).href}?mode=ro`);

/**
 * Identifies a file by its inode and birth time, because inodes are reused soon. Systems without birth times give the
 * last change, which is left out. The device is left out, because it changes at a restart.
 */
export function inodeOf(path: string): string {
  const { ino, birthtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return birthtimeNs === ctimeNs ? `${ino}` : `${ino} ${birthtimeNs}`;
}

/** Fraction by which the time runs faster or slower to correct itself: an hour takes less than a day. */
const SLEW = 0.05;

/**
 * The machine's time without jumps, so that a delay or a lease lasts as long as it should even if the clock is set. It
 * approaches the machine's clock gradually.
 */
export function steadyTime({ now, monotonic }: Pick<Clock, 'now' | 'monotonic'>): () => number {
  let shown = now();
  let readAt = monotonic();
  return () => {
    const passed = monotonic() - readAt;
    readAt += passed;
    const least = shown + passed * (1 - SLEW);
    const most = shown + passed * (1 + SLEW);
    shown = Math.min(Math.max(now(), least), most);
    return shown;
  };
}

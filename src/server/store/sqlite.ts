/** The store in one file, for one process (`synchronous=FULL`: what was stored survives the loss of power). */
import { realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import Libsql from 'libsql';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { Clock } from '../clock.ts';
import { cannotOpen, isOrdinary, makeFolder, makePrivate, rememberName } from './file.ts';
import type { StoreDatabase, StoreTables } from './tables.ts';

/** Statements that are kept ready: those of the ledger, and one for each number of submissions and of items. */
const MOST_STATEMENTS = 300;
/** Milliseconds until the log is emptied again, where something else was under way. */
const FORGET_AGAIN = 2_000;

export interface OpenFile {
  readonly database: StoreDatabase;
  /** Its path without symbolic links. */
  readonly path: string;
  /** Next to it, for the bytes of staged files. */
  readonly folder: string;
  /** What was deleted leaves the log as well: at once, or as soon as nothing is under way. */
  forget(): void;
}

/** The error is a sentence. */
export function openSqlite(name: string, clock: Clock): Outcome<OpenFile, string> {
  let lock: Lock | null = null;
  try {
    makeFolder(dirname(name));
    if (!isOrdinary(name)) return failure(`The store ${name} cannot be opened: it is no file.`);
    makePrivate(name);
    const path = realpathSync(name);
    const taken = takeLock(path);
    if (!taken.ok)
      return failure(taken.error.reason === 'in_use' ? inUse(path) : cannotOpen(path, taken.error.error));
    lock = taken.value;
    return success(openLocked(path, lock, clock));
  } catch (error) {
    lock?.release();
    return failure(cannotOpen(name, error));
  }
}

const inUse = (path: string): string =>
  `The store ${path} is in use by another process. One file serves one process; several need Postgres (APPLY_STORE=postgres://…).`;

function openLocked(path: string, lock: Lock, clock: Clock): OpenFile {
  const folder = `${path}-files`;
  const file = new Libsql(path);
  file.exec('pragma journal_mode = wal; pragma synchronous = full');
  // What is deleted is overwritten: without it what was erased stays in the file until its place is used again.
  file.exec('pragma secure_delete = on');
  file.exec('begin immediate; commit');
  makeFolder(folder);
  let isToForget = false;
  const forget = () => {
    isToForget = file.inTransaction || !emptyLog(file);
  };
  const endForgetting = clock.every(FORGET_AGAIN, () => isToForget && forget());
  const [isSameFile, isSameFolder] = [rememberName(path), rememberName(folder)];
  const dialect = new SqliteDialect({
    database: keepStatements(file, {
      isInPlace: () => isSameFile() && isSameFolder(),
      onClose() {
        endForgetting();
        emptyLog(file);
        file.close();
        lock.release();
      },
    }),
  });
  return { database: new Kysely<StoreTables>({ dialect }), path, folder, forget };
}

/** false: not all of it, as another process reads just now, or the disk is full. */
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

interface Keeping {
  /** What a file takes or answers that is gone ends with the process. */
  isInPlace(): boolean;
  onClose(): void;
}

/** Parsing a statement takes longer than running it. */
function keepStatements(file: Libsql.Database, { isInPlace, onClose }: Keeping): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    prepare(source) {
      if (source !== 'rollback' && !isInPlace()) throw new Error(GONE);
      // A commit that failed (a full disk) may have left its transaction open.
      if (source === 'begin' && file.inTransaction) file.exec('rollback');
      const statement = kept.get(source) ?? file.prepare(source);
      if (kept.size >= MOST_STATEMENTS) kept.clear();
      kept.set(source, statement);
      return statement;
    },
    close() {
      kept.clear();
      onClose();
    },
  };
}

/** Why a lock was not taken. */
export type LockFailure =
  | { readonly reason: 'in_use' }
  | { readonly reason: 'error'; readonly error: unknown };

export interface Lock {
  release(): void;
}

/**
 * Keeps every other process, and this one, from taking the same file. The lock is a transaction on a database of its
 * own next to it: the system ends it with the process, however that ends. (An exclusive lock on the store itself would
 * not be given back by `close()` as long as a statement is not collected.)
 */
export function takeLock(path: string): Outcome<Lock, LockFailure> {
  try {
    makePrivate(`${path}.lock`);
    const file = new Libsql(`${path}.lock`);
    file.exec('begin exclusive');
    return success({
      release() {
        file.exec('rollback');
        file.close();
      },
    });
  } catch (error) {
    const isBusy = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';
    return failure(isBusy ? { reason: 'in_use' } : { reason: 'error', error });
  }
}

/**
 * The driver does not heed its own option `readonly`, and SQLite heeds this mode of an address. `query_only` would refuse
 * `vacuum into` as well.
 */
export const openToRead = (path: string): Libsql.Database =>
  new Libsql(`${pathToFileURL(path).href}?mode=ro`);

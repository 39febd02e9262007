/**
 * The store in one file, for one process (`synchronous=FULL`: what was stored survives the loss of power). What applicants wrote
 * only the account of the server reads.
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

/** Statements that are kept ready: those of the ledger, and one for each number of items. */
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

/** `recursive` of Node never returns where a name cannot be there, as in `/proc`. */
export function makeFolder(path: string): void {
  if (existsSync(path)) return;
  makeFolder(dirname(path));
  mkdirSync(path, { mode: 0o700 });
}

/** What SQLite adds to it has the mode of the file itself, so that is made before SQLite opens it. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT, 0o600));
  for (const name of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(name)) chmodSync(name, 0o600);
}

function openLocked(path: string, release: () => void, clock: Clock): OpenFile {
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
        release();
      },
    }),
  });
  return { database: new Kysely<StoreTables>({ dialect }), path, folder, forget };
}

/** Whether a name still leads to the file that it led to first. */
function rememberName(path: string): () => boolean {
  // Some systems give numbers that no other type holds.
  const find = () => statSync(path, { bigint: true, throwIfNoEntry: false })?.ino;
  const first = find();
  return () => find() === first;
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
      // The driver ends the process where a closed file is asked whether it is in a transaction.
      if (!file.open) throw new Error('The store is closed.');
      // A commit that failed (a full disk) may have left its transaction open.
      if (source === 'begin' && file.inTransaction) file.exec('rollback');
      // A look takes longer than a statement: of a transaction its end decides.
      const isSeen = source === 'commit' || (source !== 'begin' && !file.inTransaction);
      if (isSeen && !isInPlace()) throw new Error(GONE);
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

/**
 * Keeps every other process, and this one, from taking the same file. The lock is a transaction on a database of its
 * own next to it: the system ends it with the process, however that ends. (An exclusive lock on the store itself would
 * not be given back by `close()` as long as a statement is not collected.)
 *
 * @returns gives it back; null: another process has it
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
 * The driver does not heed its own option `readonly`, and SQLite heeds this mode of an address. `query_only` would refuse
 * `vacuum into` as well.
 */
export const openToRead = (path: string): Libsql.Database =>
  new Libsql(`${pathToFileURL(path).href}?mode=ro`);

/**
 * Its number on the disk, and when it was born, as a number is given again soon. Where the system tells no birth, it tells
 * the last change instead. The device is left out: it changes when a machine starts.
 */
export function inodeOf(path: string): string {
  const { ino, birthtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return birthtimeNs === ctimeNs ? `${ino}` : `${ino} ${birthtimeNs}`;
}

/** Part by which it runs faster or slower while it is wrong: an hour is made up for in less than a day. */
const SLEW = 0.05;

/**
 * The time of this machine, which may be set while work is waiting: it never jumps, so that a reconcile delay or a lease lasts
 * as long as it should, and comes back to what the machine shows little by little.
 */
export function steadyTime({ now, monotonic }: Pick<Clock, 'now' | 'monotonic'>): () => number {
  let [shown, at] = [now(), monotonic()];
  return () => {
    const passed = monotonic() - at;
    at += passed;
    const [least, most] = [shown + passed * (1 - SLEW), shown + passed * (1 + SLEW)];
    shown = Math.min(Math.max(now(), least), most);
    return shown;
  };
}

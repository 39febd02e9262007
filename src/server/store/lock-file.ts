import { existsSync, rmSync, statSync } from 'node:fs';
import Libsql from 'libsql';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { dropForeignLog, sizeOf } from './closed-file.ts';
import { cannotOpen, makePrivate } from './private-file.ts';

/** Why a lock was not taken. */
export type LockFailure =
  | { readonly reason: 'in_use' }
  | { readonly reason: 'error'; readonly error: unknown };

export interface Lock {
  release(): void;
  /** Takes it anew where its file was removed, so that the next process finds it again. */
  keep(): void;
}

/**
 * Keeps every other process, and this one, from taking the same file. The lock is a transaction on a database of its
 * own beside it: the system ends it with the process, however that ends. (An exclusive lock on the store itself would
 * not be given back by `close()` as long as a statement is not collected.)
 */
export function takeLock(path: string): Outcome<Lock, LockFailure> {
  const name = `${path}.lock`;
  const first = lock(name);
  if (!first.ok) return first;
  let held = first.value;
  return success({
    release: () => held.release(),
    keep() {
      if (statSync(name, { throwIfNoEntry: false })?.ino === held.number) return;
      const anew = lock(name);
      if (!anew.ok) return;
      held.release();
      held = anew.value;
    },
  });
}

interface HeldFile {
  /** Of the file on its disk. */
  readonly number: number;
  release(): void;
}

function lock(name: string): Outcome<HeldFile, LockFailure> {
  try {
    makePrivate(name);
    const file = new Libsql(name);
    file.exec('begin exclusive');
    const release = () => {
      file.exec('rollback');
      file.close();
    };
    return success({ number: statSync(name).ino, release });
  } catch (error) {
    return failure(isBusy(error) ? { reason: 'in_use' } : { reason: 'error', error });
  }
}

/** Of a store; the error is a sentence. */
export function lockFile(path: string): Outcome<Lock, string> {
  const wasThere = existsSync(`${path}.lock`);
  const taken = takeLock(path);
  if (!taken.ok)
    return failure(taken.error.reason === 'in_use' ? inUse(path) : cannotOpen(path, taken.error.error));
  try {
    makePrivate(path);
    dropForeignLog(path);
    if (wasThere || sizeOf(path) === 0 || isAlone(path)) return taken;
  } catch (error) {
    taken.value.release();
    return failure(cannotOpen(path, error));
  }
  // What holds the store takes its lock anew.
  rmSync(`${path}.lock`, { force: true });
  taken.value.release();
  return failure(inUse(path));
}

/** Milliseconds that a backup, which reads the store without a lock, may take when the lock's file is missing. */
const READING = 3_000;

/**
 * Whether no process has the database itself open, whatever became of the lock beside it: an open one holds a shared
 * lock of the system on it. Nothing is prepared here, so that `close()` gives back what it took.
 */
function isAlone(path: string): boolean {
  const file = new Libsql(path);
  try {
    file.exec(`pragma busy_timeout = ${READING}; pragma locking_mode = exclusive; begin exclusive; rollback`);
    return true;
  } catch (error) {
    if (isBusy(error)) return false;
    throw error;
  } finally {
    file.close();
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';

const inUse = (path: string): string =>
  `The store ${path} is in use by another process. One file serves one process; several need Postgres (APPLY_STORE=postgres://…).`;

import Libsql from 'libsql';
import { failure, type Outcome, success } from '../../model/outcome.ts';
import { cannotOpen, makePrivate } from './private-file.ts';

/** Why a lock was not taken. */
export type LockFailure =
  | { readonly reason: 'in_use' }
  | { readonly reason: 'error'; readonly error: unknown };

/**
 * Keeps every other process, and this one, from taking the same file. The lock is a transaction on a database of its
 * own beside it: the system ends it with the process, however that ends. (An exclusive lock on the store itself would
 * not be given back by `close()` as long as a statement is not collected.)
 *
 * @returns gives the lock back
 */
export function takeLock(path: string): Outcome<() => void, LockFailure> {
  try {
    makePrivate(`${path}.lock`);
    const lock = new Libsql(`${path}.lock`);
    lock.exec('begin exclusive');
    return success(() => {
      lock.exec('rollback');
      lock.close();
    });
  } catch (error) {
    return failure(isBusy(error) ? { reason: 'in_use' } : { reason: 'error', error });
  }
}

/** Of a store; the error is a sentence. */
export function lockFile(path: string): Outcome<() => void, string> {
  const lock = takeLock(path);
  if (lock.ok) return lock;
  return failure(lock.error.reason === 'in_use' ? inUse(path) : cannotOpen(path, lock.error.error));
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';

const inUse = (path: string): string =>
  `The store ${path} is in use by another process. One file serves one process; several need Postgres (APPLY_STORE=postgres://…).`;

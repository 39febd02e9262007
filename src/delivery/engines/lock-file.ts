import Libsql from 'libsql';
import { failure, type Outcome, success } from '../../model/outcome.ts';
import { cannotOpen, makePrivate } from './private-file.ts';

/**
 * Keeps every other process, and this one, from opening the same store. The lock is a transaction on a database of its
 * own beside it: the system ends it with the process, however that ends. (An exclusive lock on the store itself would
 * not be given back by `close()` as long as a statement is not collected.)
 *
 * @returns gives the lock back; the error is a sentence
 */
export function lockFile(path: string): Outcome<() => void, string> {
  try {
    makePrivate(`${path}.lock`);
    const lock = new Libsql(`${path}.lock`);
    lock.exec('begin exclusive');
    return success(() => {
      lock.exec('rollback');
      lock.close();
    });
  } catch (error) {
    return failure(isBusy(error) ? inUse(path) : cannotOpen(path, error));
  }
}

const isBusy = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY';

const inUse = (path: string): string =>
  `The store ${path} is in use by another process. One file serves one process; several need Postgres (APPLY_STORE=postgres://…).`;

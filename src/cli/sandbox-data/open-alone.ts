import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type LockFailure, takeLock } from '../../server/store/sqlite.ts';
import { type DataFile, openDataFile, reasonOf } from './data-file.ts';

export interface LockedFile extends DataFile {
  /** Callers must keep this reference together with the file: a lock that is garbage-collected is released. */
  release(): void;
}

/** Two sandboxes on one file would each overwrite the other's data. The lock is taken before the file is read. */
export async function openAlone(path: string): Promise<Outcome<LockedFile, string>> {
  const lock = takeLock(path);
  if (!lock.ok) return failure(sentenceOf(path, lock.error));
  const file = await openDataFile(path);
  if (file.ok) return success({ ...file.value, release: lock.value.release });
  lock.value.release();
  return file;
}

const sentenceOf = (path: string, failed: LockFailure): string =>
  failed.reason === 'in_use'
    ? `${path} is in use by another sandbox. One file serves one; name another with --data.`
    : `${path} cannot be written: ${reasonOf(failed.error)}.`;

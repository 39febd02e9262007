import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { takeLock } from '../../server/store/sqlite.ts';
import { type DataFile, openDataFile, reasonOf } from './data-file.ts';

export interface LockedFile extends DataFile {
  /** Callers must keep this reference together with the file: a lock that is garbage-collected is released. */
  release(): void;
}

/** Two sandboxes on one file would each overwrite the other's data. The lock is taken before the file is read. */
export async function openAlone(path: string): Promise<Outcome<LockedFile, string>> {
  try {
    const release = takeLock(path);
    if (release === null)
      return failure(`${path} is in use by another sandbox. One file serves one; name another with --data.`);
    const file = await openDataFile(path);
    if (file.ok) return success({ ...file.value, release });
    release();
    return file;
  } catch (error) {
    return failure(`${path} cannot be written: ${reasonOf(error)}.`);
  }
}

/**
 * The write-ahead log beside a store's file. A backup that is copied over a store whose server was killed leaves its log there,
 * and SQLite would play it into the copy. So a file that was closed in order says so in its own header: a log beside
 * such a file is not its own.
 */
import { closeSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import type Libsql from 'libsql';

/** In `user_version`, which nothing else of ours uses. */
const CLOSED = 0x0a11_c105;
/** Of `user_version` in the header of a file (sqlite.org/fileformat2.html). */
const PLACE = 60;
const HEADER = 100;

/** Milliseconds that a start waits for what reads the file: a backup that began just before it. */
const OPENING = 10_000;

/** Before SQLite opens the file. */
export function dropForeignLog(path: string): void {
  if (sizeOf(`${path}-wal`) === 0 || !isClosed(path)) return;
  for (const name of [`${path}-wal`, `${path}-shm`]) rmSync(name, { force: true });
}

export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

function isClosed(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const header = Buffer.alloc(HEADER);
    return readSync(file, header, 0, HEADER, 0) === HEADER && header.readInt32BE(PLACE) === CLOSED;
  } finally {
    closeSync(file);
  }
}

/** Nothing else may be written before: until the header no longer says it, a log beside it would be taken for foreign. */
export function markOpen(file: Libsql.Database): void {
  if (!isMarked(file)) return;
  file.exec(`pragma busy_timeout = ${OPENING}`);
  try {
    file.exec('pragma user_version = 0');
    if (!emptyLog(file)) throw new Error('Another program reads the store just now.');
  } finally {
    file.exec('pragma busy_timeout = 0');
  }
}

function isMarked(file: Libsql.Database): boolean {
  const [row] = file.prepare('pragma user_version').all();
  return typeof row === 'object' && row !== null && 'user_version' in row && row.user_version === CLOSED;
}

/** The log is emptied before the header says so, and is not needed again. false: another process reads just now. */
export function markClosed(file: Libsql.Database): boolean {
  if (!emptyLog(file)) return false;
  markAsClosed(file);
  return emptyLog(file);
}

/** Of a copy that never had a log. */
export const markAsClosed = (file: Libsql.Database): void => {
  file.exec(`pragma user_version = ${CLOSED}`);
};

/** All that is in the log goes to the file itself. false: not all of it, as another process reads just now. */
export function emptyLog(file: Libsql.Database): boolean {
  // First what needs the disk most, without holding up other connections.
  file.prepare('pragma wal_checkpoint(passive)').all();
  const [row] = file.prepare('pragma wal_checkpoint(truncate)').all();
  return typeof row === 'object' && row !== null && 'busy' in row && row.busy === 0;
}

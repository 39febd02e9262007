/** Files of the store hold what applicants wrote: only the account of the server reads them. */
import {
  type BigIntStats,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  statSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';

const OWNER_ONLY = 0o600;

/** What SQLite makes beside it has the mode of the file itself, so that is made before SQLite opens it. */
export function makePrivate(path: string): void {
  closeSync(openSync(path, constants.O_RDWR | constants.O_CREAT, OWNER_ONLY));
  for (const name of [path, `${path}-wal`, `${path}-shm`]) if (existsSync(name)) chmodSync(name, OWNER_ONLY);
}

/**
 * Makes a folder and those above it that are not there. (`recursive` of Node never returns where the system answers
 * that a name cannot be there, as in `/proc`.) Throws what the system says.
 */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = resolve(path); !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const folder of missing) mkdirSync(folder, { mode: 0o700 });
}

/** Neither a device nor a pipe, whose mode must not be changed, and which may never answer. Nothing there is well. */
export function isOrdinary(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined || found.isFile() || found.isDirectory();
}

export const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const find = (path: string): BigIntStats | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false });

/** Whether a name still leads to the file that it led to first. */
export function rememberName(path: string): () => boolean {
  const first = find(path)?.ino;
  return () => find(path)?.ino === first;
}

/**
 * Its number on the disk, and when it was born, as a number is given again soon. Where the system tells no birth, it tells
 * the last change instead. The device is left out: it changes when a machine starts.
 */
export function inodeOf(path: string): string {
  const { ino, birthtimeNs, ctimeNs } = statSync(path, { bigint: true });
  return birthtimeNs === ctimeNs ? `${ino}` : `${ino} ${birthtimeNs}`;
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'the account of the server may not write there'],
  ['EPERM', 'the account of the server may not change it'],
  ['ENOENT', 'a folder of its path is missing, and cannot be made'],
  ['EROFS', 'the disk is read-only'],
  ['EISDIR', 'it is a folder'],
  ['ENOTDIR', 'a part of its path is a file, not a folder'],
  ['EEXIST', 'a part of its path is a file, not a folder'],
  ['ENOSPC', 'the disk is full'],
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_BUSY', 'another program uses it just now'],
  ['SQLITE_CORRUPT', 'the file is damaged'],
  ['SQLITE_NOTADB', 'it is a file of something else, no store'],
  ['SQLITE_READONLY', 'the account of the server may not write there'],
  ['SQLITE_CANTOPEN', 'the account of the server may not write there, or a folder of its path is missing'],
]);

export const cannotOpen = (path: string, error: unknown): string =>
  `The store ${path} cannot be opened for writing: ${reasonOf(error)}.`;

export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'the system did not say why';
  if (!('code' in error)) return error.message.replace(/\.$/, '');
  const code = String(error.code);
  return `${reasons.get(code) ?? 'the system did not say why'} (${code})`;
}

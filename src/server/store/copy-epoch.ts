/**
 * The epochs that a store's file may have, in a small file beside it that no copy of the store comprises. A copy that
 * comes back over the store has an earlier epoch. While it changes both are named, so that a server that is killed between
 * finds a known one.
 */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

export const epochFile = (path: string): string => `${path}.epoch`;

/** null: there is none. */
export function readEpochs(path: string): readonly string[] | null {
  try {
    return readFileSync(epochFile(path), 'utf8').split('\n').filter(Boolean);
  } catch {
    return null;
  }
}

/** Whatever epoch the file has, it is a copy then. */
export const forgetEpochs = (path: string): void => rmSync(epochFile(path), { force: true });

/** All of it or nothing, also where power fails. */
export function writeEpochs(path: string, epochs: readonly string[]): void {
  const fresh = `${epochFile(path)}.new`;
  const file = openSync(fresh, 'w', 0o600);
  try {
    writeSync(file, `${epochs.join('\n')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(fresh, epochFile(path));
  syncFolder(dirname(path));
}

/** The name of a new file is safe only when its folder is. Some systems cannot do it. */
export function syncFolder(folder: string): void {
  try {
    const handle = openSync(folder, 'r');
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {}
}

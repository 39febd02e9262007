/**
 * Takes a file to the disk while it is being written. Gigabytes that the system holds back are otherwise written at one
 * moment, and what another program syncs then, such as the receipts of a server beside a backup, waits for all of them.
 */
import { closeSync, fdatasyncSync, openSync } from 'node:fs';
import { Worker } from 'node:worker_threads';

/** Milliseconds between two times, in which a disk writes some megabytes. */
const PAUSE = 10;

/** As text, since a bundle holds no second file; a thread, since the one that writes does nothing else meanwhile. */
const program = `
const { fdatasyncSync, openSync } = require('node:fs');
const { workerData: { path, pause } } = require('node:worker_threads');
const file = openSync(path, 'r+');
const still = new Int32Array(new SharedArrayBuffer(4));
for (;;) {
  fdatasyncSync(file);
  Atomics.wait(still, 0, 0, pause);
}`;

/** @param path of a file that is there; rejects as well where the disk failed to take what was written */
export async function syncMeanwhile<Result>(path: string, write: () => Result): Promise<Result> {
  // Linux tells each descriptor that was open of a fault of the disk, so this one is told what the thread was told.
  const file = openSync(path, 'r+');
  const syncing = await startSyncing(path);
  try {
    const result = write();
    fdatasyncSync(file);
    return result;
  } finally {
    await syncing?.terminate();
    closeSync(file);
  }
}

/** null: this process may have no more threads, and the file is synced at its end alone. */
async function startSyncing(path: string): Promise<Worker | null> {
  try {
    const syncing = new Worker(program, { eval: true, execArgv: [], workerData: { path, pause: PAUSE } });
    syncing.on('error', () => undefined);
    await new Promise((resolve) => syncing.once('online', resolve).once('exit', resolve));
    return syncing;
  } catch {
    return null;
  }
}

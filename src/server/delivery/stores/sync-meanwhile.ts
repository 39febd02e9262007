/**
 * Takes a file to the disk while it is being written. Gigabytes that the system holds back are otherwise written at one
 * moment, and what another program syncs then, such as the receipts of a server beside a backup, waits for all of them.
 */
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

/** @param path of a file that is there; a disk that fails is met by the writing itself */
export async function syncMeanwhile<Result>(path: string, write: () => Result): Promise<Result> {
  const syncing = new Worker(program, { eval: true, workerData: { path, pause: PAUSE } });
  syncing.on('error', () => undefined);
  await new Promise((resolve) => syncing.once('online', resolve).once('exit', resolve));
  try {
    return write();
  } finally {
    await syncing.terminate();
  }
}

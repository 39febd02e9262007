/** The file of a store on its disk while a process has it: whether it is still there, and how it is kept fit to be copied. */
import { type BigIntStats, statSync } from 'node:fs';
import { renewEpoch } from './file-copy.ts';
import type { OpenFile } from './libsql.ts';
import { makeFolder } from './private-file.ts';

export interface StoreFile {
  /** false: it was deleted or replaced, or the folder of its staged files was. */
  isInPlace(): boolean;
  /** What was deleted leaves the log as well: at once, or as soon as nothing is under way. */
  forget(): void;
  /** Before the database is closed. */
  close(): Promise<void>;
}

/** Milliseconds between two looks whether there is something to tidy up. */
const TIDY_EACH = 2_000;
/** Milliseconds that copies made by hand may have the same epoch. */
const EPOCH = 60_000;

/** @param folder of the staged files, which is made here where it is not there yet */
export function watchFile({ database, path, keepLock, tidy }: OpenFile, folder: string): StoreFile {
  tryFolder(folder);
  const isSameFile = rememberName(path);
  const isSameFolder = rememberName(folder);
  const isInPlace = () => isSameFile() && isSameFolder();
  let renewedAt = performance.now();
  let seen = stateOf(`${path}-wal`);
  let isToForget = false;
  const renew = async () => {
    // Of another file it may not be said that its epoch is known.
    if (!isInPlace()) return;
    renewedAt = performance.now();
    await renewEpoch(database, path);
  };
  let tidying = Promise.resolve();
  const tidyUp = async () => {
    keepLock();
    const now = stateOf(`${path}-wal`);
    const [isFirst, isIdle] = [seen === NOTHING, now === seen];
    seen = now;
    if (now === NOTHING) return;
    // What is copied while nothing is written has the epoch of what was written before, and of nothing later.
    if (isFirst || performance.now() - renewedAt >= EPOCH) await renew();
    else if (!isIdle && !isToForget) return;
    if (isIdle || isToForget) isToForget = !tidy() && isToForget;
    seen = stateOf(`${path}-wal`);
  };
  const timer = setInterval(() => {
    // A disk that is full is told of by what needs it.
    tidying = tidying.then(tidyUp).catch(() => undefined);
  }, TIDY_EACH);
  timer.unref();
  return {
    isInPlace,
    forget() {
      isToForget = !tidy();
    },
    async close() {
      clearInterval(timer);
      await tidying;
      await renew().catch(() => undefined);
    },
  };
}

/** Where it cannot be made, that is told by what puts files into it. */
function tryFolder(folder: string): void {
  try {
    makeFolder(folder);
  } catch {}
}

const NOTHING = '0';

function stateOf(path: string): string {
  const found = find(path);
  return found === undefined || found.size === 0n ? NOTHING : `${found.size} ${found.mtimeNs}`;
}

const find = (path: string): BigIntStats | undefined =>
  statSync(path, { bigint: true, throwIfNoEntry: false });

/** Whether a name stands for what it stood for when it was first there. */
function rememberName(path: string): () => boolean {
  const first = find(path)?.ino;
  return () => find(path)?.ino === first;
}

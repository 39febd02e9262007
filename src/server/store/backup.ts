/**
 * Copies a file store and the staged files that it needs, consistently, while a server runs on it. The copy is marked
 * as one, so that a server started on it reads back everything that is open.
 */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { chmod, constants, copyFile, mkdir, mkdtemp, open, rename, rm, statfs } from 'node:fs/promises';
import { dirname, join, parse, resolve } from 'node:path';
import Libsql from 'libsql';
import { z } from 'zod';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { sealedSize } from './files.ts';
import { makeFolder, makePrivate, openToRead, takeLock } from './sqlite.ts';
import { reasonOf } from './start.ts';
import { SCHEMA_VERSION } from './tables.ts';

export interface BackUp {
  /** Path of the copy, for `APPLY_STORE`. */
  readonly path: string;
  readonly files: number;
  /** Size of the database and the files together. */
  readonly bytes: number;
}

/** A reason for the user. Any other error is a bug or a fault of the disk. */
class Refusal extends Error {}

/**
 * @param name path of the store
 * @param folder the folder for the copy, created if missing
 * @returns an error is a sentence
 */
export async function backUp(name: string, folder: string): Promise<Outcome<BackUp, string>> {
  const target = join(resolve(folder), `${parse(name).name}.db`);
  let release: (() => void) | null = null;
  let temporary: string | null = null;
  try {
    if (statSync(name, { throwIfNoEntry: false })?.isFile() !== true)
      return failure(`There is no store at ${resolve(name)}.`);
    for (const copy of [target, `${target}-files`, `${target}-wal`])
      if (existsSync(copy)) return failure(`${copy} is there already: name another folder.`);
    // The server locks this path, so the lock would not be found under another name.
    const path = realpathSync(name);
    // null if a server runs on the store; otherwise the lock keeps a server from starting during the copy.
    release = takeLock(path);
    makeFolder(dirname(target));
    temporary = await mkdtemp(join(dirname(target), '.backup-'));
    return success(await copyStore({ path, target, temporary, isOurs: release !== null }));
  } catch (error) {
    return failure(
      error instanceof Refusal ? error.message : `The backup of ${resolve(name)} failed: ${reasonOf(error)}.`,
    );
  } finally {
    if (temporary !== null) await rm(temporary, { recursive: true, force: true });
    release?.();
  }
}

interface Copying {
  readonly path: string;
  readonly target: string;
  /** Temporary folder, which becomes the copy when it is complete. */
  readonly temporary: string;
  /** Whether no server has the store open. */
  readonly isOurs: boolean;
}

/**
 * A file may be delivered and deleted after the database was copied. The next round copies a database that no longer
 * needs it.
 */
const MOST_ROUNDS = 5;

async function copyStore({ path, target, temporary, isOurs }: Copying): Promise<BackUp> {
  const store = isOurs ? new Libsql(path) : openToRead(path);
  const files = join(temporary, 'files');
  try {
    checkVersion(store, path);
    await checkRoom(store, path, temporary);
    await mkdir(files, { mode: 0o700 });
    for (let round = 1; ; round += 1) {
      const database = join(temporary, `store-${round}.db`);
      makePrivate(database);
      store.prepare('vacuum into ?').run(database);
      const needed = finishCopy(database);
      const missing = await copyFiles(needed, `${path}-files`, files);
      if (missing === 0) return await putInPlace({ database, files, target }, needed);
      if (round === MOST_ROUNDS) throw new Refusal(missingFiles(missing, `${path}-files`));
      await rm(database);
    }
  } finally {
    store.close();
  }
}

const missingFiles = (count: number, folder: string): string =>
  `${count === 1 ? '1 file' : `${count} files`} that the store needs ${count === 1 ? 'is' : 'are'} not in ${folder}, so that no backup would be whole.`;

function checkVersion(store: Libsql.Database, path: string): void {
  const [row] = z
    .array(z.object({ version: z.number() }))
    .parse(store.prepare('select version from store_version').all());
  if (row?.version !== SCHEMA_VERSION)
    throw new Refusal(`The store ${path} is one of another release: take its own backup command.`);
}

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** A full disk would stop the running server. */
async function checkRoom(store: Libsql.Database, path: string, folder: string): Promise<void> {
  const needed = sizeOf(path) + sizeOf(`${path}-wal`) + sizeOfAll(listFiles(store));
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < needed)
    throw new Refusal(
      `The backup needs ${megabytes(needed)}, and ${dirname(folder)} has room for ${megabytes(free)}.`,
    );
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_048_576)} MB`;

const neededFiles = z.array(z.object({ upload: z.string(), size: z.number() }));
type NeededFiles = z.infer<typeof neededFiles>;

/** Lists complete files that are still to be sent. */
const listFiles = (store: Libsql.Database): NeededFiles =>
  neededFiles.parse(store.prepare("select upload, size from file where state = 'here'").all());

const sizeOfAll = (files: NeededFiles): number => files.reduce((sum, { size }) => sum + sealedSize(size), 0);

/** Copies the files and gives the number that are missing or incomplete. */
async function copyFiles(needed: NeededFiles, from: string, to: string): Promise<number> {
  let missing = 0;
  for (const { upload, size } of needed) {
    const copy = join(to, upload);
    if (sizeOf(copy) === sealedSize(size)) continue;
    if (sizeOf(join(from, upload)) !== sealedSize(size)) missing += 1;
    else {
      await copyFile(join(from, upload), copy, constants.COPYFILE_FICLONE);
      await chmod(copy, 0o600);
      await sync(copy);
    }
  }
  return missing;
}

/** Marks the copy, checks its integrity, and lists the files that it needs. */
function finishCopy(path: string): NeededFiles {
  const copy = new Libsql(path);
  try {
    copy.exec('pragma synchronous = full; update store_copy set is_backup = 1');
    const [verdict] = z
      .array(z.object({ integrity_check: z.string() }))
      .parse(copy.prepare('pragma integrity_check').all());
    if (verdict?.integrity_check !== 'ok')
      throw new Refusal('The copy is damaged, and so may the store be: SQLite finds faults in it.');
    return listFiles(copy);
  } finally {
    copy.close();
  }
}

interface FinishedCopy {
  readonly database: string;
  readonly files: string;
  readonly target: string;
}

/** Moves the database last, so that its presence means a complete copy. */
async function putInPlace({ database, files, target }: FinishedCopy, needed: NeededFiles): Promise<BackUp> {
  await sync(database);
  await sync(files);
  const bytes = sizeOf(database) + sizeOfAll(needed);
  await rename(files, `${target}-files`);
  await rename(database, target);
  await sync(dirname(target));
  return { path: target, files: needed.length, bytes };
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

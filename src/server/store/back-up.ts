/**
 * A consistent copy of a file store and of the staged files that it needs, made beside a server that runs on it. The
 * copy says of itself that it is one, so that a server that starts on it looks for everything that is open.
 */
import { existsSync, realpathSync } from 'node:fs';
import {
  chmod,
  constants,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readdir,
  rename,
  rm,
  statfs,
} from 'node:fs/promises';
import { basename, dirname, join, parse, resolve } from 'node:path';
import Libsql from 'libsql';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { sealedSize } from '../files/staging/chunk-size.ts';
import { dropForeignLog, markAsClosed, sizeOf } from './closed-file.ts';
import { syncFolder } from './copy-epoch.ts';
import { SCHEMA_VERSION } from './create-tables.ts';
import { takeLock } from './lock-file.ts';
import { openToRead } from './open-to-read.ts';
import { isOrdinary, makeFolder, makePrivate, reasonOf } from './private-file.ts';
import { syncMeanwhile } from './sync-meanwhile.ts';

export interface BackUp {
  /** Of the copy, for `APPLY_STORE`. */
  readonly path: string;
  readonly files: number;
  /** Of the database and the files together. */
  readonly bytes: number;
}

/** A bug or a fault of the disk; everything else is a sentence. */
class Refusal extends Error {}

/**
 * @param name path of the store
 * @param folder that the copy is put into; it is made when it is not there
 * @returns the error is a sentence
 */
export async function backUp(name: string, folder: string): Promise<Outcome<BackUp, string>> {
  const target = join(resolve(folder), `${parse(name).name}.db`);
  if (!existsSync(name) || !isOrdinary(name)) return failure(`There is no store at ${resolve(name)}.`);
  // Where its server finds it, too: by another name of the same file it would seem that there is none.
  const path = realpathSync(name);
  for (const taken of [target, `${target}-files`, `${target}-wal`])
    if (existsSync(taken)) return failure(`${taken} is there already: name another folder.`);
  const lock = takeLock(path);
  // A server has it: then it is read beside it. Else none can start meanwhile.
  if (!lock.ok && lock.error.reason === 'error') return failure(`${path}: ${reasonOf(lock.error.error)}.`);
  let making: string | null = null;
  try {
    makeFolder(dirname(target));
    making = await mkdtemp(join(dirname(target), '.backup-'));
    return success(await copyStore({ path, target, making, isOurs: lock.ok }));
  } catch (error) {
    return failure(error instanceof Refusal ? error.message : `The backup failed: ${reasonOf(error)}.`);
  } finally {
    if (making !== null) await rm(making, { recursive: true, force: true });
    if (lock.ok) lock.value.release();
  }
}

interface Copying {
  readonly path: string;
  readonly target: string;
  /** A folder that becomes the copy when all is in it. */
  readonly making: string;
  /** No server has the store open. */
  readonly isOurs: boolean;
}

/** A file that is delivered between two looks is not needed; one that came between them is copied in the next round. */
const MOST_ROUNDS = 5;

async function copyStore({ path, target, making, isOurs }: Copying): Promise<BackUp> {
  if (isOurs) dropForeignLog(path);
  const store = isOurs ? new Libsql(path) : openToRead(path);
  const copies = { from: `${path}-files`, to: join(making, 'files') };
  try {
    checkStore(store, path);
    await checkRoom(store, path, making);
    await mkdir(copies.to, { mode: 0o700 });
    for (let round = 1; ; round += 1) {
      // The files come first: what is in them never changes, and what was there before the database is copied stays.
      const copied = await copyFiles(listFiles(store), copies);
      const database = join(making, `store-${round}.db`);
      makePrivate(database);
      await syncMeanwhile(database, () => store.prepare('vacuum into ?').run(database));
      const needed = finishCopy(database);
      const missing = needed.filter(({ upload }) => !copied.has(upload));
      if (missing.length > 0) {
        if (round === MOST_ROUNDS) throw new Refusal(missingFiles(missing.length, copies.from));
        await rm(database);
        continue;
      }
      await keepOnly(needed, copies.to);
      return await putInPlace({ database, files: copies.to, target }, needed);
    }
  } finally {
    store.close();
  }
}

const missingFiles = (count: number, folder: string): string =>
  `${count === 1 ? '1 file' : `${count} files`} that the store needs ${count === 1 ? 'is' : 'are'} not in ${folder}, so that no backup would be whole.`;

function checkStore(store: Libsql.Database, path: string): void {
  const version = numberIn(readRows(store, 'select version from store_version').at(0), 'version');
  if (version !== SCHEMA_VERSION)
    throw new Refusal(`The store ${path} is one of another release: take its own backup command.`);
}

async function checkRoom(store: Libsql.Database, path: string, folder: string): Promise<void> {
  const files = listFiles(store).reduce((sum, { size }) => sum + sealedSize(size), 0);
  const needed = sizeOf(path) + sizeOf(`${path}-wal`) + files;
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  if (free < needed)
    throw new Refusal(
      `The backup needs ${megabytes(needed)}, and ${dirname(folder)} has room for ${megabytes(free)}.`,
    );
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1_048_576)} MB`;

interface NeededFile {
  readonly upload: string;
  readonly size: number;
}

/** Those whose bytes are whole and are still to be sent. */
const listFiles = (store: Libsql.Database): readonly NeededFile[] =>
  readRows(store, "select upload, size from file where state = 'here'").map((row) => ({
    upload: basename(textIn(row, 'upload')),
    size: numberIn(row, 'size'),
  }));

/** The names of those that are copied; one that is gone meanwhile is not. */
async function copyFiles(
  wanted: readonly NeededFile[],
  { from, to }: { readonly from: string; readonly to: string },
): Promise<ReadonlySet<string>> {
  const copied = new Set<string>();
  for (const { upload, size } of wanted) {
    const copy = join(to, upload);
    if (sizeOf(copy) !== sealedSize(size)) {
      const isThere = await copyFile(join(from, upload), copy, constants.COPYFILE_FICLONE).then(
        () => true,
        (error: unknown) => refuseUnlessGone(error),
      );
      if (!isThere || sizeOf(copy) !== sealedSize(size)) continue;
      await chmod(copy, 0o600);
      await sync(copy);
    }
    copied.add(upload);
  }
  return copied;
}

function refuseUnlessGone(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
  throw error;
}

/** Marks the copy, and asks it whether it is whole. What it needs. */
function finishCopy(path: string): readonly NeededFile[] {
  const copy = new Libsql(path);
  try {
    copy.exec('pragma synchronous = full; update store_copy set is_backup = 1');
    const [verdict] = readRows(copy, 'pragma integrity_check');
    if (verdict === undefined || textIn(verdict, 'integrity_check') !== 'ok')
      throw new Refusal('The copy is damaged, and so may the store be: SQLite finds faults in it.');
    const needed = listFiles(copy);
    markAsClosed(copy);
    return needed;
  } finally {
    copy.close();
  }
}

async function keepOnly(needed: readonly NeededFile[], folder: string): Promise<void> {
  const names = new Set(needed.map(({ upload }) => upload));
  for (const name of await readdir(folder))
    if (!names.has(name)) await rm(join(folder, name), { force: true });
}

interface Made {
  readonly database: string;
  readonly files: string;
  readonly target: string;
}

/** The database last: where it is, all is. */
async function putInPlace({ database, files, target }: Made, needed: readonly NeededFile[]): Promise<BackUp> {
  await sync(database);
  syncFolder(files);
  const bytes = needed.reduce((sum, { size }) => sum + sealedSize(size), sizeOf(database));
  await rename(files, `${target}-files`);
  await rename(database, target);
  syncFolder(dirname(target));
  return { path: target, files: needed.length, bytes };
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

const readRows = (store: Libsql.Database, source: string): readonly unknown[] => store.prepare(source).all();

const valueIn = (row: unknown, name: string): unknown =>
  typeof row === 'object' && row !== null
    ? Object.entries(row).find(([key]) => key === name)?.[1]
    : undefined;
const textIn = (row: unknown, name: string): string => String(valueIn(row, name));
const numberIn = (row: unknown, name: string): number => Number(valueIn(row, name));

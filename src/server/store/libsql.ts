/** The store in one file, for one process (`synchronous=FULL`: what was stored survives the loss of power). */
import { existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import Libsql from 'libsql';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { emptyLog, markClosed, markOpen, sizeOf } from './closed-file.ts';
import { lockFile } from './lock-file.ts';
import { cannotOpen, isOrdinary, makeFolder, makePrivate } from './private-file.ts';
import type { StoreDatabase, StoreTables } from './tables.ts';

/** Statements that are kept ready: those of the ledger, and one for each number of submissions and of items. */
const MOST_STATEMENTS = 300;

export interface OpenFile {
  /** Its path without symbolic links. */
  readonly path: string;
  /** Called at intervals, in case the lock's file was removed. */
  keepLock(): void;
  readonly database: StoreDatabase;
  /** What is written for good goes from its log to the file itself, so that the file alone is a copy. false: not now. */
  tidy(): boolean;
}

/** The error is a sentence. */
export function openLibsql(name: string): Outcome<OpenFile, string> {
  const found = findFile(name);
  if (!found.ok) return found;
  const path = found.value;
  const lock = lockFile(path);
  if (!lock.ok) return lock;
  const { keep: keepLock, release } = lock.value;
  try {
    const file = new Libsql(path);
    file.exec('pragma journal_mode = wal; pragma synchronous = full');
    // What is deleted is overwritten: without it what was erased stands in the file until its place is used again.
    file.exec('pragma secure_delete = on');
    file.exec('begin immediate; commit');
    markOpen(file);
    const dialect = new SqliteDialect({ database: keepStatements(file, release) });
    // What is under way makes it wait for the next time.
    const tidy = () => !file.inTransaction && (sizeOf(`${path}-wal`) === 0 || emptyLog(file));
    return success({ database: new Kysely<StoreTables>({ dialect }), path, keepLock, tidy });
  } catch (error) {
    release();
    return failure(cannotOpen(path, error));
  }
}

/** The one path of the file, whatever links lead to it: what lies beside it is found by that. */
function findFile(name: string): Outcome<string, string> {
  try {
    makeFolder(dirname(name));
    if (!isOrdinary(name)) return failure(`The store ${name} cannot be opened: it is no file.`);
    // Where a link leads nowhere yet.
    if (!existsSync(name)) makePrivate(name);
    const path = realpathSync(name);
    return statSync(path).nlink > 1 && statSync(path).isFile() ? failure(severalNames(name)) : success(path);
  } catch (error) {
    return failure(cannotOpen(name, error));
  }
}

/** By its other name it would have another log and another lock, and what is in those here would not be seen there. */
const severalNames = (name: string): string =>
  `The store ${name} has a second name (a hard link): what goes by one is not seen by the other. Remove the other name, or copy the file instead of linking it.`;

/** Parsing a statement takes longer than running it. */
function keepStatements(file: Libsql.Database, unlock: () => void): SqliteDatabase {
  const kept = new Map<string, SqliteStatement>();
  return {
    prepare(source) {
      // A commit that failed (a full disk) may have left its transaction open.
      if (source === 'begin' && file.inTransaction) file.exec('rollback');
      const statement = kept.get(source) ?? file.prepare(source);
      if (kept.size >= MOST_STATEMENTS) kept.clear();
      kept.set(source, statement);
      return statement;
    },
    close() {
      kept.clear();
      // Nothing is lost where it cannot be: the next start plays the log.
      try {
        markClosed(file);
      } catch {}
      file.close();
      unlock();
    },
  };
}

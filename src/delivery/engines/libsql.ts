/** The store in one file, for one process (`synchronous=FULL`: what was stored survives the loss of power). */
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely';
import Libsql from 'libsql';
import { failure, type Outcome, success } from '../../model/outcome.ts';
import { dropForeignLog, emptyLog, markClosed, markOpen, sizeOf } from './closed-file.ts';
import { lockFile } from './lock-file.ts';
import { cannotOpen, makePrivate } from './private-file.ts';
import type { StoreDatabase, StoreTables } from './tables.ts';

/** Statements that are kept ready: those of the ledger, and some for each number of items. */
const MOST_STATEMENTS = 200;

export interface OpenFile {
  readonly database: StoreDatabase;
  /** What is written for good goes from its log to the file itself, so that the file alone is a copy. */
  tidy(): void;
}

/** The error is a sentence. */
export function openLibsql(path: string): Outcome<OpenFile, string> {
  const folder = makeFolder(path);
  if (!folder.ok) return folder;
  const lock = lockFile(path);
  if (!lock.ok) return lock;
  try {
    makePrivate(path);
    dropForeignLog(path);
    const file = new Libsql(path);
    file.exec('pragma journal_mode = wal; pragma synchronous = full');
    file.exec('begin immediate; commit');
    markOpen(file);
    const dialect = new SqliteDialect({ database: keepStatements(file, lock.value) });
    const tidy = () => {
      // What is under way makes it wait for the next time.
      if (!file.inTransaction && sizeOf(`${path}-wal`) > 0) emptyLog(file);
    };
    return success({ database: new Kysely<StoreTables>({ dialect }), tidy });
  } catch (error) {
    lock.value();
    return failure(cannotOpen(path, error));
  }
}

function makeFolder(path: string): Outcome<null, string> {
  try {
    mkdirSync(dirname(path), { recursive: true });
    return success(null);
  } catch (error) {
    return failure(cannotOpen(path, error));
  }
}

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

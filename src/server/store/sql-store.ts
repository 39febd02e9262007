/** The ledger's store on a database: one set of statements for every engine. */
import { sql } from 'kysely';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { consentStatements } from './consent-statements.ts';
import { correctStatements } from './correct-statements.ts';
import { doubtStatements } from './doubt-statements.ts';
import { eraseStatements } from './erase-statements.ts';
import { personStatements } from './find-person.ts';
import { insertStatements } from './insert-statements.ts';
import { itemStatements } from './item-statements.ts';
import { leaseStatements } from './lease-statements.ts';
import { readStatements } from './read-records.ts';
import { reconcileDelayStatements } from './reconcile-delay-statements.ts';
import { reportStatements } from './report-statements.ts';
import { sweepStatements } from './sweep-statements.ts';
import type { Engine } from './tables.ts';
import { createSqlOutbox } from './webhook-statements.ts';

/** @param close ends what the engine began */
export function createSqlStore(engine: Engine, close: () => Promise<void>): LedgerStore {
  return {
    ...readStatements(engine),
    ...insertStatements(engine),
    ...correctStatements(engine),
    ...consentStatements(engine),
    ...leaseStatements(engine),
    ...itemStatements(engine),
    ...reportStatements(engine),
    ...sweepStatements(engine),
    ...doubtStatements(engine),
    ...reconcileDelayStatements(engine),
    ...personStatements(engine),
    ...eraseStatements(engine),
    webhooks: createSqlOutbox(engine),
    async now() {
      const found = await sql<{ now: number }>`select ${engine.clock.now()} as now`.execute(engine.database);
      const [row] = found.rows;
      if (row === undefined) throw new Error('The store told no time.');
      return row.now;
    },
    close,
  };
}

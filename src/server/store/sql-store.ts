/** The ledger's store on a database: one set of statements for every engine. */
import { sql } from 'kysely';
import { createActs } from '../ledger/acts.ts';
import type { LedgerStore } from '../ledger/ledger-store.ts';
import { ageing } from './ageing.ts';
import { inserts } from './inserts.ts';
import { leases } from './leases.ts';
import { consentQueries, personQueries } from './people.ts';
import { queries, reports } from './queries.ts';
import type { Engine } from './tables.ts';
import { reconcileDelays } from './trees.ts';
import { createUpdate } from './update.ts';
import { createSqlOutbox } from './webhooks.ts';

/** @param close ends what the engine began */
export function createSqlStore(engine: Engine, close: () => Promise<void>): LedgerStore {
  return {
    ...queries(engine),
    ...reports(engine),
    ...personQueries(engine),
    ...consentQueries(engine),
    ...inserts(engine),
    ...leases(engine),
    ...createActs(createUpdate(engine)),
    ...ageing(engine),
    ...reconcileDelays(engine),
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

/** Retention: what was not delivered in its time is wiped, and what nobody needs to know any more goes. */
import { sql, type Transaction } from 'kysely';
import type { FileId } from '../../model/ids.ts';
import type { SubjectKey } from '../../model/ports.ts';
import type { LedgerStore, Retention, SweptRecord } from '../ledger-store.ts';
import { atomically } from './atomically.ts';
import { keyOf } from './rows.ts';
import type { Engine, StoreTables, SubmissionRow } from './tables.ts';

/** Submissions in one transaction: on a file nothing else is done meanwhile. */
const BATCH = 100;

type Step = (
  engine: Engine,
  transaction: Transaction<StoreTables>,
  retention: Retention,
) => Promise<SweptRecord[]>;

export function sweepStatements(engine: Engine): Pick<LedgerStore, 'sweep'> {
  return {
    async sweep(retention) {
      const gone = await repeat(engine, retention, forgetRecords);
      return [...gone, ...(await repeat(engine, retention, wipePayloads))];
    },
  };
}

async function repeat(engine: Engine, retention: Retention, step: Step): Promise<readonly SweptRecord[]> {
  const all: SweptRecord[] = [];
  for (;;) {
    const swept = await atomically(engine.database, (transaction) => step(engine, transaction, retention));
    all.push(...(swept ?? []));
    if (swept === null || swept.length < BATCH) return all;
  }
}

/** One that somebody works on is left to the next sweep. */
const wipePayloads: Step = async ({ clock, locksRows }, transaction, { payloads }) => {
  const now = clock.now();
  const old = transaction
    .selectFrom('submission')
    .selectAll()
    .where('accepted_at', '<=', sql<number>`(${now} - ${Math.round(payloads)})`)
    .where('lease_until', '<=', now)
    .where((is) =>
      is.exists(
        is
          .selectFrom('item')
          .select('item.part')
          .whereRef('item.tenant', '=', 'submission.tenant')
          .whereRef('item.subject', '=', 'submission.subject')
          .where('state', '<>', 'delivered')
          .where('payload', 'is not', null),
      ),
    )
    .limit(BATCH);
  const rows = await (locksRows ? old.forUpdate().skipLocked() : old).execute();
  const swept: SweptRecord[] = [];
  for (const row of rows) {
    await transaction
      .updateTable('submission')
      .set((is) => ({ version: is('version', '+', 1), due_at: now }))
      .where((is) => is.and(keyOf(row)))
      .execute();
    const items = await transaction
      .updateTable('item')
      .set((is) => ({
        payload: null,
        state: 'parked',
        code: 'given_up',
        version: is('version', '+', 1),
      }))
      .where((is) => is.and(keyOf(row)))
      .where('state', '<>', 'delivered')
      .where('payload', 'is not', null)
      .returning('file')
      .execute();
    swept.push(sweptRecord(row, items, false));
  }
  return swept;
};

const forgetRecords: Step = async ({ clock, locksRows }, transaction, { fingerprints }) => {
  const now = clock.now();
  const latest = sql<number>`(${now} - ${Math.round(fingerprints)})`;
  const old = transaction
    .selectFrom('submission')
    .selectAll()
    // The last change is the latest of these: none of them is later.
    .where('accepted_at', '<=', latest)
    .where('waiting_since', '<=', latest)
    .where((is) => is(is.fn.coalesce('settled_at', sql<number>`0`), '<=', latest))
    .where((is) => is(is.fn.coalesce('audited_at', sql<number>`0`), '<=', latest))
    .where('lease_until', '<=', now)
    .limit(BATCH);
  const rows = await (locksRows ? old.forUpdate().skipLocked() : old).execute();
  const swept: SweptRecord[] = [];
  for (const row of rows) {
    const items = await transaction
      .deleteFrom('item')
      .where((is) => is.and(keyOf(row)))
      .returning('file')
      .execute();
    await transaction
      .deleteFrom('submission')
      .where((is) => is.and(keyOf(row)))
      .execute();
    swept.push(sweptRecord(row, items, true));
  }
  return swept;
};

function sweptRecord(
  row: SubmissionRow & SubjectKey,
  items: readonly { readonly file: FileId | null }[],
  gone: boolean,
): SweptRecord {
  return {
    key: keyOf(row),
    reference: row.reference,
    files: items.flatMap(({ file }) => (file === null ? [] : [file])),
    gone,
  };
}

/** Submissions come: all rows of each or none, several in one transaction. */
import { CompiledQuery, sql, type Transaction } from 'kysely';
import { consentedOf } from '../ledger/consents.ts';
import {
  type LedgerStore,
  type NewItem,
  type NewSubmission,
  RESENT_WITHIN,
  type StoredRecord,
} from '../ledger/ledger-store.ts';
import type { SubjectKey } from '../ports.ts';
import { keepConsents } from './consent-statements.ts';
import type { StoreClock } from './engine.ts';
import { createGroupCommit, type WriteTogether } from './group-commit.ts';
import { newRecord } from './new-record.ts';
import { keyOf, newItemRow, writeConsented } from './rows.ts';
import type { Engine, StoreTables } from './tables.ts';
import { writeReceipts } from './webhook-rows.ts';

type Now = ReturnType<StoreClock['now']>;

export const insertStatements = (engine: Engine): Pick<LedgerStore, 'insert'> => ({
  insert: createGroupCommit(engine.database, createWriteSubmissions(engine)),
});

/** @returns of each what is stored now; null where it is not new */
export function createWriteSubmissions({
  clock,
}: Pick<Engine, 'clock'>): WriteTogether<NewSubmission, StoredRecord | null> {
  const insertItems = createInsertItems();
  return async (transaction, submissions) => {
    const now = clock.now();
    const first = new Map<string, NewSubmission>();
    for (const one of submissions) if (!first.has(nameOf(one.key))) first.set(nameOf(one.key), one);
    // Always in one order, so that two processes that write the same ones do not wait for each other.
    const rows = [...first.keys()].sort().flatMap((name) => first.get(name) ?? []);
    const written = await transaction
      .insertInto('submission')
      .values(rows.map((row) => submissionRow(row, now)))
      // The subject has one: another request of the same page was quicker.
      .onConflict((conflict) => conflict.doNothing())
      .returning(['tenant', 'subject', 'accepted_at as acceptedAt', 'doubted_at as doubtedAt'])
      .execute();
    const times = new Map(written.map((row) => [nameOf(row), row]));
    const added = [...first].flatMap(([name, one]) => (times.has(name) ? [one] : []));
    const items = added.flatMap(({ key, items }) => items.map((item) => ({ key, item, version: 0 })));
    await insertItems(transaction, items);
    for (const { key, consents = null } of added)
      if (consents !== null) await keepConsents(transaction, key, { consents, now, isAnew: true });
    await writeReceipts(
      transaction,
      added.flatMap((one) => {
        const row = times.get(nameOf(one.key));
        return row === undefined ? [] : [[one, row] as const];
      }),
    );
    return submissions.map((one) => {
      const row = times.get(nameOf(one.key));
      return row === undefined || first.get(nameOf(one.key)) !== one ? null : newRecord(one, row);
    });
  };
}

const nameOf = ({ tenant, subject }: SubjectKey): string => JSON.stringify([tenant, subject]);

const submissionRow = ({ key, items: _items, ...submission }: NewSubmission, now: Now) => ({
  ...keyOf(key),
  reference: submission.reference,
  application: submission.application,
  job: submission.job,
  visitor: Number(submission.isVisitor ?? false),
  ...contentOf(submission),
  accepted_at: now,
  due_at: now,
  waiting_since: now,
  doubted_at: restoredWithin(RESENT_WITHIN, now),
});

export type Content = Pick<NewSubmission, 'fingerprint' | 'revision' | 'emailHash' | 'consents'>;

/** What a new application brings, or one that is made anew. */
export const contentOf = ({ fingerprint, revision, emailHash = null, consents = null }: Content) => ({
  fingerprint,
  revision,
  email_hash: emailHash,
  consented: writeConsented(consentedOf(consents)),
});

/** When the store was restored; null: not so many milliseconds ago. */
const restoredWithin = (milliseconds: number, now: Now) =>
  sql<
    number | null
  >`(select max(restored_at) from store_copy where restored_at > ${now} - ${sql.lit(milliseconds)})`;

/** Rows in one statement: libsql takes 32,766 parameters, Postgres 65,535. */
const MOST_ROWS = 500;
/** From so many on, rows go in statements of this many, so that there are few texts, which are compiled once. */
const MANY_ROWS = 64;

interface PlacedItem {
  readonly key: SubjectKey;
  readonly item: NewItem;
  readonly version: number;
}

export type InsertItems = (
  transaction: Transaction<StoreTables>,
  items: readonly PlacedItem[],
) => Promise<void>;

/** For one engine. Compiling a statement of many rows takes longer than running it, so each is compiled once. */
export function createInsertItems(): InsertItems {
  const texts = new Map<number, string>();
  return async (transaction, items) => {
    // The compiled text names the columns once, so every row must have them in the same order.
    const rows = items.map(({ key, item, version }) => ({ ...newItemRow(key, item), version }));
    for (let start = 0; start < rows.length; ) {
      const chunk = rows.slice(start, start + sizeOfNext(rows.length - start));
      const text = texts.get(chunk.length) ?? transaction.insertInto('item').values(chunk).compile().sql;
      texts.set(chunk.length, text);
      const values = chunk.flatMap((row) => Object.values(row));
      await transaction.executeQuery(CompiledQuery.raw(text, values));
      start += chunk.length;
    }
  };
}

const sizeOfNext = (left: number): number => [MOST_ROWS, MANY_ROWS].find((size) => left >= size) ?? left;

import { CompiledQuery, type Transaction } from 'kysely';
import type { SubjectKey } from '../../../core/model/ports.ts';
import type { NewItem } from '../ledger-store.ts';
import { newItemRow } from './rows.ts';
import type { StoreTables } from './tables.ts';

/** Rows in one statement: libsql takes 32,766 parameters, Postgres 65,535. */
const CHUNK = 500;

export interface NewItems {
  readonly items: readonly NewItem[];
  readonly version: number;
}

export type InsertItems = (
  transaction: Transaction<StoreTables>,
  key: SubjectKey,
  items: NewItems,
) => Promise<void>;

/** Of one engine. To write the text of a statement of many rows takes longer than to run it: each is written once. */
export function createInsertItems(): InsertItems {
  const texts = new Map<number, string>();
  return async (transaction, key, { items, version }) => {
    // All with the same columns in the same order, as the text names them.
    const rows = items.map((item) => ({ ...newItemRow(key, item), version }));
    for (let start = 0; start < rows.length; start += CHUNK) {
      const chunk = rows.slice(start, start + CHUNK);
      const text = texts.get(chunk.length) ?? transaction.insertInto('item').values(chunk).compile().sql;
      texts.set(chunk.length, text);
      const values = chunk.flatMap((row) => Object.values(row));
      await transaction.executeQuery(CompiledQuery.raw(text, values));
    }
  };
}

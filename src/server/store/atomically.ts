import type { Transaction } from 'kysely';
import type { StoreDatabase, StoreTables } from './tables.ts';

/** One transaction, rolled back when `act` returns null. */
export async function atomically<Result>(
  database: StoreDatabase,
  act: (transaction: Transaction<StoreTables>) => Promise<Result | null>,
): Promise<Result | null> {
  const transaction = await database.startTransaction().execute();
  try {
    const result = await act(transaction);
    await (result === null ? transaction.rollback() : transaction.commit()).execute();
    return result;
  } catch (error) {
    // The engine may have undone it already (a full disk), or be gone: the first error is the one that is reported.
    if (!transaction.isCommitted && !transaction.isRolledBack)
      await transaction
        .rollback()
        .execute()
        .catch(() => null);
    throw error;
  }
}

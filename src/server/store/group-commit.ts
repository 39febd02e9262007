/**
 * Group commit: what arrives while a transaction is written goes into the next one, so that one wait for the disk serves
 * many. What comes alone waits only for the requests that have arrived with it.
 */
import { sql, type Transaction } from 'kysely';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { giveTurn } from '../clock.ts';
import { atomically } from './engine.ts';
import type { StoreDatabase, StoreTables } from './tables.ts';

/** In one transaction: larger ones save little more, and hold back what else the store is asked. */
const MOST_TOGETHER = 64;

/** Writes all of them, in this order, or throws; what became of each. */
export type WriteTogether<Wish, Done> = (
  transaction: Transaction<StoreTables>,
  wishes: readonly Wish[],
) => Promise<readonly Done[]>;

interface Waiting<Wish, Done> {
  readonly wish: Wish;
  resolve(done: Done): void;
  reject(error: unknown): void;
}

/** @returns resolves once what was wished is committed; rejects where it alone, or the whole transaction, failed */
export function createGroupCommit<Wish, Done>(
  database: StoreDatabase,
  write: WriteTogether<Wish, Done>,
): (wish: Wish) => Promise<Done> {
  const waiting: Waiting<Wish, Done>[] = [];
  let isWriting = false;
  const writeNext = async () => {
    const group = waiting.splice(0, MOST_TOGETHER);
    const wishes = group.map(({ wish }) => wish);
    const outcomes = await writeGroup(database, write, wishes).catch((error) =>
      wishes.map(() => failure(error)),
    );
    outcomes.forEach((outcome, place) => {
      if (outcome.ok) group[place]?.resolve(outcome.value);
      else group[place]?.reject(outcome.error);
    });
    isWriting = waiting.length > 0;
    if (isWriting) void giveTurn().then(writeNext);
  };
  return (wish) =>
    new Promise((resolve, reject) => {
      waiting.push({ wish, resolve, reject });
      if (isWriting) return;
      isWriting = true;
      // The writing of a file lets nothing else happen, so those that have arrived together meet before it.
      void giveTurn().then(writeNext);
    });
}

type Written<Done> = readonly Outcome<Done, unknown>[];

/** One that cannot be written fails alone. */
async function writeGroup<Wish, Done>(
  database: StoreDatabase,
  write: WriteTogether<Wish, Done>,
  wishes: readonly Wish[],
): Promise<Written<Done>> {
  const written = await atomically(database, async (transaction): Promise<Written<Done>> => {
    if (wishes.length === 1) return (await write(transaction, wishes)).map(success);
    const all = await attempt(transaction, () => write(transaction, wishes));
    if (all.ok) return all.value.map(success);
    const each: Outcome<Done, unknown>[] = [];
    for (const wish of wishes) {
      const one = await attempt(transaction, () => write(transaction, [wish]));
      each.push(...(one.ok ? one.value.map(success) : [one]));
    }
    return each;
  });
  return written ?? [];
}

/** In a savepoint of its own; undone where it fails, and the transaction goes on. */
async function attempt<Done>(
  transaction: Transaction<StoreTables>,
  act: () => Promise<Done>,
): Promise<Outcome<Done, unknown>> {
  await sql`savepoint attempt`.execute(transaction);
  try {
    const done = await act();
    await sql`release savepoint attempt`.execute(transaction);
    return success(done);
  } catch (error) {
    await sql`rollback to savepoint attempt`.execute(transaction);
    await sql`release savepoint attempt`.execute(transaction);
    return failure(error);
  }
}

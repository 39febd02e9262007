/** Whether the store can write. One that can only be read answers everything, and no receipt can be given. */
import { tenant } from '../../core/model/ids.ts';
import type { StoreDatabase } from './tables.ts';

/** Characters: of several pages, so that a full disk is noticed. */
const SIZE = 16_384;

/** A row of `tree` that is of no tenant: their names are never empty. */
const place = { tenant: tenant(''), form: 'write probe' };

/** Another text each time: what is the same need not be written. */
export function canWrite(database: StoreDatabase): Promise<boolean> {
  const json = crypto.randomUUID().padEnd(SIZE);
  return database
    .insertInto('tree')
    .values({ ...place, json })
    .onConflict((conflict) => conflict.columns(['tenant', 'form']).doUpdateSet({ json }))
    .execute()
    .then(
      () => true,
      () => false,
    );
}

/** Milliseconds for which one result holds, so that a check each second is not a write each second. */
const GOOD_FOR = 5_000;

/** @param now milliseconds that only grow */
export function askSeldom(ask: () => Promise<boolean>, now: () => number) {
  let last: { readonly at: number; readonly answer: Promise<boolean> } | null = null;
  return (): Promise<boolean> => {
    if (last === null || now() - last.at >= GOOD_FOR) last = { at: now(), answer: ask() };
    return last.answer;
  };
}

/** A submission is corrected, or taken up again by the operator: all rows or none. */
import { sql, type Transaction } from 'kysely';
import { addConsented } from '../ledger/consents.ts';
import type { Correction, LedgerStore } from '../ledger/ledger-store.ts';
import type { SubjectKey } from '../ports.ts';
import { keepConsents } from './consent-statements.ts';
import type { StoreClock } from './engine.ts';
import { atomically } from './engine.ts';
import { markErased } from './erase-statements.ts';
import { type Content, contentOf, createInsertItems } from './insert-statements.ts';
import { settleItem } from './item-statements.ts';
import { keyOf, nameOf, readConsented, writeConsented } from './rows.ts';
import type { Engine, StoreTables } from './tables.ts';
import { forgetEvents, writeCorrected, writeNews } from './webhook-rows.ts';

type Now = ReturnType<StoreClock['now']>;

export function correctStatements(engine: Engine): Pick<LedgerStore, 'correct' | 'amend'> {
  const { database, clock } = engine;
  const insertItems = createInsertItems();
  return {
    async correct({ key, version, items, isAnew = false, ...content }) {
      const now = clock.now();
      const done = await atomically(database, async (transaction) => {
        if (!(await reopen(transaction, { key, version }, now))) return null;
        await transaction
          .updateTable('submission')
          .set(isAnew ? contentOf(content) : await contentBeside(transaction, key, content))
          .where((is) => is.and(keyOf(key)))
          .execute();
        const next = 1 + (await highestVersion(transaction, key));
        if (!(await keepOnly(transaction, key, items))) return null;
        const changed = items.filter(({ version }) => version === null);
        await insertItems(
          transaction,
          changed.map((item) => ({ key, item, version: next })),
        );
        await keepConsents(transaction, key, { consents: content.consents ?? null, now, isAnew });
        await writeCorrected(engine, transaction, key);
        return true;
      });
      return done !== null;
    },
    async amend({ key, version, items, erases = false }) {
      const now = clock.now();
      const done = await atomically(database, async (transaction) => {
        if (!(await reopen(transaction, { key, version }, now))) return null;
        for (const item of items)
          if (!(await settleItem(transaction, { key, item, change: item.change }))) return null;
        if (erases) {
          await markErased(transaction, key, now);
          await forgetEvents(transaction, key);
        } else await writeNews(engine, transaction, key);
        return true;
      });
      return done !== null;
    },
  };
}

/** The rest belongs to the application that is made. */
async function contentBeside(
  transaction: Transaction<StoreTables>,
  key: SubjectKey,
  { fingerprint, revision, consents = null }: Content,
) {
  if (consents === null) return { fingerprint, revision };
  const row = await transaction
    .selectFrom('submission')
    .select('consented')
    .where((is) => is.and(keyOf(key)))
    .executeTakeFirst();
  const consented = addConsented(readConsented(row?.consented ?? null), consents);
  return { fingerprint, revision, consented: writeConsented(consented) };
}

/** Of this version: the next one, due at once, with nothing looked at, settled or audited. */
async function reopen(
  transaction: Transaction<StoreTables>,
  { key, version }: Pick<Correction, 'key' | 'version'>,
  now: Now,
): Promise<boolean> {
  const result = await transaction
    .updateTable('submission')
    .set((is) => ({
      version: is('version', '+', 1),
      due_at: now,
      preflight_at: null,
      settled_at: null,
      audited_at: null,
    }))
    .where((is) => is.and({ ...keyOf(key), version }))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** The items that were seen stay, at their place among the new ones; all others go. */
async function keepOnly(
  transaction: Transaction<StoreTables>,
  key: SubjectKey,
  items: Correction['items'],
): Promise<boolean> {
  // A place below zero marks items that were not kept yet.
  await transaction
    .updateTable('item')
    .set({ place: sql<number>`-1 - place` })
    .where((is) => is.and(keyOf(key)))
    .execute();
  for (const { version, place, parent, ...name } of items) {
    if (version === null) continue;
    const kept = await transaction
      .updateTable('item')
      .set({ place, parent })
      .where((is) => is.and({ ...keyOf(key), ...nameOf(name), version }))
      .executeTakeFirst();
    if (kept.numUpdatedRows !== 1n) return false;
  }
  await transaction
    .deleteFrom('item')
    .where((is) => is.and(keyOf(key)))
    .where('place', '<', 0)
    .execute();
  return true;
}

/** A new item continues the version of the one it replaces, so that a late outcome of the old one is not taken for its own. */
async function highestVersion(transaction: Transaction<StoreTables>, key: SubjectKey): Promise<number> {
  const row = await transaction
    .selectFrom('item')
    .select((is) => is.fn.max<number | null>('version').as('version'))
    .where((is) => is.and(keyOf(key)))
    .executeTakeFirst();
  return row?.version ?? 0;
}

import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openInTest, useFolder } from './engines.support.ts';
import { createProbe } from './open-store.ts';

const folder = useFolder();

test('a store that can be read but not written is not ready until it can be written again', async () => {
  const store = await openInTest(`file:${folder}/apply.db`);
  const pragma = (text: string) => sql`pragma ${sql.raw(text)}`.execute(store.engine.database);
  const clock = { now: 0 };
  const isReady = createProbe(store.engine.database, { monotonic: () => clock.now });
  // Allows no further page, like a full disk.
  await pragma('max_page_count = 1');
  expect(await isReady()).toBe(false);
  // Control: the store can still be read.
  await expect(store.ledger.now()).resolves.toBeGreaterThan(0);
  await pragma('max_page_count = 100000');
  clock.now = 4_999;
  expect(await isReady()).toBe(false);
  clock.now = 5_000;
  expect(await isReady()).toBe(true);
  await pragma('query_only = on');
  clock.now = 10_000;
  expect(await isReady()).toBe(false);
  await pragma('query_only = off');
});

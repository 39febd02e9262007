/** What several processes on one Postgres allow together, and what each counts for itself. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type RunningPostgres, startPostgres } from '../../../e2e/support/postgres/start-postgres.ts';
import { systemClock } from '../clock.ts';
import type { LimitStore } from '../ports.ts';
import { deriveKeys } from '../sessions/keys.ts';
import { type OpenStore, openStore } from '../store/open-store.ts';
import { createVirtualClock } from '../virtual-clock.support.ts';
import { type Allowance, createLimits, type Limits } from './limits.ts';

const address = '192.0.2.1';
const { limit: key } = deriveKeys('a secret of at least 32 characters');

/** How many of so many are allowed. */
async function allowed(limits: readonly Limits[], allowance: Allowance, count: number): Promise<number> {
  let sum = 0;
  for (let number = 0; number < count; number += 1)
    for (const one of limits) if ((await one.spend(allowance, address)).ok) sum += 1;
  return sum;
}

describe('on one Postgres', () => {
  let postgres: RunningPostgres;
  let opened: OpenStore;

  beforeAll(async () => {
    const started = await startPostgres();
    if (!started.ok) throw new Error(started.error);
    postgres = started.value;
    const store = await openStore(postgres.address);
    if (!store.ok) throw new Error(store.error);
    opened = store.value;
  });
  afterAll(async () => {
    await opened.close();
    await postgres.stop();
  });
  beforeEach(async () => {
    await sql`truncate request_count`.execute(opened.engine.database);
  });

  function storeOf({ limits }: OpenStore): LimitStore {
    if (limits === null) throw new Error('Postgres counts for several processes.');
    return limits;
  }

  /** Their patience with the store does not end while no time passes. */
  const clock = createVirtualClock();
  const processes = (count: number, store = storeOf(opened)) =>
    Array.from({ length: count }, () => createLimits(undefined, { store, key, clock }));

  test('three processes together allow what one does', async () => {
    expect(await allowed(processes(3), 'wrongKey', 40)).toBe(60);
  });

  test('control: three that count for themselves allow three times that', async () => {
    expect(await allowed([createLimits(), createLimits(), createLimits()], 'wrongKey', 70)).toBe(180);
  });

  test('a process that starts anew has forgotten nothing', async () => {
    await allowed(processes(1), 'wrongCode', 60);
    const [next] = processes(1);
    const spent = await next?.spend('wrongCode', address);
    expect(spent).toMatchObject({ ok: false, error: { code: 'rate_limited' } });
  });

  test('no address stands in the store', async () => {
    await allowed(processes(1), 'writing', 1);
    const { rows } = await sql<{ key: string }>`select key from request_count`.execute(
      opened.engine.database,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.key).toMatch(/^writing:[0-9a-f]{64}$/);
  });

  test('who has spent all is refused without asking the store, and reading never asks it', async () => {
    let asked = 0;
    const store = storeOf(opened);
    const counting: LimitStore = {
      ...store,
      query(statement) {
        asked += 1;
        return store.query(statement);
      },
    };
    const limits = processes(1, counting);
    await allowed(limits, 'wrongKey', 100);
    expect(asked).toBe(60);
    await allowed(limits, 'reading', 10);
    await allowed(limits, 'visit', 10);
    expect(asked).toBe(60);
  });

  test('counts that are over are swept, and those that are not stay', async () => {
    const { engine } = opened;
    await sql`insert into request_count select 'old ' || n, 1, n from generate_series(1, 1200) as n`.execute(
      engine.database,
    );
    await allowed(processes(1), 'writing', 1);
    await opened.ledger.sweep();
    const { rows } = await sql<{ key: string }>`select key from request_count`.execute(engine.database);
    expect(rows.map((row) => row.key.split(':')[0])).toEqual(['writing']);
  });
});

test.each<[string, () => Promise<never>]>([
  ['refuses', () => Promise.reject(new Error('It is away.'))],
  ['does not answer', () => new Promise(() => undefined)],
])('a store that %s stops no form, and each process counts for itself meanwhile', async (_name, query) => {
  const limits = createLimits(undefined, {
    store: { table: 'request_count', query },
    key,
    clock: systemClock,
  });
  expect(await allowed([limits], 'wrongKey', 70)).toBe(60);
});

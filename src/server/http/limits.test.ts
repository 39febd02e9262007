/** Limits that processes share on Postgres, and limits that each process counts for itself. */
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type RunningPostgres, startPostgres } from '../../../e2e/support/postgres/start-postgres.ts';
import { tenant } from '../../core/model/ids.ts';
import { systemClock } from '../clock.ts';
import type { LimitStore } from '../ports.ts';
import { deriveKeys } from '../sessions/tokens.ts';
import { type OpenStore, openStore } from '../store/open-store.ts';
import { JOB, recordProxy, refusedFor } from '../submissions/recorded-proxy.support.ts';
import { createVirtualClock } from '../virtual-clock.support.ts';
import {
  type Allowance,
  type Caps,
  createLimits,
  type LimitDependencies,
  type Limits,
  networkOf,
  readJson,
} from './limits.ts';

const address = '192.0.2.1';
const { limit: key } = deriveKeys('a secret of at least 32 characters');

const limitsOf = (more: Partial<LimitDependencies> = {}): Limits =>
  createLimits({ onReached: () => undefined, store: null, key, clock: systemClock, delivery: {}, ...more });

/** How many of these requests are allowed. */
async function allowed(limits: readonly Limits[], allowance: Allowance, count: number): Promise<number> {
  let sum = 0;
  for (let number = 0; number < count; number += 1)
    for (const process of limits) if ((await process.spend(allowance, address)).ok) sum += 1;
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

  /** Stands still, so that no process gives up waiting for the store. */
  const clock = createVirtualClock();
  const processes = (count: number, store = storeOf(opened)) =>
    Array.from({ length: count }, () => limitsOf({ store, clock }));

  test('three processes together allow as many requests as one', async () => {
    expect(await allowed(processes(3), 'guess', 20)).toBe(30);
  });

  test('three processes without a shared store allow three times as many (control)', async () => {
    expect(await allowed([limitsOf(), limitsOf(), limitsOf()], 'guess', 40)).toBe(90);
  });

  test('the store contains no address', async () => {
    await allowed(processes(1), 'writing', 1);
    const { rows } = await sql<{ key: string }>`select key from request_count`.execute(
      opened.engine.database,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.key).toMatch(/^writing:[0-9a-f]{64}$/);
  });
});

test.each<[string, () => Promise<never>]>([
  ['refuses', () => Promise.reject(new Error('It is away.'))],
  ['does not answer', () => new Promise(() => undefined)],
])('when the store %s, each process counts for itself', async (_name, query) => {
  const limits = limitsOf({ store: { table: 'request_count', query } });
  expect(await allowed([limits], 'guess', 40)).toBe(30);
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:3::1', '2001:db8:1::/48'],
  ['unknown address', 'unknown address'],
])('the network of %s is %s', (of, network) => {
  expect(networkOf(of)).toBe(network);
});

const at = (caps: Partial<Caps>, id = 'acme') => ({ id: tenant(id), caps });

test.each([
  [0, 'free'],
  [24, 'free'],
  [25, 'raised'],
  [99, 'raised'],
  [100, 'full'],
])(
  'when visitors of a tenant have queued %i of 100 applications, the next one is "%s"',
  async (queued, verdict) => {
    const limits = limitsOf({ delivery: { visitorsQueued: async () => queued } });
    expect(await limits.judgeApplication(at({ queued: 100 }), address)).toBe(verdict);
  },
);

test('a network sends a quarter of its quota freely, the rest after a challenge, and then no more', async () => {
  const limits = limitsOf();
  const verdicts: string[] = [];
  for (let count = 0; count < 6; count += 1)
    verdicts.push(await limits.judgeApplication(at({ network: 4 }), '198.51.100.7'));
  expect(verdicts).toEqual(['free', 'raised', 'raised', 'raised', 'full', 'full']);
  expect(await limits.judgeApplication(at({ network: 4 }), '198.51.100.250')).toBe('full');
  expect(await limits.judgeApplication(at({ network: 4 }), '198.51.101.7')).toBe('free');
});

test('files count by their megabytes, for each tenant separately', async () => {
  const [limits, caps] = [limitsOf(), { network: 12 }];
  await limits.countFile(at(caps), '198.51.100.7', 10 * 1_048_576 + 1);
  expect(await limits.hasRoomForFile(at(caps), '198.51.100.7')).toBe(true);
  await limits.countFile(at(caps), '198.51.100.8', 1);
  expect(await limits.hasRoomForFile(at(caps), '198.51.100.7')).toBe(false);
  expect(await limits.hasRoomForFile(at(caps, 'other'), '198.51.100.7')).toBe(true);
});

describe('caps over HTTP', () => {
  const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
  const answers = [
    ['2002', { text_answer: 'Nurse' }],
    ['2001', { boolean_answer: false }],
  ] as const;
  const send = async (proxy: ReturnType<typeof recordProxy>) =>
    (await proxy.visit(JOB)).send(details, answers);

  test('answers 429 "queue_full" when the quota is used up, but still accepts a correction', async () => {
    const proxy = recordProxy({}, { caps: { network: 4 } });
    expect((await send(proxy)).status).toBe(200);
    for (let count = 1; count < 4; count += 1)
      expect((await send(proxy)).json.errors[0].code).toBe('challenge_required');
    const refused = await send(proxy);
    expect([refused.status, refused.json.errors[0].code]).toEqual([429, 'queue_full']);
    expect(proxy.accepted).toHaveLength(1);
    proxy.store(refusedFor());
    expect((await send(proxy)).status).toBe(200);
  });

  test('candidates of a back end are under no cap', async () => {
    const proxy = recordProxy({}, { caps: { network: 1 } });
    await send(proxy);
    const known = await proxy.apply();
    await known.send(null, [['2001', { boolean_answer: false }]]);
    expect(proxy.accepted.map(({ isVisitor }) => isVisitor)).toEqual([true, false]);
  });
});

const read = (text: string) => {
  const headers = { 'content-type': 'application/json' };
  const request = new Request('https://apply.example', { method: 'POST', headers, body: text });
  return readJson(request, 1_000_000, z.unknown());
};
const nested = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
const members = (count: number): string =>
  `{${Array.from({ length: count }, (_one, number) => `"m${number}":0`).join()}}`;

test('a body that is nested too deeply or has too many members is refused', async () => {
  for (const text of [nested(17), members(101)])
    expect(await read(text)).toMatchObject({ ok: false, error: { code: 'bad_request' } });
  for (const text of [nested(16), members(100)])
    expect(await read(text), 'control').toMatchObject({ ok: true });
});

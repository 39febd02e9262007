import { expect, test } from 'vitest';
import { tenant } from '../../core/model/ids.ts';
import { createMetrics, type MetricsDependencies } from './metrics.ts';

type Store = MetricsDependencies['store'];

const hospital = tenant('hospital');

/** What waits was accepted a minute ago. */
const readable: Pick<Store, 'backlog' | 'now'> = {
  now: async () => 160_000,
  backlog: async () => [
    {
      tenant: hospital,
      queued: 3,
      attention: 0,
      oldestAcceptedAt: 100_000,
      items: { queued: 3, sending: 0, unclear: 0, refused: 0, parked: 0 },
    },
  ],
};

const figuresOf = (store: () => Pick<Store, 'backlog' | 'now'>) =>
  createMetrics({
    tenants: [hospital],
    store: {
      now: () => store().now(),
      backlog: () => store().backlog(),
      webhooks: { count: async () => ({ waiting: 0, stopped: 0 }) },
    },
    rateLimiterOf: () => ({ figures: () => ({ rate: 2, waiting: 0, breaker: 'closed', blockedUntil: 0 }) }),
  });

const gone: Pick<Store, 'backlog' | 'now'> = {
  now: async () => 160_000,
  backlog: () => Promise.reject(new Error('The database is away.')),
};

test('while the store is away its figures are missing, and one says so; the others are there', async () => {
  let store = readable;
  const { metrics } = figuresOf(() => store);
  const oldest = /^apply_oldest_undelivered_seconds\{tenant="hospital"\} 60$/m;
  const before = await metrics(hospital);
  expect(before).toMatch(oldest);
  expect(before).toMatch(/^apply_store_readable\{tenant="hospital"\} 1$/m);
  store = gone;
  const meanwhile = await metrics(hospital);
  expect(meanwhile).toMatch(/^apply_store_readable\{tenant="hospital"\} 0$/m);
  expect(meanwhile).not.toMatch(/^apply_(?:oldest_undelivered_seconds|backlog_\w+)\{/m);
  expect(meanwhile).toMatch(/^apply_service_rate\{tenant="hospital"\} 2$/m);
  store = readable;
  expect(await metrics(hospital)).toMatch(oldest);
});

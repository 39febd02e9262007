import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { type Tenant, tenant } from '../../core/model/ids.ts';
import { createMetrics, type MetricsDependencies } from './monitoring.ts';
import { type OpenBench, openBench } from './server.support.ts';

const [one, two] = [tenant('one'), tenant('two')];

const metricsOf = (...tenants: Tenant[]) =>
  createMetrics({
    tenants,
    store: {
      now: async () => 0,
      backlog: async () => [],
      webhooks: { count: async () => ({ waiting: 0, stopped: 0 }) },
    },
    rateLimiterOf: () => ({ figures: () => ({ rate: 2, waiting: 0, breaker: 'closed', blockedUntil: 0 }) }),
  });

/** Lines of a metric, without its buckets. */
const linesOf = (text: string, name: string) =>
  text.split('\n').filter((line) => line.startsWith(name) && !line.includes('_bucket'));

describe('events', () => {
  test('of a tenant are shown to its key alone, and what is of none to each, by an empty label', async () => {
    const { onEvent, metrics } = metricsOf(one, two);
    onEvent('limit_reached', one);
    onEvent('wrong_key', null);
    const of = async (name: typeof one) => linesOf(await metrics(name), 'apply_events_total');
    const [ofOne, ofTwo] = [await of(one), await of(two)];
    expect(ofOne).toContain('apply_events_total{event="limit_reached",tenant="one"} 1');
    expect(ofTwo).toContain('apply_events_total{event="limit_reached",tenant="two"} 0');
    expect(ofTwo.join()).not.toContain('one');
    for (const lines of [ofOne, ofTwo])
      expect(lines).toContain('apply_events_total{event="wrong_key",tenant=""} 1');
  });

  test('are as many rows after a flood as before', async () => {
    const { onEvent, metrics } = metricsOf(one);
    const count = async () => linesOf(await metrics(one), 'apply_events_total').length;
    const before = await count();
    for (let times = 0; times < 1_000; times += 1) onEvent('origin_refused', null);
    expect(await count()).toBe(before);
  });
});

describe('replies', () => {
  test('are timed by method, pattern and kind of status; what is of no route is one row', async () => {
    const { onReply, metrics } = metricsOf(one);
    const seconds = 0.02;
    onReply({ method: 'GET', route: '/submissions/:id', status: 200, seconds });
    onReply({ method: 'GET', route: '/submissions/:id', status: 204, seconds });
    for (const method of ['PROPFIND', 'MADEUP1', 'MADEUP2'])
      onReply({ method, route: null, status: 404, seconds });
    expect(linesOf(await metrics(one), 'apply_http_request_duration_seconds_count')).toEqual([
      'apply_http_request_duration_seconds_count{method="GET",route="/submissions/:id",status="2xx"} 2',
      'apply_http_request_duration_seconds_count{method="other",route="none",status="4xx"} 3',
    ]);
  });
});

describe('a server', () => {
  let bench: OpenBench;
  let other: OpenBench;
  beforeAll(async () => {
    [bench, other] = [await openBench(), await openBench()];
  });
  afterAll(async () => {
    await bench.close();
    await other.close();
  });

  const read = async (from: OpenBench) => {
    const reply = await from.call('GET', '/metrics', { token: 'sandbox-admin' });
    expect(reply.status).toBe(200);
    return reply.text;
  };

  test('shows times, the lag of its event loop, its process and its deliveries, each once', async () => {
    await bench.call('GET', '/submissions/ABCD', { token: 'made-up' });
    await bench.call('GET', '/not/there');
    const text = await read(bench);
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining([
        'apply_receipts_total',
        'apply_build_info',
        'apply_events_total',
        'apply_http_request_duration_seconds',
        'nodejs_eventloop_lag_seconds',
        'process_resident_memory_bytes',
        'process_cpu_seconds_total',
      ]),
    );
    const counts = linesOf(text, 'apply_http_request_duration_seconds_count').join('\n');
    expect(counts).toContain('{method="GET",route="/submissions/:id",status="4xx"} 1');
    expect(counts).toContain('{method="GET",route="none",status="4xx"} 1');
    expect(text).toContain(`apply_build_info{version="${packageFile.version}",build="development"} 1`);
    expect(text).toContain('apply_events_total{event="forged_token",tenant=""} 1');
    expect(text).not.toContain('ABCD');
  });

  test('is one of two in a process, each with figures of its own', async () => {
    await other.call('GET', '/healthz');
    const health = 'route="/healthz",status="2xx"} 1';
    expect([(await read(other)).includes(health), (await read(bench)).includes(health)]).toEqual([
      true,
      false,
    ]);
  });
});

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

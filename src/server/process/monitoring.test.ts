import { expect, test } from 'vitest';
import packageFile from '../../../package.json' with { type: 'json' };
import { tenant } from '../../core/model/ids.ts';
import { createMetrics, type MetricsDependencies } from './monitoring.ts';
import { openBench } from './server.support.ts';

const [one, two] = [tenant('one'), tenant('two')];

/** The backlog of tenant `one`, accepted a minute ago. */
const waiting = {
  tenant: one,
  queued: 3,
  attention: 0,
  oldestAcceptedAt: 100_000,
  items: { queued: 3, sending: 0, unclear: 0, refused: 0, parked: 0 },
};

const metricsOf = (backlog: MetricsDependencies['store']['backlog']) =>
  createMetrics({
    tenants: [one, two],
    store: {
      now: async () => 160_000,
      backlog,
      webhooks: { count: async () => ({ waiting: 0, stopped: 0 }) },
    },
    rateLimiterOf: () => ({ figures: () => ({ rate: 2, waiting: 0, breaker: 'closed', blockedUntil: 0 }) }),
  });

/** Returns the lines of a metric without its buckets. */
const linesOf = (text: string, name: string) =>
  text.split('\n').filter((line) => line.startsWith(name) && !line.includes('_bucket'));

test('the events of a tenant are shown only to its key, and events without a tenant to every key', async () => {
  const { onEvent, metrics } = metricsOf(async () => []);
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

test('replies are timed by method, route and status class, and all unknown routes share one row', async () => {
  const { onReply, metrics } = metricsOf(async () => []);
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

test('the metrics show version, replies, events and process once each, and no id', async () => {
  const bench = await openBench();
  await bench.call('GET', '/submissions/ABCD', { token: 'made-up' });
  const { text } = await bench.call('GET', '/metrics', { token: 'sandbox-admin' });
  await bench.close();
  const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(['apply_receipts_total', 'nodejs_eventloop_lag_seconds']));
  const counts = linesOf(text, 'apply_http_request_duration_seconds_count').join('\n');
  expect(counts).toContain('{method="GET",route="/submissions/:id",status="4xx"} 1');
  expect(text).toContain(`apply_build_info{version="${packageFile.version}",build="development"} 1`);
  expect(text).toContain('apply_events_total{event="forged_token",tenant=""} 1');
  expect(text).not.toContain('ABCD');
});

test('the metrics of the store are missing while it is away, and one metric says so', async () => {
  let isAway = false;
  const { metrics } = metricsOf(async () => {
    if (isAway) throw new Error('The database is away.');
    return [waiting];
  });
  const oldest = /^apply_oldest_undelivered_seconds\{tenant="one"\} 60$/m;
  const before = await metrics(one);
  expect(before).toMatch(oldest);
  expect(before).toMatch(/^apply_store_readable\{tenant="one"\} 1$/m);
  isAway = true;
  const meanwhile = await metrics(one);
  expect(meanwhile).toMatch(/^apply_store_readable\{tenant="one"\} 0$/m);
  expect(meanwhile).not.toMatch(/^apply_(?:oldest_undelivered_seconds|backlog_\w+)\{/m);
  expect(meanwhile).toMatch(/^apply_service_rate\{tenant="one"\} 2$/m);
  isAway = false;
  expect(await metrics(one)).toMatch(oldest);
});

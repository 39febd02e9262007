import { expect, test } from 'vitest';
import { failure } from '../../../core/model/failure.ts';
import { createSandbox } from '../../../sandbox/create-sandbox.ts';
import type { Operator, Readiness } from '../../ports.ts';
import { createProxy } from '../create-proxy.ts';
import type { ProxyOptions } from '../options.ts';
import { openTestStore, plainTenant } from '../proxy.support.ts';

const opened = await openTestStore();

const sandbox = createSandbox({ key: 'key' });

const tenant = (name: string, adminKey: string | null): ProxyOptions['tenants'][number] =>
  plainTenant(name, { adminKey, origins: [], publicJobs: [] });

const operator = (isReady: Operator['isReady']): Operator => ({
  isReady,
  attention: async () => ({ entries: [], total: 0, eventsWaiting: 0 }),
  runAction: async () => failure('not_found'),
});

/** Ready in every respect, except for the changes given. */
const knowing = (more: Partial<Readiness> = {}): Readiness => ({
  isStopping: () => false,
  isRefused: () => false,
  degradedOf: () => [],
  ...more,
});

interface CallOptions {
  readonly key?: string;
  readonly store?: Operator['isReady'];
  readonly readiness?: Readiness;
  readonly tenants?: ProxyOptions['tenants'];
}

async function ask({
  key,
  store = async () => true,
  readiness = knowing(),
  tenants = [tenant('one', 'key-of-one'), tenant('two', 'key-of-two')],
}: CallOptions = {}) {
  const send = async (request: Request) => sandbox.fetch(request);
  const options = {
    secrets: ['s'.repeat(32)],
    tenants,
    operator: operator(store),
    readiness,
    send,
    store: opened,
  };
  const headers: HeadersInit = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const response = await createProxy(options).fetch(new Request('http://proxy.example/readyz', { headers }));
  const text = await response.text();
  return { status: response.status, text, meta: JSON.parse(text).meta, headers: response.headers };
}

const noStore = async () => false;
const stopping = knowing({ isStopping: () => true });
const ofOne = knowing({ degradedOf: (name) => (name === 'one' ? ['service_key', 'staging'] : []) });

test('a probe without a key is answered; a wrong key is refused', async () => {
  expect((await ask({ key: 'another' })).status).toBe(401);
  expect((await ask()).status).toBe(200);
  expect((await ask({ tenants: [tenant('one', null)] })).status).toBe(200);
  expect((await ask({ tenants: [tenant('one', null)], key: 'any' })).status).toBe(200);
});

test.each([
  ['the store cannot write', { store: noStore }, ['store']],
  ['the process is stopping', { readiness: stopping }, ['stopping']],
  ['every service refuses our key', { readiness: knowing({ isRefused: () => true }) }, ['service_refused']],
])('answers 503 when %s, with the reason for the holder of a key', async (_name, change, reasons) => {
  const reply = await ask({ ...change, key: 'key-of-one' });
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
  expect(reply.meta).toEqual({ state: 'not_ready', tenant: 'one', reasons, degraded: [] });
});

test('a degraded tenant is still ready, and only the holder of its key sees why', async () => {
  const degraded = await ask({ readiness: ofOne, key: 'key-of-one' });
  expect([degraded.status, degraded.meta]).toEqual([
    200,
    { state: 'ready', tenant: 'one', reasons: [], degraded: ['service_key', 'staging'] },
  ]);
  const healthy = await ask({ readiness: ofOne, key: 'key-of-two' });
  expect([healthy.status, healthy.meta.degraded]).toEqual([200, []]);
});

test('a reply without a key has no reasons', async () => {
  expect((await ask({ readiness: ofOne })).text).toBe('{"meta":{"state":"ready"}}');
  const { status, meta, text } = await ask({ store: noStore, readiness: stopping });
  expect([status, meta]).toEqual([503, { state: 'not_ready' }]);
  expect(text).not.toMatch(/store|stopping|one|two/i);
});

const healthOf = async (more: Pick<ProxyOptions, 'release'>) => {
  const tenants = [tenant('one', null)];
  const proxy = createProxy({
    tenants,
    secrets: ['s'.repeat(32)],
    send: sandbox.fetch,
    store: opened,
    ...more,
  });
  return (await proxy.fetch(new Request('http://proxy.example/healthz'))).json();
};

test('/healthz reports version and build if they are known', async () => {
  const release = { version: '1.2.3', build: 'abc' };
  expect(await healthOf({ release })).toEqual({ meta: { state: 'alive', ...release } });
  expect(await healthOf({})).toEqual({ meta: { state: 'alive' } });
});

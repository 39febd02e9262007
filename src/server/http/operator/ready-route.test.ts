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

/** Well in everything, unless told otherwise. */
const knowing = (more: Partial<Readiness> = {}): Readiness => ({
  isStopping: () => false,
  isRefused: () => false,
  degradedOf: () => [],
  ...more,
});

interface Asked {
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
}: Asked = {}) {
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

test('a probe without a key is answered, also where no tenant has one; a wrong key is refused', async () => {
  expect((await ask({ key: 'another' })).status).toBe(401);
  expect((await ask()).status).toBe(200);
  expect((await ask({ tenants: [tenant('one', null)] })).status).toBe(200);
  expect((await ask({ tenants: [tenant('one', null)], key: 'any' })).status).toBe(200);
});

test.each([
  ['the store cannot write', { store: noStore }, ['store']],
  ['the process is told to end', { readiness: stopping }, ['stopping']],
  ['every service has only said no', { readiness: knowing({ isRefused: () => true }) }, ['service_refused']],
])('when %s it is 503, and the holder of a key is told why', async (_name, asked, reasons) => {
  const reply = await ask({ ...asked, key: 'key-of-one' });
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
  expect(reply.meta).toEqual({ state: 'not_ready', tenant: 'one', reasons, degraded: [] });
});

test('what is degraded is told to the holder of that tenant’s key, and is no reason for 503', async () => {
  const one = await ask({ readiness: ofOne, key: 'key-of-one' });
  expect([one.status, one.meta]).toEqual([
    200,
    { state: 'ready', tenant: 'one', reasons: [], degraded: ['service_key', 'staging'] },
  ]);
  const two = await ask({ readiness: ofOne, key: 'key-of-two' });
  expect([two.status, two.meta.degraded]).toEqual([200, []]);
});

test('without a key no more than yes or no is told', async () => {
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

test('the process is alive, and says which version and build it is, where it was told', async () => {
  const release = { version: '1.2.3', build: 'abc' };
  expect(await healthOf({ release })).toEqual({ meta: { state: 'alive', ...release } });
  expect(await healthOf({})).toEqual({ meta: { state: 'alive' } });
});

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { success } from '../../core/model/failure.ts';
import { tenant } from '../../core/model/ids.ts';
import { createVirtualClock } from '../virtual-clock.support.ts';
import { probeWhileDegraded } from './compose.ts';
import { callAt, openServed, type Served } from './served-sandbox.support.ts';
import { sessionBody } from './server.support.ts';

const admin = { one: '1'.repeat(32), two: '2'.repeat(32) } as const;

describe('a server of two tenants', () => {
  let served: Served;
  /** The tenants whose service key is refused. */
  let closed: Set<string>;

  beforeEach(async () => {
    closed = new Set();
    served = await openServed(
      (request, response) => {
        const { url = '' } = request;
        const [, path = ''] = /^\/(\w+)\/api\//.exec(url) ?? [];
        if (closed.has(path)) response.writeHead(401).end();
        request.url = url.replace(/^\/\w+(?=\/api\/)/, '');
        return closed.has(path);
      },
      { samples: true },
    );
  });
  afterEach(() => served.close());

  async function start(
    serviceOf = (name: 'one' | 'two') => `${served.service.address}/${name}`,
  ): Promise<void> {
    const member = (name: 'one' | 'two') => ({
      serviceUrl: serviceOf(name),
      serviceKey: served.sandbox.key,
      adminKey: admin[name],
    });
    const tenants = { one: member('one'), two: member('two') };
    await served.restart({ APPLY_SECRET: 's'.repeat(32), APPLY_CONFIG: JSON.stringify({ tenants }) });
  }

  /** Returns the events with advice from the log, with their tenants. */
  const lines = () =>
    served.log
      .map((line) => JSON.parse(line))
      .filter(({ event, advice }) => event !== 'started' && advice !== undefined)
      .map(({ event, tenant: name }) => `${event} ${name}`);

  async function ready(key = '') {
    const { status, json } = await callAt(served.address(), ['GET', '/readyz', key]);
    return { status, meta: json.meta };
  }

  const openSession = () =>
    callAt(
      served.address(),
      ['POST', '/sessions', admin.one],
      sessionBody({ application: served.sandbox.applyTo('nurse') }),
    );

  test('is ready while one service key is refused, and names the key only to its tenant', async () => {
    closed.add('one');
    await start();
    await expect.poll(async () => (await ready(admin.one)).meta.degraded).toEqual(['service_key']);
    expect([(await ready()).status, (await ready(admin.two)).meta.degraded]).toEqual([200, []]);
    for (let times = 0; times < 3; times += 1) expect((await openSession()).status).toBe(503);
    expect(lines().filter((line) => line.startsWith('service_key'))).toEqual(['service_key_refused one']);
    closed.clear();
    expect((await openSession()).status).toBe(201);
    expect((await ready(admin.one)).meta.degraded).toEqual([]);
  });

  test('is ready while no service can be reached, because submissions can wait', async () => {
    await start(() => 'http://127.0.0.1:9');
    await expect.poll(lines).toHaveLength(2);
    expect(lines()).toEqual(['service_failed one', 'service_failed two']);
    expect([(await ready()).status, (await ready(admin.one)).meta.degraded]).toEqual([200, []]);
  });
});

describe('a process without requests', () => {
  test('probes only degraded services, once a minute, until it ends', async () => {
    const clock = createVirtualClock();
    const probes: string[] = [];
    const probed = (name: string) => ({
      id: tenant(name),
      service: {
        probe: async () => {
          probes.push(name);
          return success(null);
        },
        readAnyJob: async () => success(null),
      },
    });
    const stop = probeWhileDegraded([probed('well'), probed('refused')], (name) => name === 'refused', clock);
    await clock.run(150_000);
    stop();
    await clock.run(300_000);
    expect(probes).toEqual(['refused', 'refused']);
  });
});

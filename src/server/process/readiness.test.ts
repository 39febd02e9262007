import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { failure, success } from '../../core/model/failure.ts';
import { fileId, subject, tenant } from '../../core/model/ids.ts';
import { createMapStaging } from '../files/staging.support.ts';
import type { LogFields } from '../log.ts';
import type { FileToStage, Staging } from '../ports.ts';
import { createVirtualClock } from '../virtual-clock.support.ts';
import { probeWhileDegraded } from './compose.ts';
import { createReadiness } from './monitoring.ts';
import { type ServedSandbox, serveSandbox } from './served-sandbox.support.ts';
import { sessionBody } from './server.support.ts';
import { type RunningServer, startServer } from './start-server.ts';

const KEY = 'the-key-of-the-service';
const admin = { one: '1'.repeat(32), two: '2'.repeat(32) } as const;

const well = { degradedOf: () => [], isRefused: () => false };

describe('a server of two tenants', () => {
  /** A key that is closed opens nothing. */
  let service: ServedSandbox;
  let closed: Set<string>;
  let folder: string;
  let running: RunningServer | null = null;
  let lines: string[];

  beforeEach(async () => {
    closed = new Set();
    lines = [];
    service = await serveSandbox(
      (request, response) => {
        const { url = '' } = request;
        const [, path = ''] = /^\/(\w+)\/api\//.exec(url) ?? [];
        if (closed.has(path)) response.writeHead(401).end();
        request.url = url.replace(/^\/\w+(?=\/api\/)/, '');
        return closed.has(path);
      },
      { key: KEY, samples: true },
    );
    folder = await mkdtemp(join(tmpdir(), 'apply-ready-'));
  });
  afterEach(async () => {
    await running?.close();
    running = null;
    service.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** @param services addresses of both */
  async function start(services: Partial<Record<'one' | 'two', string>> = {}): Promise<void> {
    const member = (name: 'one' | 'two') => ({
      serviceUrl: services[name] ?? `${service.address}/${name}`,
      serviceKey: KEY,
      adminKey: admin[name],
    });
    const add = (event: string, { tenant: name, advice }: LogFields) => {
      lines.push(`${event} ${name}${advice === undefined ? ' without advice' : ''}`);
    };
    const environment = {
      PORT: '0',
      APPLY_SECRET: 's'.repeat(32),
      APPLY_STORE: `file:${join(folder, 'apply.db')}`,
      APPLY_CONFIG: JSON.stringify({ tenants: { one: member('one'), two: member('two') } }),
    };
    const log = { warn: add, error: add, note: () => undefined };
    const started = await startServer(environment, { log });
    if (!started.ok) throw new Error(started.error.join('\n'));
    running = started.value;
  }

  async function ready(key?: string) {
    const headers: HeadersInit = key === undefined ? {} : { authorization: `Bearer ${key}` };
    const response = await fetch(`${running?.address}/readyz`, { headers });
    return { status: response.status, meta: (await response.json()).meta };
  }

  const figures = async () => {
    const headers = { authorization: `Bearer ${admin.one}` };
    return (await fetch(`${running?.address}/metrics`, { headers })).text();
  };

  const openSession = () =>
    fetch(`${running?.address}/sessions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.one}`, 'content-type': 'application/json' },
      body: JSON.stringify(sessionBody({ application: service.sandbox.applyTo('nurse') })),
    });

  test('is ready with one refused key, which is named to its tenant alone, counted, and logged once', async () => {
    closed.add('one');
    await start();
    await expect.poll(async () => (await ready(admin.one)).meta.degraded).toEqual(['service_key']);
    expect([(await ready()).status, (await ready(admin.two)).meta.degraded]).toEqual([200, []]);
    for (let times = 0; times < 3; times += 1) expect((await openSession()).status).toBe(503);
    expect(lines.filter((line) => line.startsWith('service_key'))).toEqual(['service_key_refused one']);
    expect(await figures()).toMatch(/apply_events_total\{event="service_key_refused",tenant="one"\} [4-9]\n/);
  });

  test('is well again with the next request that the service takes', async () => {
    closed.add('one');
    await start();
    await expect.poll(async () => (await ready(admin.one)).meta.degraded).toEqual(['service_key']);
    closed.clear();
    expect((await openSession()).status).toBe(201);
    expect((await ready(admin.one)).meta.degraded).toEqual([]);
  });

  test('is ready while no service is reached: what is accepted waits for it', async () => {
    const nowhere = 'http://127.0.0.1:9';
    await start({ one: nowhere, two: nowhere });
    await expect.poll(() => lines).toHaveLength(2);
    expect(lines).toEqual(['service_failed one', 'service_failed two']);
    expect([(await ready()).status, (await ready(admin.one)).meta.degraded]).toEqual([200, []]);
  });
});

describe('a process that gets no requests', () => {
  test('asks a service that is degraded again each minute, and no other, until it ends', async () => {
    const clock = createVirtualClock();
    const asked: string[] = [];
    const look = (name: string) => ({
      id: tenant(name),
      service: {
        probe: async () => {
          asked.push(name);
          return success(null);
        },
        readAnyJob: async () => success(null),
      },
    });
    const stop = probeWhileDegraded([look('well'), look('refused')], (name) => name === 'refused', clock);
    await clock.run(150_000);
    stop();
    await clock.run(300_000);
    expect(asked).toEqual(['refused', 'refused']);
  });
});

describe('staging', () => {
  const one = tenant('one');
  const key = { tenant: one, subject: subject('1') };
  async function* bytes() {
    yield new Uint8Array(4);
  }
  const file = (): FileToStage => ({
    id: fileId(crypto.randomUUID()),
    purpose: 'cv',
    bytes: bytes(),
    limits: { file: 10, files: 20, bytes: 200 },
    identify: async () => success({ name: 'cv.pdf', type: 'application/pdf' }),
  });
  const memory = createMapStaging();

  test('is degraded from a file without room to the next that is taken', async () => {
    let put: Staging['put'] = async () => failure({ kind: 'full' });
    const readiness = createReadiness(well);
    const staging = readiness.watch({ ...memory, put: (...given) => put(...given) });
    await staging.put(key, file());
    expect(readiness.degradedOf(one)).toEqual(['staging']);
    put = async () => failure({ kind: 'infected' });
    await staging.put(key, file());
    expect(readiness.degradedOf(one)).toEqual(['staging']);
    put = memory.put;
    await staging.put(key, file());
    expect(readiness.degradedOf(one)).toEqual([]);
  });
});

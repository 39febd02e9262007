/** What a page on another site could have a browser of this machine send: another name in `Host`, or its own in `Origin`. */
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bench, sessionBody, startBench } from './server.support.ts';
import { startServer } from './start-server.ts';

let bench: Bench;
let open: Bench;

beforeAll(async () => {
  bench = await startBench();
  open = await startBench({ APPLY_SANDBOX_PUBLIC: 'yes' });
});
afterAll(async () => {
  await bench.close();
  await open.close();
});

interface Raw {
  readonly host: string;
  readonly origin?: string;
  readonly key?: string;
  readonly bearer?: string;
  readonly body?: string;
  /** What the request line has in place of the path. */
  readonly target?: string;
}

/** The status of one request, byte by byte as it is written here. */
async function ask(
  at: Pick<Bench, 'address'>,
  [method, path]: readonly [string, string],
  { host, origin, key, bearer, body = '', target = path }: Raw,
): Promise<number> {
  const { hostname, port } = new URL(at.address);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const headers = [
    `Host: ${host.replace('PORT', port)}`,
    ...(origin === undefined ? [] : [`Origin: ${origin.replace('PORT', port)}`]),
    ...(key === undefined ? [] : [`X-API-KEY: ${key}`]),
    ...(bearer === undefined ? [] : [`Authorization: Bearer ${bearer}`]),
    'Content-Type: application/vnd.api+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ];
  socket.write([`${method} ${target.replace('PORT', port)} HTTP/1.1`, ...headers, '', body].join('\r\n'));
  return Number(/^HTTP\/1\.1 (\d+)/.exec(await text(socket))?.[1]);
}

const demo = JSON.stringify(sessionBody({ form: 'one-of-each' }));
const made = '{"form":"one-of-each"}';
const doors: readonly (readonly [method: string, path: string, body: string, status: number])[] = [
  ['GET', '/sandbox/', '', 200],
  ['GET', '/sandbox/_control/answers', '', 200],
  ['POST', '/sandbox/_control/applications', made, 201],
  ['PUT', '/sandbox/_control/faults', '{}', 200],
  ['POST', '/demo/sessions', demo, 201],
];

describe.each(doors)('%s %s', (method, path, body, status) => {
  const door = [method, path] as const;

  test.each(['127.0.0.1:PORT', 'localhost:PORT', 'LOCALHOST:PORT', '[::1]:PORT', 'localhost', 'localhost:1'])(
    'answers to Host %s (control)',
    async (host) => {
      expect(await ask(bench, door, { host, body })).toBe(status);
    },
  );

  test.each([
    'rebound.example:PORT',
    'rebound.example',
    'localhost.rebound.example:PORT',
    '127.0.0.1.rebound.example',
    '192.168.1.5:PORT',
    '0.0.0.0:PORT',
  ])('is refused to Host "%s"', async (host) => {
    expect(await ask(bench, door, { host, body })).toBe(403);
  });

  test.each([
    'https://careers.example.com',
    'http://rebound.example:PORT',
    'http://localhost.example',
    'null',
  ])('is refused to a page of %s, though Host is right', async (origin) => {
    expect(await ask(bench, door, { host: '127.0.0.1:PORT', origin, body })).toBe(403);
  });

  test.each(['http://127.0.0.1:PORT', 'http://localhost:PORT', 'http://localhost:8080', 'http://[::1]:PORT'])(
    'answers a page of %s (control)',
    async (origin) => {
      expect(await ask(bench, door, { host: '127.0.0.1:PORT', origin, body })).toBe(status);
    },
  );
});

describe('with the published admin key', () => {
  const bearer = 'sandbox-admin';
  const person = JSON.stringify({
    data: { type: 'people', attributes: { action: 'find', email: 'ada@example.com' } },
  });
  const session = JSON.stringify(sessionBody({ job: '4711' }));
  /** Every kind of route, whatever it answers. */
  const routes: readonly (readonly [method: string, path: string, body: string])[] = [
    ['POST', '/sessions', session],
    ['DELETE', `/sessions/${'0'.repeat(64)}`, ''],
    ['POST', '/people', person],
    ['GET', '/attention', ''],
    ['GET', '/metrics', ''],
    ['GET', '/readyz', ''],
    ['GET', '/api/v1/questions', ''],
    ['POST', '/submissions', '{}'],
    ['PUT', '/files/00000000-0000-4000-8000-000000000000', 'x'],
    ['OPTIONS', '/sessions', ''],
    ['GET', '/', ''],
    ['GET', '/frame/default', ''],
  ];
  const foreign = [
    'rebound.example:PORT',
    'localhost.rebound.example',
    '192.168.1.5:PORT',
    'localhost.:PORT',
  ];

  test.each(routes)('%s %s answers under names of this machine alone', async (method, path, body) => {
    const [right, ...wrong] = await Promise.all(
      ['localhost:PORT', ...foreign].map((host) => ask(bench, [method, path], { host, bearer, body })),
    );
    expect(right).not.toBe(403);
    expect(wrong).toEqual(foreign.map(() => 403));
  });

  test('a session is made for this machine (control)', async () => {
    const door = ['POST', '/sessions'] as const;
    expect(await ask(bench, door, { host: '127.0.0.1:PORT', bearer, body: session })).toBe(201);
  });

  test('a target that names another server is refused, too, and so is one Host among two', async () => {
    const door = ['GET', '/metrics'] as const;
    const named = (target: string) => ask(bench, door, { host: '127.0.0.1:PORT', bearer, target });
    expect(await named('http://rebound.example:PORT/metrics')).toBe(403);
    expect(await named('http://localhost:PORT/metrics')).toBe(200);
    const twice = '127.0.0.1:PORT\r\nHost: rebound.example';
    expect(await ask(bench, door, { host: twice, bearer })).toBe(400);
  });

  test('a sandbox that is public answers under any name, and not to that key', async () => {
    const host = 'sandbox.example.com';
    expect(await ask(open, ['GET', '/healthz'], { host })).toBe(200);
    for (const path of ['/metrics', '/attention'])
      expect(await ask(open, ['GET', path], { host, bearer })).toBe(401);
  });

  test('a server that is no sandbox answers under any name (control)', async () => {
    const quiet = { warn: () => undefined, error: () => undefined, note: () => undefined };
    const environment = {
      PORT: '0',
      APPLY_SERVICE_URL: 'http://127.0.0.1:9',
      APPLY_SERVICE_KEY: 'key',
      APPLY_SECRET: 's'.repeat(32),
      APPLY_STORE: `file:${join(await mkdtemp(join(tmpdir(), 'apply-')), 'apply.db')}`,
    };
    const service = await startServer(environment, { log: quiet });
    if (!service.ok) throw new Error(service.error.join());
    const { address, close } = service.value;
    expect(await ask({ address }, ['GET', '/healthz'], { host: 'forms.example.com' })).toBe(200);
    await close();
  });
});

describe('the service of the sandbox', () => {
  const read = ['GET', '/sandbox/api/v1/applications'] as const;

  test('answers the published key under a name of this machine alone', async () => {
    expect(await ask(bench, read, { host: 'localhost:PORT', key: 'sandbox-key' })).toBe(200);
    expect(await ask(bench, read, { host: 'rebound.example:PORT', key: 'sandbox-key' })).toBe(403);
  });

  test('that is public answers its own key under any name, and the published key under none', async () => {
    const key = open.sandboxKey;
    expect(await ask(open, read, { host: 'sandbox.example.com', key })).toBe(200);
    expect(await ask(open, read, { host: 'sandbox.example.com', key: 'sandbox-key' })).toBe(401);
    expect(await ask(open, read, { host: 'localhost:PORT', key: 'sandbox-key' })).toBe(401);
  });
});

describe('a sandbox that is public', () => {
  const host = 'sandbox.example.com';

  test.each(doors.filter(([, path]) => path.startsWith('/sandbox/')))(
    'keeps %s %s to this machine',
    async (method, path, body) => {
      expect(await ask(open, [method, path], { host, body })).toBe(403);
    },
  );

  test('opens its demo to its own pages, and to those of no other', async () => {
    const door = ['POST', '/demo/sessions'] as const;
    expect(await ask(open, door, { host, body: demo, origin: `https://${host}` })).toBe(201);
    expect(await ask(open, door, { host, body: demo, origin: 'https://careers.example.com' })).toBe(403);
  });
});

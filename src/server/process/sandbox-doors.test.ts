/** Requests that a page of another site could make a browser of this machine send, with a foreign `Host` or `Origin`. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Bench, sessionBody, startBench } from './server.support.ts';

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
  /** Replaces the path in the request line. */
  readonly target?: string;
}

/** Returns the status of one raw request. */
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

const here = ['127.0.0.1:PORT', 'LOCALHOST:PORT', '[::1]:PORT', 'localhost:1'];
const foreign = [
  'rebound.example:PORT',
  'localhost.rebound.example',
  '127.0.0.1.rebound.example',
  '192.168.1.5:PORT',
  '0.0.0.0:PORT',
  'localhost.:PORT',
];
const allOf = <Item>(items: readonly Item[], status: number) => items.map(() => status);

describe.each(doors)('%s %s', (method, path, body, status) => {
  const statusesOf = (requests: readonly Raw[]) =>
    Promise.all(requests.map((request) => ask(bench, [method, path], { body, ...request })));

  test('answers only under the names of this machine', async () => {
    expect(await statusesOf(here.map((host) => ({ host })))).toEqual(allOf(here, status));
    expect(await statusesOf(foreign.map((host) => ({ host })))).toEqual(allOf(foreign, 403));
  });

  test('answers only pages of this machine, even when Host is right', async () => {
    const from = (origins: readonly string[]) =>
      statusesOf(origins.map((origin) => ({ host: '127.0.0.1:PORT', origin })));
    const own = ['http://127.0.0.1:PORT', 'http://localhost:8080', 'http://[::1]:PORT'];
    expect(await from(own)).toEqual(allOf(own, status));
    const others = [
      'https://careers.example.com',
      'http://rebound.example:PORT',
      'http://localhost.example',
      'null',
    ];
    expect(await from(others)).toEqual(allOf(others, 403));
  });
});

describe('the published admin key', () => {
  const bearer = 'sandbox-admin';
  const person = JSON.stringify({
    data: { type: 'people', attributes: { action: 'find', email: 'ada@example.com' } },
  });
  const session = JSON.stringify(sessionBody({ job: '4711' }));
  /** One route of each kind. */
  const routes: readonly (readonly [method: string, path: string, body: string])[] = [
    ['POST', '/sessions', session],
    ['POST', '/people', person],
    ['GET', '/attention', ''],
    ['GET', '/metrics', ''],
    ['POST', '/submissions', '{}'],
    ['PUT', '/files/00000000-0000-4000-8000-000000000000', 'x'],
    ['GET', '/', ''],
  ];

  test.each(routes)('opens %s %s only under the names of this machine', async (method, path, body) => {
    const [right, ...wrong] = await Promise.all(
      ['localhost:PORT', ...foreign].map((host) => ask(bench, [method, path], { host, bearer, body })),
    );
    expect(right).not.toBe(403);
    expect(wrong).toEqual(allOf(foreign, 403));
  });

  test('does not open a public sandbox, which answers under any name', async () => {
    const host = 'sandbox.example.com';
    expect(await ask(open, ['GET', '/healthz'], { host })).toBe(200);
    for (const path of ['/metrics', '/attention'])
      expect(await ask(open, ['GET', path], { host, bearer })).toBe(401);
  });
});

describe('a public sandbox', () => {
  const host = 'sandbox.example.com';

  test('accepts its own service key under any name, and never the published key', async () => {
    const read = ['GET', '/sandbox/api/v1/applications'] as const;
    expect(await ask(open, read, { host, key: open.sandboxKey })).toBe(200);
    for (const name of [host, 'localhost:PORT'])
      expect(await ask(open, read, { host: name, key: 'sandbox-key' })).toBe(401);
  });

  test('serves its own pages and controls only to this machine', async () => {
    for (const [method, path, body] of doors.filter(([, path]) => path.startsWith('/sandbox/')))
      expect(await ask(open, [method, path], { host, body })).toBe(403);
  });

  test('opens its demo only to its own pages', async () => {
    const door = ['POST', '/demo/sessions'] as const;
    expect(await ask(open, door, { host, body: demo, origin: `https://${host}` })).toBe(201);
    expect(await ask(open, door, { host, body: demo, origin: 'https://careers.example.com' })).toBe(403);
  });
});

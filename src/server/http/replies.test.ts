import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADMIN_KEY, type Bench, openSandbox, sessionBody, startBench } from '../process/server.support.ts';

const HOST = 'https://careers.example.com';
let bench: Bench;
let token: string;

beforeAll(async () => {
  bench = await startBench({
    APPLY_ORIGINS: `${HOST},https://portal.example.org:8443`,
    APPLY_PUBLIC_URL: 'https://forms.example.net/x',
    ...openSandbox,
  });
  token = (await bench.apply('one-of-each')).token;
});
afterAll(() => bench.close());

const path = '/api/v1/questions?include=conditional_questions';
const get = (origin: string) => bench.call('GET', path, { token, headers: { origin } });

test.each([HOST, 'https://portal.example.org:8443', 'https://forms.example.net'])(
  'a page of %s may call the proxy',
  async (origin) => {
    const reply = await get(origin);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('access-control-allow-origin')).toBe(origin);
    expect(reply.headers.get('access-control-expose-headers')).toBe('Location, Retry-After');
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
    expect(reply.headers.get('vary')).toMatch(/^Origin\b/);
  },
);

test.each([
  'null',
  'http://careers.example.com',
  'https://careers.example.com.evil.example',
  'https://a.careers.example.com',
  'https://careers.example.com/',
])('a page of %s may not call the proxy', async (origin) => {
  const before = bench.requests().length;
  const reply = await get(origin);
  expect([reply.status, reply.json.errors[0].code]).toEqual([403, 'origin_not_allowed']);
  expect(reply.headers.get('access-control-allow-origin')).toBeNull();
  const preflight = await bench.call('OPTIONS', path, {
    headers: { origin, 'access-control-request-method': 'GET' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
  expect(bench.requests()).toHaveLength(before);
});

describe('our own origin', () => {
  /** Asks with any name in `Host`, as a page whose own name resolves to this server does. */
  async function open(at: Bench, origin: string, host = new URL(origin).host): Promise<number> {
    const body = JSON.stringify(sessionBody({ job: '4711' }));
    const headers = {
      host,
      origin,
      'content-type': 'application/vnd.api+json',
      'content-length': body.length,
    };
    const sending = request(`${at.address}/sessions`, { method: 'POST', headers, agent: false });
    sending.end(body);
    const [reply]: IncomingMessage[] = await once(sending, 'response');
    reply?.resume();
    return reply?.statusCode ?? 0;
  }
  const forged = ['http://forged.example', 'https://forged.example'];

  test.each(forged)('is only the public address, not %s, even if Host names it', async (origin) => {
    expect(await open(bench, origin)).toBe(403);
  });

  test('is the public address, whichever name the gateway uses', async () => {
    for (const host of ['forms.example.net', '10.0.0.7:3000', 'apply-form.internal'])
      expect(await open(bench, 'https://forms.example.net', host)).toBe(201);
    expect(await open(bench, 'http://forms.example.net')).toBe(403);
  });

  test('is refused under another name of the server, with advice', async () => {
    const reply = await get(bench.address);
    expect([reply.status, reply.json.errors[0].code]).toEqual([403, 'origin_not_allowed']);
    expect(reply.json.errors[0].detail).toBe(
      'This server is known as https://forms.example.net (APPLY_PUBLIC_URL): open the form there, or list this origin in APPLY_ORIGINS.',
    );
    expect((await get('https://evil.example')).json.errors[0].detail).not.toContain('forms.example.net');
  });

  test('is the origin of the request if the server has no public address (control)', async () => {
    const nameless = await startBench({ APPLY_ORIGINS: HOST, ...openSandbox });
    for (const origin of forged) expect(await open(nameless, origin)).toBe(201);
    expect(await open(nameless, 'https://forged.example', '127.0.0.1')).toBe(403);
    await nameless.close();
  });
});

test('a preflight is valid for ten minutes', async () => {
  const reply = await bench.call('OPTIONS', '/submissions', {
    headers: {
      origin: HOST,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  });
  expect(reply.status).toBe(204);
  expect(reply.headers.get('access-control-allow-origin')).toBe(HOST);
  expect(reply.headers.get('access-control-max-age')).toBe('600');
  for (const name of ['authorization', 'content-type', 'content-disposition', 'apply-for', 'prefer'])
    expect(reply.headers.get('access-control-allow-headers')).toContain(name);
  for (const method of ['GET', 'POST', 'PUT', 'DELETE'])
    expect(reply.headers.get('access-control-allow-methods')).toContain(method);
});

describe('routes that need an admin key', () => {
  const admin = ADMIN_KEY;
  const corsOf = (headers: Headers) =>
    [...headers.keys()].filter((name) => name.startsWith('access-control-'));
  const preflight = (path: string, method: string) =>
    bench.call('OPTIONS', path, { headers: { origin: HOST, 'access-control-request-method': method } });

  test.each([
    ['GET', '/attention'],
    ['POST', '/attention/K7M2-Q9XD-0000-0000'],
    ['DELETE', '/sessions/abc'],
  ])('%s %s is closed to pages, in the reply and in the preflight', async (method, path) => {
    for (const token of [admin, 'wrong']) {
      const reply = await bench.call(method, path, { token, headers: { origin: HOST } });
      expect(corsOf(reply.headers)).toEqual([]);
      expect(reply.headers.get('vary')).toMatch(/^Origin\b/);
    }
    const reply = await preflight(path, method);
    expect([reply.status, corsOf(reply.headers)]).toEqual([403, []]);
    expect(reply.json.errors[0].detail).toContain('call it from a server');
  });

  test.each([
    ['an application', { application: '80001' }],
    ['a link', { job: '4711', link: true }],
  ])('a page cannot read the reply to a back end that opens a session for %s', async (_name, wish) => {
    const open = (token?: string) =>
      bench.call('POST', '/sessions', {
        body: sessionBody(wish),
        headers: { origin: HOST },
        ...(token === undefined ? {} : { token }),
      });
    const made = await open(admin);
    expect([made.status, corsOf(made.headers)]).toEqual([201, []]);
    expect(corsOf((await open()).headers)).toEqual([
      'access-control-allow-origin',
      'access-control-expose-headers',
    ]);
  });

  test('preflights for the routes of visitors are answered (control)', async () => {
    for (const [path, method] of [
      ['/sessions', 'POST'],
      ['/files/1', 'PUT'],
      ['/submissions', 'POST'],
      ['/submissions/K7M2', 'GET'],
      ['/api/v1/questions', 'GET'],
    ] as const) {
      const reply = await preflight(path, method);
      expect([reply.status, corsOf(reply.headers)]).toEqual([
        204,
        expect.arrayContaining(['access-control-allow-origin', 'access-control-allow-headers']),
      ]);
    }
  });
});

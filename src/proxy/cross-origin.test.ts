import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bench, startBench } from '../server/test-bench.ts';

const HOST = 'https://careers.example.com';
let bench: Bench;
let token: string;

beforeAll(async () => {
  bench = await startBench({
    APPLY_ORIGINS: `${HOST},https://portal.example.org:8443`,
    APPLY_PUBLIC_URL: 'https://forms.example.net/x',
  });
  token = (await bench.apply('one-of-each')).token;
});
afterAll(() => bench.close());

const path = '/api/v1/questions?include=conditional_questions';
const get = (origin: string) => bench.call('GET', path, { token, headers: { origin } });

test.each([HOST, 'https://portal.example.org:8443', 'https://forms.example.net', 'own'])(
  'a page of %s may call',
  async (name) => {
    const origin = name === 'own' ? bench.address : name;
    const reply = await get(origin);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('access-control-allow-origin')).toBe(origin);
    expect(reply.headers.get('access-control-expose-headers')).toBe('Location, Retry-After');
    expect(reply.headers.get('access-control-allow-credentials')).toBeNull();
    expect(reply.headers.get('vary')).toBe('Origin');
  },
);

test.each([
  'null',
  'http://careers.example.com',
  'https://careers.example.com:444',
  'https://careers.example.com.evil.example',
  'https://evilcareers.example.com',
  'https://careers.example.community',
  'https://xcareers.example.com',
  'https://a.careers.example.com',
  'https://CAREERS.example.com',
  'https://careers.example.com/',
  'https://careers.example.com, https://evil.example',
  'https://portal.example.org',
  'https://127.0.0.1',
  'file://',
])('a page of %s may not', async (origin) => {
  const before = bench.requests().length;
  const reply = await get(origin);
  expect([reply.status, reply.json.errors[0].code]).toEqual([403, 'origin_not_allowed']);
  expect(reply.headers.get('access-control-allow-origin')).toBeNull();
  const asked = await bench.call('OPTIONS', path, {
    headers: { origin, 'access-control-request-method': 'GET' },
  });
  expect(asked.headers.get('access-control-allow-origin')).toBeNull();
  expect(bench.requests()).toHaveLength(before);
});

test('who runs the proxy is told once of each origin that was refused', async () => {
  const lines = () => bench.log.filter((line) => line.includes('"https://new.example"'));
  for (let times = 0; times < 3; times += 1) await get('https://new.example');
  expect(lines().map((line) => JSON.parse(line))).toEqual([
    { level: 'warn', event: 'origin_refused', origin: 'https://new.example' },
  ]);
  for (let index = 0; index < 200; index += 1) await get(`https://${index}.example`);
  expect(bench.log.filter((line) => line.includes('origin_refused')).length).toBe(100);
});

test('what a page must ask first is answered for ten minutes', async () => {
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

test('a page that asks beforehand, by itself, is answered in the same way', async () => {
  const reply = await bench.call('OPTIONS', '/submissions', { headers: { origin: HOST } });
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([204, HOST]);
  expect(reply.headers.get('access-control-allow-methods')).toContain('OPTIONS');
  const other = await bench.call('OPTIONS', '/submissions', { headers: { origin: 'https://evil.example' } });
  expect(other.status).toBe(403);
});

test('refusals say where they may be read, too', async () => {
  const reply = await bench.call('GET', path, { token: 'nonsense', headers: { origin: HOST } });
  expect([reply.status, reply.headers.get('access-control-allow-origin')]).toEqual([401, HOST]);
});

test('another tenant’s pages may not use this tenant’s token', async () => {
  const config = {
    tenants: {
      one: { adminKey: 'key-one', origins: [HOST] },
      two: { adminKey: 'key-two', origins: ['https://two.example'] },
    },
  };
  const both = await startBench({ APPLY_CONFIG: JSON.stringify(config) });
  try {
    const visitor = await both.apply('one-of-each');
    const call = (origin: string) => both.call('GET', path, { token: visitor.token, headers: { origin } });
    expect((await call(HOST)).status).toBe(200);
    expect((await call('https://two.example')).status).toBe(403);
  } finally {
    await both.close();
  }
});

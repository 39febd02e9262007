import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { publishVersion } from '../../build/site-files.ts';
import type { ServerLog } from './log.ts';
import { type RunningServer, startServer } from './start-server.ts';

const silent: ServerLog = { warn: () => undefined, error: () => undefined, note: () => undefined };
let folder: string;
let running: RunningServer;
let strict: RunningServer;

const files: Readonly<Record<string, string>> = {
  'index.html': '<!doctype html><title>demo</title><script>let a = 1;</script><style>p{}</style>',
  'form.html': '<!doctype html><title>form</title><script type="module" src="/assets/form-a1.js"></script>',
  'frame.html': '<!doctype html><title>frame</title>',
  'preview.html': '<!doctype html><title>preview</title>',
  'attention.html': '<!doctype html><title>attention</title>',
  'apply-form.js': `window.ApplyForm = {};${' '.repeat(2_000)}`,
  'assets/form-a1.js': 'export {};',
  'frame.js': `window.frames;${' '.repeat(2_000)}`,
  'docs/index.html':
    '<!doctype html><ul><li data-demo><a href="../">Demo</a></li><li data-demo><a href="../sandbox/">Sandbox</a></li></ul>',
  'docs/a-guide.html': '<!doctype html><title>guide</title>',
  'hosts/careers.html': '<script type="module" src="__APPLY_ORIGIN__/apply-form.js"></script>',
};

const start = async (environment: Record<string, string>) => {
  const mode = 'APPLY_SERVICE_URL' in environment ? {} : { APPLY_MODE: 'sandbox' };
  const started = await startServer(
    { PORT: '0', APPLY_STORE: `file:${join(folder, `${crypto.randomUUID()}.db`)}`, ...mode, ...environment },
    { log: silent, site: pathToFileURL(`${folder}/site/`) },
  );
  if (!started.ok) throw new Error(started.error.join());
  return started.value;
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-site-'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, 'site', path, '..'), { recursive: true });
    await writeFile(join(folder, 'site', path), content);
  }
  publishVersion(join(folder, 'site'), '1.2.3', ['apply-form.js', 'frame.js', 'assets/form-a1.js']);
  await writeFile(join(folder, 'secret.txt'), 'secret');
  running = await start({});
  strict = await start({
    APPLY_SERVICE_URL: 'http://127.0.0.1:9',
    APPLY_SERVICE_KEY: 'k',
    APPLY_SECRET: 'a secret of thirty-two characters',
    APPLY_ORIGINS: 'https://portal.example.com',
  });
});
afterAll(async () => {
  await running.close();
  await strict.close();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}, on = running) =>
  fetch(`${on.address}${path}`, { headers });
const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? '';

test.each(['/', '/form', '/preview.html', '/docs/', '/docs/a-guide'])(
  'the page %s cannot be framed and runs only our own scripts',
  async (path) => {
    const response = await get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    expect(policyOf(response)).toContain("frame-ancestors 'none'");
    expect(policyOf(response)).toContain("default-src 'none'");
    expect(policyOf(response)).not.toContain('unsafe');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
  },
);

test.each([
  ['GET', '/healthz', 200, 'cross-origin'],
  ['GET', '/nowhere', 404, 'same-origin'],
  ['POST', '/submissions', 401, 'same-origin'],
])(
  'a reply to %s %s (%d) runs no script, cannot be framed and has the resource policy %s',
  async (method, path, status, policy) => {
    const response = await fetch(`${running.address}${path}`, { method });
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': policy,
      'x-content-type-options': 'nosniff',
    });
  },
);

test('every reply requires https for a year only when the public address is https', async () => {
  const at = (address: string) => start({ APPLY_PUBLIC_URL: address, APPLY_SANDBOX_PUBLIC: 'yes' });
  const [secure, plain] = [await at('https://forms.example.com'), await at('http://forms.example.com')];
  const paths = ['/form', '/frame/default', '/apply-form.js', '/healthz', '/nowhere', '/metrics', '/..\\x'];
  const policiesOf = (on: RunningServer) =>
    Promise.all(
      paths.map(async (path) => (await get(path, {}, on)).headers.get('strict-transport-security')),
    );
  expect(new Set(await policiesOf(secure))).toEqual(new Set(['max-age=31536000']));
  for (const on of [plain, running]) expect(new Set(await policiesOf(on))).toEqual(new Set([null]));
  await secure.close();
  await plain.close();
});

test('the frame runs only our own scripts, and an isolated host may embed it', async () => {
  const response = await get('/frame/default');
  expect(policyOf(response)).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /);
  expect(response.headers.get('cross-origin-embedder-policy')).toBe('require-corp');
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  expect((await get('/form')).headers.get('cross-origin-embedder-policy')).toBeNull();
  expect(policyOf(response)).toContain('frame-ancestors *');
});

test('each tenant’s frame names only that tenant’s origins', async () => {
  const operated = (name: string) => ({
    origins: [`https://${name}.example.com`],
    adminKey: `key-of-the-operator-of-the-tenant-${name}`,
  });
  const many = await start({
    APPLY_SERVICE_URL: 'http://127.0.0.1:9',
    APPLY_SERVICE_KEY: 'k',
    APPLY_SECRET: 'a secret of thirty-two characters',
    APPLY_CONFIG: JSON.stringify({ tenants: { a: operated('a'), b: operated('b') } }),
  });
  for (const name of ['a', 'b'])
    expect(policyOf(await get(`/frame/${name}`, {}, many))).toContain(
      `; frame-ancestors 'self' https://${name}.example.com;`,
    );
  expect((await get('/frame/default', {}, many)).status).toBe(404);
  await many.close();
});

test('the documentation links to a demo only when the server has one', async () => {
  for (const server of [running, strict]) {
    const html = await (await get('/docs/', {}, server)).text();
    const hasDemo = server === running;
    expect(['Demo', 'Sandbox'].map((name) => html.includes(name))).toEqual([hasDemo, hasDemo]);
    expect((await get('/docs/a-guide', {}, server)).status).toBe(200);
  }
  const moved = await fetch(`${running.address}/docs`, { redirect: 'manual' });
  expect([moved.status, moved.headers.get('location')]).toEqual([308, '/docs/']);
});

const navigation = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

test('a browser that opens the attention list gets a page that is not cached and cannot be framed', async () => {
  const response = await get('/attention', navigation);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(policyOf(response)).toMatch(/frame-ancestors 'none'; require-trusted-types-for 'script'/);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    vary: 'Accept, Authorization, Accept-Encoding',
  });
});

test.each<readonly [string, Record<string, string>, number]>([
  ['a program that accepts anything', { accept: '*/*' }, 401],
  ['a request with a key', { ...navigation, authorization: 'Bearer sandbox-admin' }, 200],
])(
  '%s gets the API of the attention list, or 404 when no tenant has a key',
  async (_name, headers, status) => {
    const response = await get('/attention', headers);
    expect([response.status, response.headers.get('content-type')]).toEqual([
      status,
      'application/vnd.api+json',
    ]);
    expect(response.headers.get('vary')).toBe('Origin, Accept, Authorization');
    for (const given of [headers, navigation])
      expect((await get('/attention', given, strict)).status).toBe(404);
  },
);

test('files are sent compressed, and not at all when they are unchanged', async () => {
  for (const encoding of ['br', 'gzip']) {
    const response = await get('/apply-form.js', { 'accept-encoding': encoding });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(await response.text()).toBe(files['apply-form.js']);
  }
  const plain = await get('/apply-form.js', { 'accept-encoding': 'identity' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  const tag = plain.headers.get('etag') ?? '';
  expect((await get('/apply-form.js', { 'if-none-match': tag })).status).toBe(304);
});

test.each([
  ['/assets/form-a1.js', 'public, max-age=31536000, immutable'],
  ['/1.2.3/apply-form.js', 'public, max-age=31536000, immutable'],
  ['/apply-form.js', 'public, max-age=300'],
  ['/form', 'no-cache'],
])('%s has the cache policy "%s"', async (path, policy) => {
  expect((await get(path, {}, strict)).headers.get('cache-control')).toBe(policy);
});

test.each(['/1.2.3/apply-form.js', '/1.2.3/frame.js', '/1.2.3/assets/form-a1.js'])(
  '%s has the listed hash in every encoding, and other origins may read both',
  async (path) => {
    const anywhere = { origin: 'https://anything.example' };
    const list = await get('/integrity.json', anywhere);
    const { version, files: listed } = await list.json();
    expect([version, list.headers.get('access-control-allow-origin')]).toEqual(['1.2.3', '*']);
    for (const encoding of ['br', 'gzip', 'identity']) {
      const response = await get(path, { 'accept-encoding': encoding, ...anywhere });
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(listed[path]).toBe(`sha384-${createHash('sha384').update(bytes).digest('base64')}`);
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
    }
  },
);

test('a server with a real service has no demo, no example page and no sandbox', async () => {
  for (const path of ['/', '/hosts/careers.html', '/sandbox/_control/forms', '/sandbox/api/v1/questions'])
    expect((await get(path, {}, strict)).status).toBe(404);
  const demo = await fetch(`${strict.address}/demo/sessions`, { method: 'POST' });
  expect(demo.status).toBe(404);
});

/** Requests a path without the normalisation of `fetch`. */
const raw = (path: string, { address } = running, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const { hostname, port } = new URL(address);
    const request = httpRequest({ host: hostname, port, path, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text });
    });
    request.on('error', reject).end();
  });

test.each([
  '/../secret.txt',
  '/..%2fsecret.txt',
  '/%2e%2e%2fsecret.txt',
  '/assets/../../secret.txt',
  '/..\\secret.txt',
  '/frame/..%2f..%2fsecret.txt',
  '/docs/a-guide.html',
])('the path %s leads to no file', async (path) => {
  const { status, text } = await raw(path);
  expect(text).not.toContain('secret');
  expect([400, 404]).toContain(status);
});

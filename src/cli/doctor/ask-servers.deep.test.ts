import { createHash } from 'node:crypto';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { askEndpoint, askFile, askForm, askFrame } from './ask-servers.ts';

const running: Server[] = [];
const dependencies = { fetch, now: Date.now };

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

const alive = JSON.stringify({ meta: { state: 'alive' } });
const at = (seconds: number) => new Date(Date.now() + seconds * 1_000).toUTCString();

test('a server of ours is told from any other by what it says of its health', async () => {
  const ours = await serve((_request, response) => response.end(alive));
  const other = await serve((_request, response) => response.end('<h1>Hello</h1>'));
  expect((await askEndpoint(dependencies, ours)).health).toEqual({ kind: 'alive' });
  expect((await askEndpoint(dependencies, other)).health).toEqual({ kind: 'other', status: 200 });
});

test('an address without a server is reported in words', async () => {
  const gone = await serve(() => {});
  await new Promise((resolve) => running.pop()?.close(resolve));
  expect((await askEndpoint(dependencies, gone)).health).toEqual({
    kind: 'none',
    reason: 'nothing listens there',
  });
});

test('a server that sends on is known by where it sends', async () => {
  const ours = await serve((_request, response) => response.end(alive));
  const moved = await serve(({ url }, response) => response.writeHead(308, { location: ours + url }).end());
  expect((await askEndpoint(dependencies, moved)).movedTo).toBe(ours);
  expect((await askEndpoint(dependencies, ours)).movedTo).toBeNull();
});

test.each([
  [{}, 0],
  [{ date: at(-600) }, -600],
  [{ date: at(3_600) }, 3_600],
  [{ date: at(-600), age: '600' }, 0],
])(
  'the clock of a server that answers with %j is about so many seconds ahead: %d',
  async (headers, expected) => {
    const server = await serve((_request, response) => response.writeHead(200, headers).end(alive));
    const { secondsAhead } = await askEndpoint(dependencies, server);
    expect(Math.abs((secondsAhead ?? Number.NaN) - expected)).toBeLessThanOrEqual(2);
  },
);

test('the digest of a script is that of its content, however it comes', async () => {
  const text = 'window.ApplyForm = {};';
  const server = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(text),
  );
  const sha384 = createHash('sha384').update(text).digest('base64');
  expect(await askFile(dependencies, `${server}/apply-form.js`)).toMatchObject({
    kind: 'script',
    digests: { sha384 },
  });
});

test('a page instead of a script is none', async () => {
  const server = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Not found</h1>'),
  );
  expect(await askFile(dependencies, server)).toEqual({ kind: 'other', status: 200, type: 'text/html' });
});

test('who may frame a page is read of each of its policies', async () => {
  const policies = ["default-src 'none'; frame-ancestors 'self' https://a.example", 'frame-ancestors *'];
  const server = await serve((_request, response) => {
    response.setHeader('content-security-policy', policies);
    response.setHeader('x-frame-options', 'DENY');
    response.end();
  });
  expect(await askFrame(dependencies, `${server}/frame/default`)).toEqual({
    kind: 'page',
    status: 200,
    ancestors: [["'self'", 'https://a.example'], ['*']],
    frameOptions: 'DENY',
  });
});

test('a form is asked for as the page would, and nothing is sent', async () => {
  const asked: string[] = [];
  const server = await serve(({ method, url, headers }, response) => {
    asked.push(`${method} ${url} ${headers.origin} ${headers.authorization ?? 'no-token'}`);
    const session = { data: { type: 'sessions', attributes: { token: 'abc', expires_in: 60 } } };
    const questions = { data: [{}, {}], meta: { state: 'open' } };
    response.end(JSON.stringify(url === '/sessions' ? session : questions));
  });
  const wanted = { endpoint: server, job: '4711', posting: null, tenant: 'default', token: null };
  expect(await askForm(dependencies, { ...wanted, origin: 'https://careers.example.com' })).toEqual({
    kind: 'form',
    state: 'open',
    questions: 2,
  });
  expect(asked).toEqual([
    'POST /sessions https://careers.example.com no-token',
    'GET /api/v1/questions?include=conditional_questions https://careers.example.com Bearer abc',
  ]);
});

import type { Server } from 'node:http';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ask } from './client.support.ts';
import { createSandbox } from './create-sandbox.ts';
import { at, parseJson } from './json.ts';

describe('over real HTTP', () => {
  const sandbox = createSandbox();
  const server = createAdaptorServer({
    fetch: (request, { incoming }) => sandbox.fetch(request, { address: incoming.socket.remoteAddress }),
  });
  let origin = '';

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  });

  afterAll(() => {
    (server as Server).closeAllConnections();
    server.close();
  });

  const headers = { 'x-api-key': 'sandbox-key', 'content-type': 'application/vnd.api+json' };
  const json = async (path: string, init: RequestInit = {}): Promise<unknown> =>
    parseJson(await (await fetch(origin + path, { headers, ...init })).text());

  test('a job links to a hosted form with its title', async () => {
    const job = await json('/api/v1/jobs/4711');
    const address = String(at(job, 'data', 'attributes', 'application_form_url'));
    const page = await fetch(address);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('Software Engineer, Timetables');
  });

  test('markup in a job is escaped in its hosted form', async () => {
    const page = await (await fetch(`${origin}/jobs/4713/apply`)).text();
    expect(page).toContain('&lt;script&gt;');
    expect(page).not.toContain('<script');
    expect(page).not.toContain('<img');
  });
});

describe('refusals', () => {
  const sandbox = createSandbox();

  test.each([
    ['an unknown path', '/api/v1/offers', 'There is no such path'],
    ['a path outside the service', '/elsewhere', 'There is no such path'],
    ['an unknown job', '/api/v1/jobs/1', 'Record not found'],
    ['an unknown hosted form', '/jobs/1/apply', 'Record not found'],
  ])('%s is not found', async (_, path, detail) => {
    const reply = await ask(sandbox, path);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([404, 'application/vnd.api+json']);
    expect(reply.body).toEqual({
      errors: [{ code: 'not_found', status: '404', title: 'Not Found', detail }],
    });
  });

  test('the configured key replaces the default key', async () => {
    const own = createSandbox({ key: 'own' });
    expect((await ask(own, '/api/v1/questions', { headers: { 'x-api-key': 'own' } })).status).toBe(200);
    expect((await ask(own, '/api/v1/questions', { headers: { 'x-api-key': 'sandbox-key' } })).status).toBe(
      401,
    );
  });
});

describe('rate limit', () => {
  test('limit.rate.window: each address has its own window, which ends after Retry-After; the control has no limit', async () => {
    let now = 1_000_000;
    const sandbox = createSandbox({ rate: { requests: 1, seconds: 60 }, now: () => now });
    const from = (address: string) => ask(sandbox, '/api/v1/jobs/4711', { address });
    expect((await from('127.0.0.1')).status).toBe(200);
    now += 20_500;
    const refused = await from('127.0.0.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '40']);
    expect((await from('127.0.0.2')).status).toBe(200);
    expect((await ask(sandbox, '/_control/forms')).status).toBe(200);
    now += 40_000;
    expect((await from('127.0.0.1')).status).toBe(200);
  });
});

describe('the options of a sandbox', () => {
  test('limit it to the named forms and refuse an unknown form', () => {
    expect(createSandbox({ forms: ['hostile'] }).forms.map(({ name }) => name)).toEqual(['hostile']);
    expect(() => createSandbox({ forms: ['nobody'] })).toThrow('"nobody" is not a form');
    expect(() => createSandbox({ forms: ['hostile'] }).applyTo('engineer')).toThrow('Known forms: hostile');
  });

  test('include a base path, under which it answers and links to the hosted form', async () => {
    const sandbox = createSandbox({ basePath: '/sandbox' });
    const reply = await ask(sandbox, '/sandbox/api/v1/jobs/4711');
    expect(at(reply.body, 'data', 'attributes', 'application_form_url')).toBe(
      'http://sandbox.test/sandbox/jobs/4711/apply',
    );
    expect((await ask(sandbox, '/sandbox/_control/forms')).status).toBe(200);
    expect(sandbox.requests().map(({ path }) => path)).toEqual(['/api/v1/jobs/4711']);
  });
});

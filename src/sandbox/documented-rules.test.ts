/** Keys, errors, media type, version and rate as the document states them. Titles begin with the rows of the matrix. */
import { describe, expect, test } from 'vitest';
import { answerBody, ask, type Reply } from './client.support.ts';
import { createSandbox, type Sandbox } from './create-sandbox.ts';
import { mediaType } from './json-api.ts';

const PATH = '/api/v1/questions?page[size]=1';

/** The whole body of an error, with only the four members of the document. */
const error = (code: string, status: string, title: string, detail: unknown) => ({
  errors: [{ code, status, title, detail }],
});

function expectError(reply: Reply, ...[code, status, title, detail]: Parameters<typeof error>): void {
  expect(reply.status).toBe(Number(status));
  expect(reply.headers.get('content-type')).toBe(mediaType);
  expect(reply.body).toEqual(error(code, status, title, detail));
}

/** Every operation of the document. */
const operations: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/api/v1/applications'],
  ['GET', '/api/v1/applications/90001'],
  ['PATCH', '/api/v1/applications/90001'],
  ['PUT', '/api/v1/applications/90001'],
  ['PATCH', '/api/v1/job_seekers/90001'],
  ['GET', '/api/v1/questions'],
  ['POST', '/api/v1/answers'],
];

const call = (sandbox: Sandbox, [method, path]: (typeof operations)[number], key: string | null) =>
  ask(sandbox, path, {
    method,
    headers: { 'content-type': mediaType, ...(key === null ? {} : { 'x-api-key': key }) },
    ...(method === 'GET' ? {} : { body: '{}' }),
  });

describe('the key', () => {
  const sandbox = createSandbox();
  const disabled = createSandbox();
  disabled.setFaults({ disturb: [{ path: '/api', reply: 403 }] });

  test.each(operations)(
    'authentication.every_request: %s %s needs the key (authentication.missing, authentication.invalid)',
    async (...operation) => {
      const missing = await call(sandbox, operation, null);
      expectError(missing, 'unauthorized', '401', 'Unauthorized', 'The X-API-KEY header was not provided');
      for (const key of ['other', 'sandbox-ke', 'SANDBOX-KEY'])
        expectError(
          await call(sandbox, operation, key),
          'unauthorized',
          '401',
          'Unauthorized',
          'The API key is invalid',
        );
      const right = await call(sandbox, operation, sandbox.key);
      expect([401, 403, 429, 500]).not.toContain(right.status);
      expect(right.headers.get('content-type')).toBe(mediaType);
    },
  );

  test.each(operations)(
    'authentication.disabled: %s %s is forbidden if the integration is not enabled',
    async (...operation) => {
      const reply = await call(disabled, operation, disabled.key);
      expectError(reply, 'forbidden', '403', 'Forbidden', 'The integration is not enabled');
      expect((await call(disabled, operation, 'other')).status).toBe(401);
    },
  );

  test('authentication.header: a key in the address or in another header is ignored', async () => {
    expect((await ask(sandbox, `${PATH}&X-API-KEY=sandbox-key`, { headers: {} })).status).toBe(401);
    const headers = { authorization: 'Bearer sandbox-key' };
    expect((await ask(sandbox, PATH, { headers })).status).toBe(401);
  });
});

describe('errors', () => {
  test('error.400.parameters: a malformed parameter is answered 400', async () => {
    const reply = await ask(createSandbox(), '/api/v1/questions?page[size]=many');
    expectError(reply, 'bad_request', '400', 'Bad Request', expect.stringContaining('page[size]'));
  });

  test.each(['/api/v1/questions', '/api/v1/applications'])(
    'error.400.locale: an invalid locale is named at %s',
    async (path) => {
      const reply = await ask(createSandbox(), `${path}?locale=xx`);
      expectError(
        reply,
        'bad_request',
        '400',
        'Bad Request',
        expect.stringMatching(/"xx" is not valid.*locale/),
      );
    },
  );

  test('error.429: a request over the rate limit is answered 429', async () => {
    const sandbox = createSandbox({ rate: { requests: 1, seconds: 60 } });
    expect((await ask(sandbox, PATH)).status).toBe(200);
    expectError(
      await ask(sandbox, PATH),
      'too_many_requests',
      '429',
      'Too Many Requests',
      'Rate limit exceeded',
    );
  });

  test('error.500: an unexpected failure says that engineers have been notified', async () => {
    const sandbox = createSandbox();
    sandbox.setFaults({ disturb: [{ path: '/api', reply: 500, requests: 1 }] });
    const detail = expect.stringContaining('engineers have been notified');
    expectError(await ask(sandbox, PATH), 'internal_server_error', '500', 'Internal Server Error', detail);
    expect((await ask(sandbox, PATH)).status).toBe(200);
  });
});

describe('limits and forms of the whole interface', () => {
  test('limit.rate: the limit counts every operation and refused requests, too', async () => {
    const sandbox = createSandbox({ rate: { requests: operations.length - 1, seconds: 60 } });
    const statuses = [];
    for (const operation of operations) statuses.push((await call(sandbox, operation, null)).status);
    expect(statuses).toEqual([...Array(operations.length - 1).fill(401), 429]);
  });

  test.each([
    ['application/vnd.api+json', 201],
    ['application/vnd.api+json; charset=utf-8', 201],
    ['application/json', 400],
    ['text/plain', 400],
    [null, 400],
  ])('service.media_type.request: a body of %s is answered %i', async (type, status) => {
    const sandbox = createSandbox();
    const application = sandbox.applyTo('engineer');
    const body = JSON.stringify(
      answerBody({ question: '101', application, attributes: { text_answer: 'x' } }),
    );
    const headers = { 'x-api-key': sandbox.key, 'content-type': type ?? '' };
    const reply = await ask(sandbox, '/api/v1/answers', { method: 'POST', body, headers });
    expect(reply.status).toBe(status);
  });

  test('versioning.path: the interface is only under /api/v1 (versioning.string)', async () => {
    const sandbox = createSandbox();
    expect((await ask(sandbox, PATH)).status).toBe(200);
    for (const prefix of ['/api/v2', '/api', '/v1', '/api/v1.0.27', '/API/v1'])
      expect([prefix, (await ask(sandbox, `${prefix}/questions`)).status]).toEqual([prefix, 404]);
  });
});

/** Keys, errors, media type, version and rate, as the document states them; titles begin with the rows of the matrix. */
import { describe, expect, test } from 'vitest';
import { answerBody, ask, firstError, list, post, type Reply } from './client.support.ts';
import { createSandbox, type Sandbox } from './create-sandbox.ts';
import { noFaults } from './faults/faults.ts';
import { at } from './json.ts';
import { mediaType } from './json-api.ts';

const PATH = '/api/v1/questions?page[size]=1';

/** The whole body: nothing beyond the document's four members. */
const error = (code: string, status: string, title: string, detail: unknown) => ({
  errors: [{ code, status, title, detail }],
});

function expectError(reply: Reply, ...[code, status, title, detail]: Parameters<typeof error>): void {
  expect(reply.status).toBe(Number(status));
  expect(reply.headers.get('content-type')).toBe(mediaType);
  expect(reply.body).toEqual(error(code, status, title, detail));
}

/** Each operation of the document, with a body where it has one. */
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
  disabled.setFaults({ ...noFaults, integration_disabled: true });

  test.each(operations)(
    'authentication.every_request: %s %s is answered with the key only',
    async (...operation) => {
      expect((await call(sandbox, operation, null)).status).toBe(401);
      expect([401, 403, 429, 500]).not.toContain((await call(sandbox, operation, sandbox.key)).status);
    },
  );

  test.each(operations)('authentication.missing: %s %s without the header', async (...operation) => {
    const reply = await call(sandbox, operation, null);
    expectError(reply, 'unauthorized', '401', 'Unauthorized', 'The X-API-KEY header was not provided');
  });

  test.each(operations)('authentication.invalid: %s %s with another key', async (...operation) => {
    for (const key of ['other', 'sandbox-ke', 'sandbox-keys', 'SANDBOX-KEY']) {
      const reply = await call(sandbox, operation, key);
      expectError(reply, 'unauthorized', '401', 'Unauthorized', 'The API key is invalid');
    }
  });

  test.each(operations)(
    'authentication.disabled: %s %s of an integration that is not enabled',
    async (...operation) => {
      const reply = await call(disabled, operation, disabled.key);
      expectError(reply, 'forbidden', '403', 'Forbidden', 'The integration is not enabled');
      expect((await call(disabled, operation, 'other')).status).toBe(401);
    },
  );

  test.each(['X-API-KEY', 'x-api-key', 'X-Api-Key'])(
    'authentication.header: it is read as %s',
    async (name) => {
      expect((await ask(sandbox, PATH, { headers: { [name]: sandbox.key } })).status).toBe(200);
    },
  );

  test.each(['?key=sandbox-key', '?X-API-KEY=sandbox-key'])(
    'authentication.header: a key in the address is none: %s',
    async (query) => {
      expect((await ask(sandbox, `/api/v1/questions${query}`, { headers: {} })).status).toBe(401);
      const headers = { authorization: 'Bearer sandbox-key' };
      expect((await ask(sandbox, PATH, { headers })).status).toBe(401);
    },
  );
});

describe('errors', () => {
  test('error.400.parameters: a malformed parameter', async () => {
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

  test('error.401: no key', async () => {
    const reply = await ask(createSandbox(), PATH, { headers: {} });
    expectError(reply, 'unauthorized', '401', 'Unauthorized', 'The X-API-KEY header was not provided');
  });

  test('error.403: the integration is not enabled', async () => {
    const sandbox = createSandbox();
    sandbox.setFaults({ ...noFaults, integration_disabled: true });
    expectError(await ask(sandbox, PATH), 'forbidden', '403', 'Forbidden', 'The integration is not enabled');
  });

  test('error.429: the rate is exceeded', async () => {
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

  test('error.500: an unexpected failure, by a fault: engineers have been notified', async () => {
    const sandbox = createSandbox();
    sandbox.setFaults({
      ...noFaults,
      status: [{ path: '/api', status: 500, requests: 1, retry_after: null }],
    });
    const told = expect.stringContaining('engineers have been notified');
    expectError(await ask(sandbox, PATH), 'internal_server_error', '500', 'Internal Server Error', told);
    expect((await ask(sandbox, PATH)).status).toBe(200);
  });

  test('error.errors: every status of the table has its four members as texts, the status its own', async () => {
    const sandbox = createSandbox();
    for (const status of [400, 401, 403, 429, 500]) {
      sandbox.setFaults({ ...noFaults, status: [{ path: '/api', status, requests: 1, retry_after: null }] });
      const reply = await ask(sandbox, PATH);
      expect([reply.status, at(firstError(reply), 'status')]).toEqual([status, String(status)]);
      expect(Object.values(Object(firstError(reply))).map((one) => typeof one)).toEqual(
        Array(4).fill('string'),
      );
    }
  });
});

describe('limits and forms of the whole interface', () => {
  test('limit.rate: it holds for all requests, refused ones and every operation', async () => {
    const sandbox = createSandbox({ rate: { requests: operations.length - 1, seconds: 60 } });
    const statuses = [];
    for (const operation of operations) statuses.push((await call(sandbox, operation, null)).status);
    expect(statuses).toEqual([...Array(operations.length - 1).fill(401), 429]);
  });

  test.each(operations)(
    'service.media_type.response: %s %s answers in the media type of JSON:API',
    async (...operation) => {
      const sandbox = createSandbox();
      sandbox.applyTo('engineer');
      expect((await call(sandbox, operation, sandbox.key)).headers.get('content-type')).toBe(mediaType);
    },
  );

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

  test('versioning.path: the interface is under /api/v1 and nowhere else (versioning.string)', async () => {
    const sandbox = createSandbox();
    expect((await ask(sandbox, PATH)).status).toBe(200);
    for (const prefix of ['/api/v2', '/api', '/v1', '/api/v1.0.27', '/API/v1'])
      expect([prefix, (await ask(sandbox, `${prefix}/questions`)).status]).toEqual([prefix, 404]);
  });

  test('service.ids: every id is a text', async () => {
    const sandbox = createSandbox();
    const application = sandbox.applyTo('engineer');
    await post(sandbox, answerBody({ question: '101', application, attributes: { text_answer: 'x' } }));
    const include = 'include=answers,answers.question';
    const { body } = await ask(sandbox, `/api/v1/applications?${include}`);
    const resources = [...list(at(body, 'data')), ...list(at(body, 'included'))];
    expect(resources.length).toBeGreaterThanOrEqual(3);
    expect(resources.map((one) => typeof at(one, 'id'))).toEqual(resources.map(() => 'string'));
  });
});

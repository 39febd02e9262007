import { describe, expect, test } from 'vitest';
import { answerBody, ask, firstError, ids, list, post } from '../client.support.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { noFaults } from '../faults/faults.ts';
import { at } from '../json.ts';

const put = (sandbox: Sandbox, faults: unknown) =>
  ask(sandbox, '/_control/faults', { method: 'PUT', body: JSON.stringify(faults) });

const answer = (sandbox: Sandbox, application: string) =>
  post(sandbox, answerBody({ question: '101', application, attributes: { text_answer: 'x' } }));

describe('who may ask', () => {
  test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])(
    '%s may, without a key',
    async (address) => {
      expect((await ask(createSandbox(), '/_control/forms', { address, headers: {} })).status).toBe(200);
    },
  );

  test.each(['192.168.0.7', '10.0.0.1', '::ffff:10.0.0.1', '127.0.0.1.evil.example', ''])(
    '"%s" may not',
    async (address) => {
      expect((await ask(createSandbox(), '/_control/forms', { address })).status).toBe(403);
    },
  );

  test('a caller with an unknown address may not', async () => {
    const reply = await createSandbox().fetch(new Request('http://127.0.0.1/_control/answers'));
    expect(reply.status).toBe(403);
  });
});

describe('forms and applications', () => {
  test.each(['', '{}', '{"form":"nobody"}', '{"form":7}'])(
    '%s makes none, and the reply names the forms',
    async (body) => {
      const reply = await ask(createSandbox(), '/_control/applications', { method: 'POST', body });
      expect(reply.status).toBe(400);
      expect(String(at(reply.body, 'error'))).toContain(
        'engineer, nurse, graduate, translated, analyst, one-of-each, hostile, deep, wide, thousand',
      );
    },
  );

  test('a rejected one says when, from then on', async () => {
    const sandbox = createSandbox({ now: () => Date.UTC(2026, 0, 2) });
    const id = sandbox.applyTo('engineer');
    const rejectedAt = async () => {
      const { body } = await ask(sandbox, `/api/v1/applications/${id}`);
      return at(body, 'data', 'attributes', 'rejected_at');
    };
    const reject = (application: string) =>
      ask(sandbox, `/_control/applications/${application}/reject`, { method: 'POST' });
    expect(await rejectedAt()).toBeNull();
    expect(await reject(id)).toMatchObject({ status: 200, body: { id, rejected_at: await rejectedAt() } });
    expect(await rejectedAt()).toBe('2026-01-02T00:00:00.000Z');
    expect((await reject('1')).status).toBe(404);
  });
});

describe('what is shown of one application', () => {
  test('only its own requests and answers, and everything when none is named', async () => {
    const sandbox = createSandbox();
    const one = sandbox.applyTo('engineer');
    for (const id of [one, sandbox.applyTo('engineer')]) await answer(sandbox, id);
    for (const list_ of ['requests', 'answers']) {
      expect(list((await ask(sandbox, `/_control/${list_}?application=${one}`)).body)).toHaveLength(1);
      expect(list((await ask(sandbox, `/_control/${list_}`)).body)).toHaveLength(2);
    }
  });

  test('requests that were refused, too, but never those to the control', async () => {
    const sandbox = createSandbox();
    await ask(sandbox, '/api/v1/questions?page[size]=5', { headers: {} });
    await ask(sandbox, '/_control/forms');
    const path = '/api/v1/questions?page[size]=5';
    expect(sandbox.requests()).toMatchObject([{ number: 1, method: 'GET', path, status: 401 }]);
  });

  test('a request that was refused keeps why: code, detail and pointer of its first five errors, 300 characters of each', async () => {
    const sandbox = createSandbox();
    const application = sandbox.applyTo('engineer');
    const attributes = Object.fromEntries(
      ['a', 'b', 'c', 'd', 'e'].map((letter) => [letter.repeat(400), 'x']),
    );
    await post(sandbox, answerBody({ question: '101', application, attributes }));
    await ask(sandbox, '/api/v1/applications?sort=name');
    await answer(sandbox, application);
    const [refused, malformed, taken] = list((await ask(sandbox, '/_control/requests')).body);
    const errors = list(at(refused, 'errors'));
    expect(errors).toHaveLength(5);
    expect(errors[0]).toMatchObject({
      code: 'unprocessable_entity',
      pointer: expect.stringMatching(/^\/data/),
    });
    expect(errors.every((error) => String(at(error, 'detail')).length <= 300)).toBe(true);
    expect(at(malformed, 'errors')).toEqual([
      { code: 'bad_request', detail: expect.stringContaining('"name"'), pointer: null },
    ]);
    expect(at(taken, 'errors')).toEqual([]);
  });
});

describe('faults on demand', () => {
  test('there are none at first, and what is left out is switched off again', async () => {
    const sandbox = createSandbox();
    expect((await ask(sandbox, '/_control/faults')).body).toEqual(noFaults);
    await put(sandbox, { refuse: ['101'], delay: 1 });
    expect((await put(sandbox, { closed_jobs: ['4711'] })).body).toEqual({
      ...noFaults,
      closed_jobs: ['4711'],
    });
  });

  test('a job reads as it was changed, its applications are listed so, and it takes them only while it is open', async () => {
    const sandbox = createSandbox();
    const read = async () => at((await ask(sandbox, '/api/v1/jobs/4711')).body, 'data', 'attributes');
    expect(await read()).toMatchObject({ state: 'open', visibility: 'external' });
    const application = sandbox.applyTo('engineer');
    const listed = async () => ids(at((await ask(sandbox, '/api/v1/applications')).body, 'data'));
    expect(await listed()).toEqual([application]);
    await put(sandbox, { jobs: { '4711': { state: 'draft', visibility: 'confidential' } } });
    expect(await read()).toMatchObject({ state: 'draft', visibility: 'confidential' });
    expect(await listed()).toEqual([]);
    await put(sandbox, { jobs: { '4711': { visibility: 'internal' } } });
    expect(await read()).toMatchObject({ state: 'open', visibility: 'internal' });
    await put(sandbox, { no_job_visibility: true });
    expect(Object.keys(Object(await read()))).not.toContain('visibility');
  });

  test('the list of jobs has each of them, in pages', async () => {
    const sandbox = createSandbox({ samples: true });
    const jobs = async (query: string) => (await ask(sandbox, `/api/v1/jobs${query}`)).body;
    const all = list(at(await jobs(''), 'data'));
    const states = all.map((one) => at(one, 'attributes', 'state'));
    expect(new Set(states)).toEqual(new Set(['open', 'draft', 'pending_approval', 'closed', 'archived']));
    expect(ids(at(await jobs('?page[size]=1&page[number]=2'), 'data'))).toEqual(ids(all).slice(1, 2));
    expect((await ask(sandbox, '/api/v1/jobs?page[size]=x')).status).toBe(400);
    await put(sandbox, { no_jobs: true });
    expect((await ask(sandbox, '/api/v1/jobs')).status).toBe(403);
  });

  test('a list of questions can be a page, or JSON without data, with status 200', async () => {
    const sandbox = createSandbox();
    await put(sandbox, { bad_document: 'html' });
    const page = await ask(sandbox, '/api/v1/questions');
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html']);
    expect(page.body).toBeUndefined();
    await put(sandbox, { bad_document: 'no_data' });
    const empty = await ask(sandbox, '/api/v1/questions', { fault: 'a read without data' });
    expect([empty.status, empty.body]).toEqual([200, { meta: {} }]);
    expect((await ask(sandbox, '/api/v1/jobs/4711')).status).toBe(200);
  });

  test('answers to chosen questions are refused, others are not', async () => {
    const sandbox = createSandbox();
    const application = sandbox.applyTo('engineer');
    await put(sandbox, { refuse: ['101'] });
    const refused = await answer(sandbox, application);
    expect([refused.status, at(firstError(refused), 'code')]).toEqual([422, 'unprocessable_entity']);
    const other = answerBody({ question: '113', application, attributes: { text_answer: 'x' } });
    expect((await post(sandbox, other)).status).toBe(201);
    await put(sandbox, {});
    expect((await answer(sandbox, application)).status).toBe(201);
  });

  test('a status meets the next so many requests of its path, and the sandbox stores nothing of them', async () => {
    const sandbox = createSandbox();
    const application = sandbox.applyTo('engineer');
    await put(sandbox, { status: [{ path: '/api/v1/answers', status: 500, requests: 2 }] });
    expect((await ask(sandbox, '/api/v1/jobs/4711')).status).toBe(200);
    const statuses = [];
    for (let time = 0; time < 3; time += 1) statuses.push((await answer(sandbox, application)).status);
    expect(statuses).toEqual([500, 500, 201]);
    expect(sandbox.answers(application)).toHaveLength(1);
    expect((await ask(sandbox, '/_control/faults')).body).toEqual(noFaults);
  });

  test.each([
    [422, 'unprocessable_entity', 'Validation Error'],
    [500, 'internal_server_error', 'Internal Server Error'],
  ])('status %i has the body of the error table', async (status, code, title) => {
    const sandbox = createSandbox();
    await put(sandbox, { status: [{ path: '/api/v1', status, requests: 1, retry_after: 7 }] });
    const reply = await ask(sandbox, '/api/v1/jobs/4711');
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([status, '7']);
    expect(firstError(reply)).toMatchObject({ code, status: String(status), title });
  });

  test('a status that the service does not document is the page of a gateway', async () => {
    const status = 502;
    const sandbox = createSandbox();
    await put(sandbox, { status: [{ path: '/api/v1', status, requests: 1 }] });
    const reply = await ask(sandbox, '/api/v1/jobs/4711');
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('retry-after')]).toEqual([
      status,
      'text/html',
      null,
    ]);
  });

  test('a disturbance reads back with what it left out', async () => {
    const sandbox = createSandbox();
    const body = { seed: 3, disturb: [{ path: '/api/v1/answers', reply: 'drop', probability: 0.5 }] };
    const rest = { method: null, commit: 'none', after: 0, retry_after: null, requests: null };
    expect((await put(sandbox, body)).body).toEqual({
      ...noFaults,
      seed: 3,
      disturb: [{ ...body.disturb[0], ...rest }],
    });
  });

  test.each([
    ['[]', 'The body must be a JSON object.'],
    ['{"delay":"slow"}', '"delay" must be milliseconds'],
    ['{"refuse":[101]}', '"refuse" must be a list of question ids'],
    ['{"jobs":{"4711":{"state":"lost"}}}', '"jobs" must be an object of jobs by id'],
    ['{"bad_document":"xml"}', '"bad_document" must be "html"'],
    ['{"integration_disabled":1}', '"integration_disabled" must be true or false'],
    ['{"status":[{"path":"/api/v1","status":200,"requests":1}]}', '"status" must be a list of'],
    ['{"disturb":[{"path":"/api","reply":"fire"}]}', '"disturb" must be a list of'],
    ['{"disturb":[{"path":"/api","reply":"drop","probability":2}]}', '"probability" from 0 to 1'],
    ['{"seed":1.5}', '"seed" must be a whole number'],
    ['{"reads_lag":"long"}', '"reads_lag" must be milliseconds'],
    ['{"no_include":true}', '"no_include" must be "refuse", "ignore" or null'],
    ['{"fire":true}', '"fire" is no fault. Known: integration_disabled,'],
    ['{"__proto__":{}}', '"__proto__" is no fault.'],
  ])('%s is refused in words, and the faults stay as they were', async (body, words) => {
    const sandbox = createSandbox();
    await put(sandbox, { delay: 1 });
    const reply = await ask(sandbox, '/_control/faults', { method: 'PUT', body });
    expect(reply.status).toBe(400);
    expect(String(at(reply.body, 'error'))).toContain(words);
    expect((await ask(sandbox, '/_control/faults')).body).toEqual({ ...noFaults, delay: 1 });
  });
});

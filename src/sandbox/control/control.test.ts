import { describe, expect, test } from 'vitest';
import { answerBody, ask, ids, list, post } from '../client.support.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';

const answer = (sandbox: Sandbox, application: string) =>
  post(sandbox, answerBody({ question: '101', application, attributes: { text_answer: 'x' } }));

describe('access to the control', () => {
  test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1'])(
    '%s may use it without a key',
    async (address) => {
      expect((await ask(createSandbox(), '/_control/forms', { address, headers: {} })).status).toBe(200);
    },
  );

  test.each(['192.168.0.7', '10.0.0.1', '::ffff:10.0.0.1', '127.0.0.1.evil.example', ''])(
    '"%s" may not use it',
    async (address) => {
      expect((await ask(createSandbox(), '/_control/forms', { address })).status).toBe(403);
    },
  );
});

describe('forms and applications', () => {
  test.each(['', '{}', '{"form":"nobody"}', '{"form":7}'])(
    'the body %j makes no application, and the reply names the forms',
    async (body) => {
      const reply = await ask(createSandbox(), '/_control/applications', { method: 'POST', body });
      expect(reply.status).toBe(400);
      expect(String(at(reply.body, 'error'))).toContain(
        'engineer, nurse, graduate, translated, analyst, one-of-each, hostile, deep, wide, thousand',
      );
    },
  );

  test('a rejected application shows the time of its rejection', async () => {
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

describe('the lists of requests and answers', () => {
  test('show only one application if it is named, and otherwise all', async () => {
    const sandbox = createSandbox();
    const mine = sandbox.applyTo('engineer');
    for (const id of [mine, sandbox.applyTo('engineer')]) await answer(sandbox, id);
    for (const name of ['requests', 'answers']) {
      expect(list((await ask(sandbox, `/_control/${name}?application=${mine}`)).body)).toHaveLength(1);
      expect(list((await ask(sandbox, `/_control/${name}`)).body)).toHaveLength(2);
    }
  });

  test('show refused requests, but no requests to the control', async () => {
    const sandbox = createSandbox();
    await ask(sandbox, '/api/v1/questions?page[size]=5', { headers: {} });
    await ask(sandbox, '/_control/forms');
    const path = '/api/v1/questions?page[size]=5';
    expect(sandbox.requests()).toMatchObject([{ number: 1, method: 'GET', path, status: 401 }]);
  });

  test('show the first five errors of a refused request, with at most 300 characters each', async () => {
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

describe('jobs', () => {
  const put = (sandbox: Sandbox, jobs: unknown) =>
    ask(sandbox, '/_control/jobs', { method: 'PUT', body: JSON.stringify(jobs) });

  test('a change of state or visibility shows in the job and in the list of its applications', async () => {
    const sandbox = createSandbox();
    const read = async () => at((await ask(sandbox, '/api/v1/jobs/4711')).body, 'data', 'attributes');
    expect(await read()).toMatchObject({ state: 'open', visibility: 'external' });
    const application = sandbox.applyTo('engineer');
    const listed = async () => ids(at((await ask(sandbox, '/api/v1/applications')).body, 'data'));
    expect(await listed()).toEqual([application]);
    const hidden = { state: 'draft', visibility: 'confidential' };
    expect((await put(sandbox, { '4711': hidden })).body).toMatchObject({ '4711': hidden });
    expect(await read()).toMatchObject(hidden);
    expect(await listed()).toEqual([]);
    await put(sandbox, { '4711': { visibility: 'internal' } });
    expect(await read()).toMatchObject({ state: 'open', visibility: 'internal' });
  });

  test.each(['{"1":{"state":"closed"}}', '{"4711":{"state":"lost"}}', '{"4711":{"status":"open"}}', '[]'])(
    '%s is refused with a sentence',
    async (body) => {
      const reply = await ask(createSandbox(), '/_control/jobs', { method: 'PUT', body });
      expect([reply.status, at(reply.body, 'error')]).toEqual([400, expect.any(String)]);
    },
  );

  test('the list has every job, in pages', async () => {
    const sandbox = createSandbox({ samples: true });
    const jobs = async (query: string) => (await ask(sandbox, `/api/v1/jobs${query}`)).body;
    const all = list(at(await jobs(''), 'data'));
    const states = all.map((job) => at(job, 'attributes', 'state'));
    expect(new Set(states)).toEqual(new Set(['open', 'draft', 'pending_approval', 'closed', 'archived']));
    expect(ids(at(await jobs('?page[size]=1&page[number]=2'), 'data'))).toEqual(ids(all).slice(1, 2));
    expect((await ask(sandbox, '/api/v1/jobs?page[size]=x')).status).toBe(400);
  });
});

test('the root lists the addresses of the control, only for this machine', async () => {
  const sandbox = createSandbox({ basePath: '/sandbox' });
  const { body } = await ask(sandbox, '/sandbox/');
  expect(at(body, 'service')).toBe('/sandbox/api/v1');
  expect(at(body, 'control')).toContain('/sandbox/_control/faults');
  expect((await ask(sandbox, '/sandbox/', { address: '192.168.0.7' })).status).toBe(403);
});

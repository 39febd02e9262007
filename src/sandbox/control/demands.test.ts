import { describe, expect, test } from 'vitest';
import { ask, list } from '../client.support.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';

const put = (sandbox: Sandbox, body: unknown) =>
  ask(sandbox, '/_control/demands', { method: 'PUT', body: JSON.stringify(body) });

const make = (sandbox: Sandbox, more: object = {}) =>
  ask(sandbox, '/api/v1/applications', {
    method: 'POST',
    body: JSON.stringify({
      data: {
        type: 'applications',
        attributes: { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com', ...more },
        relationships: { job: { data: { type: 'jobs', id: '4711' } } },
      },
    }),
  });

const jobs = { '4711': ['phone', 'cv', 'date_of_birth'] };
const cv = { cv_base64_data: 'data:text/plain;base64,eA==', cv_base64_filename: 'cv.txt' };

describe('what a job demands', () => {
  test('is refused where it is missing, in words, and taken where it is there', async () => {
    const sandbox = createSandbox();
    expect((await put(sandbox, { jobs })).body).toEqual({ jobs, tells: 'detail' });
    expect((await ask(sandbox, '/_control/demands')).body).toEqual({ jobs, tells: 'detail' });
    const refused = await make(sandbox, { phone: ' ' });
    const words = ["Phone can't be blank", "Cv can't be blank", "Date of birth can't be blank"];
    expect([refused.status, list(at(refused.body, 'errors')).map((one) => at(one, 'detail'))]).toEqual([
      422,
      words,
    ]);
    expect(refused.text).not.toContain('pointer');
    expect((await make(sandbox, { phone: '+441', ...cv, date_of_birth: '1990-01-31' })).status).toBe(201);
  });

  test('is named by pointers too, or not at all', async () => {
    const sandbox = createSandbox();
    await put(sandbox, { jobs, tells: 'pointer' });
    const named = list(at((await make(sandbox)).body, 'errors')).map((one) => at(one, 'source', 'pointer'));
    expect(named).toEqual(
      ['phone', 'cv_base64_data', 'date_of_birth'].map((one) => `/data/attributes/${one}`),
    );
    await put(sandbox, { jobs, tells: 'nothing' });
    const silent = await make(sandbox);
    expect([silent.status, list(at(silent.body, 'errors')).length]).toEqual([422, 1]);
    expect(silent.text).not.toMatch(/phone|cv|birth/i);
  });

  test('is nothing for other jobs, and nothing again after an empty body', async () => {
    const sandbox = createSandbox();
    await put(sandbox, { jobs: { '4712': ['phone'] } });
    expect((await make(sandbox)).status).toBe(201);
    await put(sandbox, { jobs });
    expect((await put(sandbox, {})).body).toEqual({ jobs: {}, tells: 'detail' });
    expect((await make(sandbox)).status).toBe(201);
  });

  test.each<readonly [unknown, string]>([
    [[], 'The body must be'],
    [{ jobs: [] }, '"jobs" must be an object'],
    [{ jobs: { '1': ['phone'] } }, '"1" is no job here. Known: 4711'],
    [{ jobs: { '4711': 'phone' } }, '"jobs"."4711" must be a list of names'],
    [{ jobs: { '4711': ['shoe_size'] } }, '"shoe_size" cannot be demanded. Known: preferred_name'],
    [{ jobs: {}, tells: 'all' }, '"tells" must be "detail"'],
    [{ demands: {} }, '"demands" is no member'],
  ])('%j is refused in words', async (body, words) => {
    const sandbox = createSandbox();
    await put(sandbox, { jobs });
    const reply = await put(sandbox, body);
    expect([reply.status, String(at(reply.body, 'error'))]).toEqual([400, expect.stringContaining(words)]);
    expect((await ask(sandbox, '/_control/demands')).body).toEqual({ jobs, tells: 'detail' });
  });
});

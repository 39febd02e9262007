import { expect, test } from 'vitest';
import type { AttentionEntry } from '../../../core/model/attention.ts';
import { failure, success } from '../../../core/model/failure.ts';
import { applicationId, jobId, questionId, reference } from '../../../core/model/ids.ts';
import type { Submission } from '../../../core/model/submission.ts';
import { createSandbox } from '../../../sandbox/create-sandbox.ts';
import type { Operator } from '../../ports.ts';
import { createProxy } from '../create-proxy.ts';
import type { ProxyOptions } from '../options.ts';
import { callProxy, openTestStore, plainTenant } from '../proxy.support.ts';

const REFERENCE = 'ABCD-EFGH-JKMN';

const entry = (content: boolean): AttentionEntry => ({
  reference: reference(REFERENCE),
  state: 'attention',
  application: applicationId('99'),
  job: jobId('4711'),
  accepted_at: '2026-01-01T00:00:00.000Z',
  kept_until: '2026-01-08T00:00:00.000Z',
  items: [
    {
      question: questionId('7'),
      part: 0,
      title: 'Your last position',
      state: 'parked',
      code: 'unclear',
      ...(content && { content: { text_answer: 'Nurse' } }),
    },
  ],
});

const delivering: Submission = {
  reference: reference(REFERENCE),
  state: 'delivering',
  acceptedAt: '2026-01-01T00:00:00.000Z',
  application: null,
  answers: [],
};

/** Has an entry for the tenant `one` only. */
const operator: Operator = {
  isReady: async () => true,
  attention: async (tenant, { content }) =>
    tenant === 'one'
      ? { entries: [entry(content)], total: 1, eventsWaiting: 0 }
      : { entries: [], total: 0, eventsWaiting: 0 },
  async runAction(tenant, wanted, action) {
    if (tenant !== 'one' || wanted !== REFERENCE) return failure('not_found');
    return action === 'retry' ? success(delivering) : failure('nothing_to_do');
  },
};

const sandbox = createSandbox({ key: 'key' });
const tenant = (name: string, adminKey: string | null): ProxyOptions['tenants'][number] =>
  plainTenant(name, { adminKey, origins: [], publicJobs: [] });

const store = await openTestStore();

const start = (more: Partial<Omit<ProxyOptions, 'store'>> = {}) =>
  createProxy({
    secrets: ['s'.repeat(32)],
    tenants: [tenant('one', 'key-of-one'), tenant('two', 'key-of-two')],
    send: async (request) => sandbox.fetch(request),
    store,
    operator,
    metrics: async (name) => `apply_backlog{tenant="${name}"} 0\n`,
    ...more,
  });

interface CallOptions {
  readonly key?: string | undefined;
  readonly proxy?: ReturnType<typeof start>;
  readonly action?: string;
}

const call = (path: string, { key = 'key-of-one', proxy = start(), action }: CallOptions = {}) =>
  callProxy(proxy, action === undefined ? 'GET' : 'POST', path, {
    bearer: key === '' ? undefined : key,
    body: action === undefined ? undefined : { data: { type: 'attention', attributes: { action } } },
  });

const openSession = (proxy: ReturnType<typeof start>, form: string, query = '') =>
  callProxy(proxy, 'POST', `/sessions${query}`, {
    bearer: 'key-of-one',
    body: { data: { type: 'sessions', attributes: { application: sandbox.applyTo(form) } } },
  });

const paths = ['/metrics', '/attention'];

test.each(paths)('%s needs the admin key', async (path) => {
  expect((await call(path)).status).toBe(200);
  expect((await call(path, { key: '' })).status).toBe(401);
  expect((await call(path, { key: 'another' })).status).toBe(401);
});

test.each(paths)('answers 404 for %s if no tenant has an admin key', async (path) => {
  const proxy = start({ tenants: [tenant('one', null)] });
  expect((await call(path, { proxy })).status).toBe(404);
});

test('the list shows parked items, and their answers only with "include=answers"', async () => {
  const { text } = await call('/attention');
  expect(JSON.parse(text).data).toEqual([
    {
      type: 'attention',
      id: REFERENCE,
      attributes: {
        state: 'attention',
        application: '99',
        job: '4711',
        accepted_at: '2026-01-01T00:00:00.000Z',
        kept_until: '2026-01-08T00:00:00.000Z',
        items: [{ question: '7', part: 0, title: 'Your last position', state: 'parked', code: 'unclear' }],
      },
    },
  ]);
  expect(text).not.toContain('Nurse');
  expect((await call('/attention?include=answers')).text).toContain('"content":{"text_answer":"Nurse"}');
  expect((await call('/attention?include=everything')).status).toBe(400);
});

test('the list comes in pages, with a total and a link to the next page', async () => {
  const many: Operator = {
    ...operator,
    attention: async (_tenant, { content }) => ({ entries: [entry(content)], total: 250, eventsWaiting: 0 }),
  };
  const proxy = start({ operator: many });
  const read = async (query: string) => {
    const { meta, links } = JSON.parse((await call(`/attention${query}`, { proxy })).text);
    return [meta.total, meta.pages, links.next];
  };
  expect(await read('')).toEqual([250, 3, '/attention?page[size]=100&page[number]=2']);
  const next = '/attention?include=answers&page[size]=200&page[number]=2';
  expect(await read('?include=answers&page[size]=200')).toEqual([250, 2, next]);
  expect(await read('?page%5Bnumber%5D=3')).toEqual([250, 3, null]);
  expect((await call('/attention?page[size]=1001', { proxy })).status).toBe(400);
});

test('a tenant cannot see or change the entries of another', async () => {
  expect(JSON.parse((await call('/attention', { key: 'key-of-two' })).text).data).toEqual([]);
  expect((await call(`/attention/${REFERENCE}`, { key: 'key-of-two', action: 'retry' })).status).toBe(404);
  const { headers, text } = await call('/metrics', { key: 'key-of-two' });
  expect(text).toBe('apply_backlog{tenant="two"} 0\n');
  expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
});

test('a retry answers with the new state of the submission, or with the reason for doing nothing', async () => {
  const acted = await call(`/attention/${REFERENCE}`, { action: 'retry' });
  expect([acted.status, JSON.parse(acted.text).data.attributes.state]).toEqual([200, 'delivering']);
  expect((await call(`/attention/${REFERENCE}`, { action: 'give_up' })).status).toBe(400);
  expect((await call('/attention/ZZZZ', { action: 'retry' })).status).toBe(404);
  expect((await call(`/attention/${REFERENCE}`, { action: 'delete' })).status).toBe(400);
});

test('answers 503 with Retry-After when the store does not answer', async () => {
  const down = async () => {
    throw new Error('no connection to db.example');
  };
  const proxy = start({ operator: { isReady: down, attention: down, runAction: down } });
  for (const reply of [await call('/readyz', { proxy }), await call('/attention', { proxy })]) {
    expect([reply.status, reply.headers.get('retry-after')]).toEqual([503, '5']);
    expect(reply.text).not.toContain('db.example');
  }
});

test('the first page shows each tenant the faults in the questions of its own forms', async () => {
  const proxy = start();
  await openSession(proxy, 'engineer', '?include=questions');
  const questionsFor = async (key: string, page = '') =>
    JSON.parse((await call(`/attention${page}`, { proxy, key })).text).meta.questions;
  const found = { code: 'ambiguous_date', question: '129', fix: expect.stringContaining('5 June 2027') };
  await expect
    .poll(() => questionsFor('key-of-one'))
    .toMatchObject([{ job: '4711', title: 'Software Engineer, Timetables', count: 1, findings: [found] }]);
  expect(await questionsFor('key-of-two')).toEqual([]);
  expect(await questionsFor('key-of-one', '?page[number]=2')).toBeUndefined();
});

import { beforeEach, describe, expect, test } from 'vitest';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import { systemClock } from '../clock.ts';
import { type ApplyProxy, createProxy } from '../http/create-proxy.ts';
import type { TenantOptions } from '../http/options.ts';
import { callProxy, openTestStore, type ProxyCall, plainTenant } from '../http/proxy.support.ts';
import type { LogFields } from '../log.ts';
import { memoryTrees } from './memory-trees.support.ts';

const HOST = 'https://careers.example.com';
const KEY = 'default-key';
/** The sandbox has one posting for each job; its id is a 6 and the id of the job. */
const [JOB, POSTING, CONFIDENTIAL] = ['4712', '64712', '64802'];

let sandbox: Sandbox;
let clock = Date.now();
let trees: ReturnType<typeof memoryTrees>;
let logged: (LogFields & { readonly event: string })[];
let proxy: ApplyProxy;
/** Replaces replies of the service, by the beginning of the path. */
let instead: Readonly<Record<string, () => Response>>;

const tenantOf = (name: string, more: Partial<TenantOptions>): TenantOptions =>
  plainTenant(name, { serviceKey: 'sandbox-key', adminKey: `${name}-key`, origins: [HOST], ...more });

const store = await openTestStore(() => clock);

/** Starts a process, which shares only the stores with the others. */
function start(): void {
  const tell = (event: string, fields: LogFields) => void logged.push({ event, ...fields });
  proxy = createProxy({
    secrets: ['s'.repeat(32)],
    tenants: [
      tenantOf('default', {}),
      tenantOf('listed', { publicJobs: [JOB] }),
      tenantOf('byList', { readPosting: 'list' }),
      tenantOf('owners', { questionsBy: 'posting' }),
    ],
    send: async (request) => {
      const { pathname } = new URL(request.url);
      const strange = Object.entries(instead).find(([path]) => pathname.startsWith(`/api/v1/${path}`));
      return strange?.[1]() ?? sandbox.fetch(request);
    },
    store: { ...store, trees },
    log: { warn: tell, error: tell },
    clock: { ...systemClock, now: () => clock },
  });
}

beforeEach(() => {
  sandbox = createSandbox({ samples: true });
  clock = Date.UTC(2024, 0, 1);
  trees = memoryTrees();
  logged = [];
  instead = {};
  start();
});

async function call(method: string, path: string, more: ProxyCall) {
  const before = sandbox.requests().length;
  const { status, json } = await callProxy(proxy, method, path, { origin: HOST, ...more });
  const requests = sandbox.requests().slice(before);
  return {
    status,
    json,
    error: json.errors?.[0],
    paths: requests.map(({ path }) => path.replace(/\?.*/, '').replace('/api/v1/', '')),
  };
}

const ask = (attributes: object, more: ProxyCall = {}) =>
  call('POST', '/sessions', { ...more, body: { data: { type: 'sessions', attributes } } });
const visit = (posting: string, more: ProxyCall = {}) => ask({ posting, tenant: 'default' }, more);
const readForm = (bearer: string) => call('GET', '/api/v1/questions', { bearer });
const tokenIn = (reply: Awaited<ReturnType<typeof ask>>): string => reply.json.data.attributes.token;

describe('a visitor who names a posting', () => {
  test('causes one read of the posting a minute, together with all others', async () => {
    await visit(POSTING);
    expect((await visit(POSTING, { address: '192.0.2.2' })).paths).toEqual([]);
    clock += 60_001;
    expect((await visit(POSTING)).paths).toEqual([`job_postings/${POSTING}`, `jobs/${JOB}`]);
  });

  test('gets the form while the service is down, even after a restart', async () => {
    await visit(POSTING);
    instead = { '': () => new Response('', { status: 503 }) };
    clock += 60_001;
    start();
    expect((await visit(POSTING)).status).toBe(201);
  });

  test.each([
    ['does not exist', '999'],
    ['advertises a confidential job', CONFIDENTIAL],
  ])('gets the same error if the posting %s, even after a back end has opened it', async (_why, posting) => {
    await visit(posting, { bearer: KEY });
    expect((await visit(posting)).error).toEqual({
      code: 'not_found',
      status: '404',
      title: 'Not Found',
      detail: 'There is no such posting.',
      source: { pointer: '/data/attributes/posting' },
    });
  });

  test('can renew only a session of the same posting', async () => {
    const bearer = tokenIn(await visit(POSTING));
    expect((await visit(POSTING, { bearer })).status).toBe(201);
    for (const other of [{ posting: '64711' }, { job: JOB }])
      expect((await ask({ ...other, tenant: 'default' }, { bearer })).error.code).toBe('token_invalid');
    const ofJob = tokenIn(await ask({ job: JOB, tenant: 'default' }));
    expect((await visit(POSTING, { bearer: ofJob })).error.code).toBe('token_invalid');
  });
});

describe('questions that belong to postings', () => {
  test('are answered with an application for the job of the posting', async () => {
    const token = tokenIn(await ask({ posting: POSTING, tenant: 'owners' }));
    const { revision } = (await readForm(token)).json.meta;
    const attributes = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
    const answer = (question: string, given: object) => ({
      type: 'answers',
      attributes: given,
      relationships: { question: { data: { type: 'questions', id: question } } },
    });
    const data = [
      { type: 'applications', attributes },
      answer('2001', { boolean_answer: true }),
      answer('2101', { text_answer: 'A reason' }),
      answer('2002', { text_answer: 'Nurse' }),
    ];
    const sent = await call('POST', '/submissions', { body: { data, meta: { revision } }, bearer: token });
    expect(sent.status).toBeLessThan(300);
    await expect
      .poll(() => sandbox.answers().map(({ question }) => question))
      .toEqual(['2001', '2101', '2002']);
  });

  test('are refused for a job, with the advice to name the posting', async () => {
    expect((await ask({ job: JOB, tenant: 'owners' })).error).toMatchObject({
      code: 'no_job',
      detail: 'The questions belong to postings: name the posting instead of its job.',
    });
  });
});

const json = (status: number, body: unknown) => () =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/vnd.api+json' } });
const errors = (status: number) => json(status, { errors: [{ status: String(status) }] });

describe('a service that does not say which job a posting advertises', () => {
  test.each<[string, () => Response]>([
    ['refuses the key (403)', errors(403)],
    ['names no job', json(200, { data: { type: 'job_postings', id: POSTING, attributes: {} } })],
  ])('and %s: a visitor gets a sentence, and the log has one line', async (_what, reply) => {
    instead = { job_postings: reply };
    for (const posting of [POSTING, '64711']) {
      expect((await visit(posting)).error).toMatchObject({
        code: 'no_job',
        status: '422',
        detail: 'The recruitment service does not say which job a posting advertises: name the job.',
      });
    }
    expect(logged.filter(({ event }) => event === 'postings_refused')).toHaveLength(1);
    expect(logged.find(({ event }) => event === 'postings_refused')?.['advice']).toMatch(/readPosting/);
  });
});

describe('the list of jobs with their postings (readPosting: "list")', () => {
  const byList = (posting: string) => ask({ posting, tenant: 'byList' });

  test('finds all postings with one read of the list', async () => {
    expect(await byList(POSTING)).toMatchObject({ status: 201, paths: ['jobs', 'jobs', `jobs/${JOB}`] });
    expect(await byList('64711')).toMatchObject({ status: 201, paths: ['jobs/4711'] });
    expect((await byList('999')).error.code).toBe('not_found');
  });
});

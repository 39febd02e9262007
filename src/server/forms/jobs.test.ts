import { beforeEach, describe, expect, test } from 'vitest';
import type { Faults } from '../../sandbox/control/faults.ts';
import type { JobChange } from '../../sandbox/control/settings.ts';
import { createSandbox, type Sandbox } from '../../sandbox/create-sandbox.ts';
import { jobStates, jobVisibilities } from '../../sandbox/sample-form.ts';
import { systemClock } from '../clock.ts';
import { type ApplyProxy, createProxy } from '../http/create-proxy.ts';
import type { TenantOptions } from '../http/options.ts';
import { callProxy, openTestStore, type ProxyCall, plainTenant } from '../http/proxy.support.ts';
import type { LogFields } from '../log.ts';
import { memoryTrees } from './memory-trees.support.ts';

const HOST = 'https://careers.example.com';
const DAY = 86_400_000;
const MINUTE = 60_001;
/** The job of the sample form `one-of-each`, whose question 2009 takes a file. */
const JOB = '4712';
const FALLBACK = 'https://careers.example.com/{job}';

const tenantOf = (name: string, publicJobs: TenantOptions['publicJobs']): TenantOptions =>
  plainTenant(name, {
    serviceKey: 'sandbox-key',
    adminKey: `${name}-key`,
    origins: [HOST],
    publicJobs,
    fallbackUrl: FALLBACK,
  });

let sandbox: Sandbox;
let clock = Date.now();
let trees: ReturnType<typeof memoryTrees>;
let logged: (LogFields & { readonly event: string })[];
let proxy: ApplyProxy;
/** Changes the replies of the service. */
let read: (reply: Response) => Response | Promise<Response>;

const store = await openTestStore(() => clock);

/** Starts a process, which shares only the stores with the others. */
function start(): ApplyProxy {
  const tell = (event: string, fields: LogFields) => void logged.push({ event, ...fields });
  return createProxy({
    secrets: ['s'.repeat(32)],
    tenants: [tenantOf('default', 'all'), tenantOf('listed', [JOB]), tenantOf('closed', [])],
    send: async (request) => read(await sandbox.fetch(request)),
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
  read = (reply) => reply;
  proxy = start();
});

async function call(method: string, path: string, more: ProxyCall = {}) {
  const reply = await callProxy(proxy, method, path, { origin: HOST, ...more });
  const { status, headers, text, json, code } = reply;
  /** Everything that a visitor can see. */
  const seen = { status, headers: [...headers], text };
  return { ...seen, seen, json, code };
}

const ask = (attributes: object, more: ProxyCall = {}) =>
  call('POST', '/sessions', { ...more, body: { data: { type: 'sessions', attributes } } });
const visit = (job: string, more: ProxyCall = {}) => ask({ job, tenant: 'default' }, more);
const tokenOf = async (job = JOB, more: ProxyCall = {}): Promise<string> =>
  (await visit(job, more)).json.data.attributes.token;
const readForm = (bearer: string) => call('GET', '/api/v1/questions', { bearer });
const putFile = (bearer: string, id = crypto.randomUUID()) =>
  call('PUT', `/files/${id}`, {
    bearer,
    body: 'PDF',
    headers: { 'content-disposition': "attachment; filename*=UTF-8''a.pdf", 'apply-for': 'question 2009' },
  });

const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const submission = (revision: string, change: object = {}) => ({
  data: [{ type: 'applications', attributes: { ...details, ...change } }],
  meta: { revision },
});
const send = (bearer: string, revision: string, change: object = {}) =>
  call('POST', '/submissions', { bearer, body: submission(revision, change) });

const set = (faults: Faults) => sandbox.setFaults(faults);
const change = (job: string, as: JobChange) => sandbox.setJobs({ [job]: as });
const isDown: Faults = { disturb: [{ path: '/api/v1', reply: 403 }] };
const made = () =>
  sandbox.requests().filter(({ path, status }) => path.endsWith('/applications') && status === 201);

const outcomeOf = async (attributes: object): Promise<string> => {
  const reply = await ask(attributes);
  if (reply.status !== 201) return `${reply.status} ${reply.code}`;
  return (await readForm(reply.json.data.attributes.token)).json.meta.state;
};

const shownStates = { open: 'open', closed: 'closed' } as const;
const table = jobVisibilities.flatMap((visibility) =>
  jobStates.map((state) => {
    const shown = state === 'open' || state === 'closed' ? shownStates[state] : '404 not_found';
    return { visibility, state, all: visibility === 'external' ? shown : '404 not_found', listed: shown };
  }),
);

test.each(table)(
  'a job with visibility $visibility and state $state is $all if all jobs are public, $listed if it is listed',
  async ({ visibility, state, all, listed }) => {
    change(JOB, { visibility, state });
    expect(await outcomeOf({ job: JOB, tenant: 'default' })).toBe(all);
    expect(await outcomeOf({ job: JOB, tenant: 'listed' })).toBe(listed);
    expect(await outcomeOf({ job: JOB, tenant: 'closed' })).toBe('404 not_found');
  },
);

describe('a job that is not public looks like one that does not exist', () => {
  const hidden: readonly JobChange[] = [{ visibility: 'confidential' }, { state: 'draft' }];

  /** Returns everything that a visitor sees of the job in each situation. @param as null: the job does not exist */
  async function watch(as: JobChange | null, job: string) {
    if (as !== null) change(job, as);
    const first = await visit(job);
    const again = await visit(job, { address: '192.0.2.2' });
    clock += 10_001;
    const later = await visit(job);
    clock += MINUTE;
    const muchLater = await visit(job);
    set(isDown);
    clock += 10_001;
    const down = await visit(job);
    set({});
    clock += MINUTE;
    const up = await visit(job);
    return [first, again, later, muchLater, down, up].map(({ seen }) => seen);
  }

  test.each(hidden)('%j: at first and later, while the service is down and afterwards', async (as) => {
    const [isHidden, isMissing] = [await watch(as, JOB), await watch(null, 'gone')];
    expect(isHidden).toEqual(isMissing);
    expect(isHidden.map(({ status }) => status)).toEqual([404, 404, 404, 404, 503, 404]);
  });

  test('even if a back end has just opened it for an applicant', async () => {
    change(JOB, { visibility: 'confidential' });
    const application = sandbox.applyTo('one-of-each');
    expect((await ask({ application }, { bearer: 'default-key' })).status).toBe(201);
    expect((await visit(JOB)).seen).toEqual((await visit('gone')).seen);
  });

  test('even with a session from the time when it was public', async () => {
    const old = async (job: string) => {
      const token = await tokenOf(job);
      return { token, revision: (await readForm(token)).json.meta.revision };
    };
    const [hidden, missing] = [await old(JOB), await old('4713')];
    const without = createSandbox({ forms: ['one-of-each'] });
    without.setJobs({ [JOB]: { visibility: 'confidential' } });
    sandbox = without;
    clock += MINUTE;
    const through = async ({ token, revision }: typeof hidden, job: string) => {
      const replies = [await readForm(token), await putFile(token), await send(token, revision)];
      return replies.map(({ seen }) => ({ ...seen, text: seen.text.replaceAll(job, '{job}') }));
    };
    const [isHidden, isMissing] = [await through(hidden, JOB), await through(missing, '4713')];
    expect(isHidden.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(isHidden).toEqual(isMissing);
  });
});

describe('a service that does not disclose who may see a job', () => {
  const withoutVisibility = () => {
    read = async (reply) => new Response((await reply.text()).replaceAll('"visibility"', '"seen_by"'), reply);
  };
  const undisclosed = [
    [
      'refuses jobs to the key',
      () => set({ disturb: [{ path: '/api/v1/jobs', reply: 403 }] }),
      'jobs_forbidden',
    ],
    ['does not say who may see them', withoutVisibility, 'visibility_missing'],
  ] as const;

  test.each(undisclosed)(
    '%s: visitors get only jobs that are listed by id, and the log says why once',
    async (_name, readOtherwise, cause) => {
      readOtherwise();
      const replies = [await visit(JOB), await visit('4711'), await visit('gone')];
      expect(replies.map(({ status, text }) => [status, text])).toEqual(
        replies.map(() => [404, replies[2]?.text]),
      );
      const lines = logged.filter(({ event }) => event === 'public_jobs_refused');
      expect(lines).toMatchObject([{ cause, advice: expect.stringContaining('list the ids') }]);
      expect(await outcomeOf({ job: JOB, tenant: 'listed' })).toBe('open');
    },
  );
});

describe('while the service is down', () => {
  test('a job that was read before is shown, even after a restart', async () => {
    await readForm(await tokenOf());
    set(isDown);
    clock += MINUTE;
    for (let process = 0; process < 2; process += 1) {
      expect(await outcomeOf({ job: JOB, tenant: 'default' })).toBe('open');
      proxy = start();
    }
  });

  test('a job that was withdrawn before is not shown, even after a restart', async () => {
    await readForm(await tokenOf());
    change(JOB, { visibility: 'internal' });
    clock += MINUTE;
    expect((await visit(JOB)).status).toBe(404);
    set(isDown);
    proxy = start();
    expect((await visit(JOB)).status).toBe(503);
  });
});

describe('a withdrawn job', () => {
  test('is refused to visitors on every route from the next read on', async () => {
    const token = await tokenOf();
    const { revision } = (await readForm(token)).json.meta;
    const before = made().length;
    change(JOB, { visibility: 'confidential' });
    expect((await readForm(token)).status).toBe(200);
    clock += MINUTE;
    const replies = [
      await readForm(token),
      await putFile(token),
      await send(token, revision),
      await visit(JOB),
    ];
    expect(replies.map(({ status, code }) => [status, code])).toEqual(replies.map(() => [404, 'not_found']));
    expect(replies[0]?.json.meta).toEqual({ fallback: 'https://careers.example.com/4712' });
    expect(replies.map(({ text }) => text).join()).not.toMatch(/One of each|2009/);
    expect(made().length).toBe(before);
    expect((await ask({ job: JOB }, { bearer: token })).status).toBe(404);
    sandbox.setJobs({});
    clock += 10_001;
    expect((await readForm(token)).status).toBe(200);
  });

  test('shows earlier applicants their receipt but no questions', async () => {
    const token = await tokenOf();
    const { revision } = (await readForm(token)).json.meta;
    const receipt = await send(token, revision);
    expect(receipt.status).toBe(200);
    change(JOB, { visibility: 'confidential' });
    clock += DAY;
    const renewed = await ask({ job: JOB }, { bearer: token });
    expect(renewed.status).toBe(201);
    const fresh = renewed.json.data.attributes.token;
    const form = await readForm(fresh);
    expect(form.json).toMatchObject({
      data: [],
      included: [],
      meta: { state: 'sent', submission: receipt.json.data.id, title: null },
    });
    expect((await call('GET', `/submissions/${receipt.json.data.id}`, { bearer: fresh })).status).toBe(200);
    expect((await send(fresh, revision)).json.data.id).toBe(receipt.json.data.id);
    expect((await send(fresh, revision, { first_name: 'Eve' })).status).toBe(404);
  });

  test('stays open for applications and for sessions of a back end', async () => {
    change(JOB, { visibility: 'confidential' });
    const key = { bearer: 'default-key' };
    const application = sandbox.applyTo('one-of-each');
    const [ofApplication, ofJob] = [await ask({ application }, key), await ask({ job: JOB }, key)];
    for (const { json } of [ofApplication, ofJob]) {
      const { token } = json.data.attributes;
      clock += MINUTE;
      const form = await readForm(token);
      expect(form.json.meta).toMatchObject({ state: 'open', title: expect.any(String) });
      expect(form.json.data.length).toBeGreaterThan(0);
    }
    const renewed = await ask({ job: JOB }, { bearer: ofJob.json.data.attributes.token });
    expect((await readForm(renewed.json.data.attributes.token)).status).toBe(200);
    expect((await visit(JOB)).status).toBe(404);
  });
});

test('a job that is no longer listed is refused even to visitors who have its form', async () => {
  const token = (await ask({ job: '4711', tenant: 'default' })).json.data.attributes.token;
  const fewer = createProxy({
    secrets: ['s'.repeat(32)],
    tenants: [tenantOf('default', [JOB])],
    store,
    send: async (request) => read(await sandbox.fetch(request)),
    clock: { ...systemClock, now: () => clock },
  });
  proxy = fewer;
  expect((await readForm(token)).status).toBe(404);
  expect((await ask({ job: '4711' }, { bearer: token })).status).toBe(404);
});

test('guessed ids are looked up 30 times a minute for a network and 60 for a tenant', async () => {
  await visit(JOB);
  const before = sandbox.requests().length;
  const guess = async (count: number, addressOf: (guess: number) => string) => {
    const codes: string[] = [];
    for (let number = 0; number < count; number += 1) {
      const attributes = { [number % 2 === 0 ? 'job' : 'posting']: `guess-${number}`, tenant: 'default' };
      codes.push((await ask(attributes, { address: addressOf(number) })).code);
    }
    return codes.filter((code) => code === 'rate_limited').length;
  };
  expect(await guess(40, (number) => `198.51.100.${number}`)).toBe(10);
  clock += 10_001;
  // The visit at the beginning counts, too.
  expect(await guess(60, (number) => `2001:db8:${number.toString(16)}:1::/64`)).toBe(31);
  expect(sandbox.requests().length - before).toBe(59);
  change('4713', { visibility: 'confidential' });
  const [hidden, missing] = [await visit('4713'), await visit('gone')];
  expect(hidden.seen).toEqual(missing.seen);
  clock += MINUTE;
  expect((await visit(JOB)).status).toBe(201);
});

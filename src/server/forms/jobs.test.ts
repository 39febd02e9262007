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
/** Of the sample form `one-of-each`; its question 401 takes a file. */
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
let told: (LogFields & { readonly event: string })[];
let proxy: ApplyProxy;
/** What a service that reads otherwise makes of a reply. */
let read: (reply: Response) => Response | Promise<Response>;

const store = await openTestStore(() => clock);

/** A process: beside what it remembers itself there is what the store of trees keeps. */
function start(): ApplyProxy {
  const tell = (event: string, fields: LogFields) => void told.push({ event, ...fields });
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
  told = [];
  read = (reply) => reply;
  proxy = start();
});

async function call(method: string, path: string, more: ProxyCall = {}) {
  const reply = await callProxy(proxy, method, path, { origin: HOST, ...more });
  const { status, headers, text, json, code } = reply;
  /** All that a visitor can see. */
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
    headers: { 'content-disposition': "attachment; filename*=UTF-8''a.pdf", 'apply-for': 'question 401' },
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
  'a job that is $visibility and $state is for a visitor of all jobs: $all; of listed ones: $listed',
  async ({ visibility, state, all, listed }) => {
    change(JOB, { visibility, state });
    expect(await outcomeOf({ job: JOB, tenant: 'default' })).toBe(all);
    expect(await outcomeOf({ job: JOB, tenant: 'listed' })).toBe(listed);
    expect(await outcomeOf({ job: JOB, tenant: 'closed' })).toBe('404 not_found');
  },
);

describe('a job that is not public cannot be told from one that is not there', () => {
  const hidden: readonly JobChange[] = [{ visibility: 'confidential' }, { state: 'draft' }];

  /** Of a job that is as `as` says, and of one that is not there: everything that can be seen, in each situation. */
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

  test.each(hidden)(
    '%j: neither at first nor later, neither while the service is down nor afterwards',
    async (as) => {
      const [isHidden, isMissing] = [await watch(as, JOB), await watch(null, 'gone')];
      expect(isHidden).toEqual(isMissing);
      expect(isHidden.map(({ status }) => status)).toEqual([404, 404, 404, 404, 503, 404]);
    },
  );

  test('also where its applicants have just made this process read it', async () => {
    change(JOB, { visibility: 'confidential' });
    const application = sandbox.applyTo('one-of-each');
    expect((await ask({ application }, { bearer: 'default-key' })).status).toBe(201);
    expect((await visit(JOB)).seen).toEqual((await visit('gone')).seen);
  });

  test('nor with a session that was made while both were public', async () => {
    const old = async (job: string) => {
      const token = await tokenOf(job);
      return { token, revision: (await readForm(token)).json.meta.revision };
    };
    const [one, other] = [await old(JOB), await old('4713')];
    const without = createSandbox({ forms: ['one-of-each'] });
    without.setJobs({ [JOB]: { visibility: 'confidential' } });
    sandbox = without;
    clock += MINUTE;
    const through = async ({ token, revision }: typeof one, job: string) => {
      const replies = [await readForm(token), await putFile(token), await send(token, revision)];
      return replies.map(({ seen }) => ({ ...seen, text: seen.text.replaceAll(job, '{job}') }));
    };
    const [isHidden, isMissing] = [await through(one, JOB), await through(other, '4713')];
    expect(isHidden.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect(isHidden).toEqual(isMissing);
  });
});

describe('a service that does not tell who may see a job', () => {
  const withoutVisibility = () => {
    read = async (reply) => new Response((await reply.text()).replaceAll('"visibility"', '"seen_by"'), reply);
  };
  const untold = [
    [
      'refuses jobs to the key',
      () => set({ disturb: [{ path: '/api/v1/jobs', reply: 403 }] }),
      'jobs_forbidden',
    ],
    ['does not say who may see them', withoutVisibility, 'visibility_missing'],
  ] as const;

  test.each(untold)(
    '%s: no visitor of all jobs gets a form, the log says why, once, and the ids that are listed are served',
    async (_name, readOtherwise, cause) => {
      readOtherwise();
      const replies = [await visit(JOB), await visit('4711'), await visit('gone')];
      expect(replies.map(({ status, text }) => [status, text])).toEqual(
        replies.map(() => [404, replies[2]?.text]),
      );
      const lines = told.filter(({ event }) => event === 'public_jobs_refused');
      expect(lines).toMatchObject([{ cause, advice: expect.stringContaining('list the ids') }]);
      expect(await outcomeOf({ job: JOB, tenant: 'listed' })).toBe('open');
    },
  );
});

describe('while the service is down', () => {
  test('what was read before is shown, also by a process that was started since', async () => {
    await readForm(await tokenOf());
    set(isDown);
    clock += MINUTE;
    for (let process = 0; process < 2; process += 1) {
      expect(await outcomeOf({ job: JOB, tenant: 'default' })).toBe('open');
      proxy = start();
    }
  });

  test('a job that was taken back before is not shown, by a process that was started since either', async () => {
    await readForm(await tokenOf());
    change(JOB, { visibility: 'internal' });
    clock += MINUTE;
    expect((await visit(JOB)).status).toBe(404);
    set(isDown);
    proxy = start();
    expect((await visit(JOB)).status).toBe(503);
  });
});

describe('a job that is taken back from the public', () => {
  test('is refused from the next reading on, in every way in which a visitor has it', async () => {
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
    expect(replies.map(({ text }) => text).join()).not.toMatch(/One of each|401/);
    expect(made().length).toBe(before);
    expect((await ask({ job: JOB }, { bearer: token })).status).toBe(404);
    sandbox.setJobs({});
    clock += 10_001;
    expect((await readForm(token)).status).toBe(200);
  });

  test('does not take the receipt from those who have applied, and shows them no question', async () => {
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

  test('stays one for applications, and for the sessions that a back end makes', async () => {
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

test('an id that is not listed any more is refused to those who have its form', async () => {
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

test('ids that were never shown are asked for 30 times a minute for a network, 60 for a tenant, and none stops a job that was shown', async () => {
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
  // The first visitor spent one as well.
  expect(await guess(60, (number) => `2001:db8:${number.toString(16)}:1::/64`)).toBe(31);
  expect(sandbox.requests().length - before).toBe(59);
  change('4713', { visibility: 'confidential' });
  const [hidden, missing] = [await visit('4713'), await visit('gone')];
  expect(hidden.seen).toEqual(missing.seen);
  clock += MINUTE;
  expect((await visit(JOB)).status).toBe(201);
});

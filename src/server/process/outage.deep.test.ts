import { mkdtemp, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import { noFaults } from '../../sandbox/faults/faults.ts';
import { callAt, type ServedSandbox, serveSandbox, startBefore } from './served-sandbox.support.ts';
import { jobSubmissionBody, type Sent, sessionBody, submissionBody } from './server.support.ts';
import type { RunningServer } from './start-server.ts';

const ADMIN = 'admin-key-of-the-server-in-an-outage';
/** The longest that a page may ask for, in seconds: a receipt that waits for it fails its test. */
const LONGEST_WAIT = 'wait=20';
/** Milliseconds: less than that wait, more than a busy machine needs. */
const LIMIT = { timeout: 19_000 };

type Weather = 'fine' | 'hanging' | 'dripping';

let folder: string;
let sandbox: Sandbox;
let service: ServedSandbox;
let weather: Weather;
/** Requests that the service has not answered, and those whose caller has given up. */
let open: number;
let givenUp: number;
let running: RunningServer[];

/** Never answers, or answers a byte each moment: the caller's time limit ends it. */
function keepWaiting(response: ServerResponse): void {
  open += 1;
  response.once('close', () => {
    givenUp += 1;
  });
  if (weather !== 'dripping') return;
  response.writeHead(200, { 'content-type': 'application/vnd.api+json' });
  const drip = setInterval(() => response.write(' '), 100);
  response.once('close', () => clearInterval(drip));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'apply-outage-'));
  [weather, open, givenUp, running] = ['fine', 0, 0, []];
  service = await serveSandbox((_request, response) => {
    if (weather !== 'fine') keepWaiting(response);
    return weather !== 'fine';
  });
  sandbox = service.sandbox;
});
afterEach(async () => {
  service.close();
  await end();
  await rm(folder, { recursive: true, force: true });
});

const end = () => Promise.all(running.splice(0).map((one) => one.close()));

/** A process of its own on a store of this name: the last one on it has ended. */
async function start(store = 'apply.db', publicJobs = '4712'): Promise<void> {
  await end();
  const started = await startBefore(service, {
    APPLY_ADMIN_KEY: ADMIN,
    APPLY_SECRET: 's'.repeat(32),
    APPLY_PUBLIC_JOBS: publicJobs,
    APPLY_STORE: `file:${join(folder, store)}`,
  });
  if (!started.ok) throw new Error(started.error.join());
  running.push(started.value);
}

function call(line: readonly string[], body?: unknown) {
  const { address = '' } = running[0] ?? {};
  const origin = (line[2] ?? '') === '' ? { origin: address } : {};
  return callAt(address, line, body, { prefer: LONGEST_WAIT, ...origin });
}

const openSession = (attributes: object, bearer = ADMIN) =>
  call(['POST', '/sessions', bearer], sessionBody(attributes));
const tokenOf = async (attributes: object): Promise<string> =>
  (await openSession(attributes)).json.data.attributes.token;
const readForm = (token: string) => call(['GET', '/api/v1/questions', token]);

const nurse: Sent = ['2002', { text_answer: 'Nurse' }];
const person = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const send = (token: string, revision: string) =>
  call(['POST', '/submissions', token], submissionBody([nurse], { revision }));
const apply = (token: string, revision: string) =>
  call(['POST', '/submissions', token], jobSubmissionBody(person, [nurse], { revision }));

/** An applicant and a visitor who have the form, and a process that has read nothing itself. */
async function known(publicJobs = '4712') {
  await start('apply.db', publicJobs);
  const application = sandbox.applyTo('one-of-each');
  const token = await tokenOf({ application });
  const visitor = (await openSession({ job: '4712', tenant: 'default' }, '')).json.data.attributes.token;
  await readForm(visitor);
  const { revision } = (await readForm(token)).json.meta;
  await start('apply.db', publicJobs);
  return { application, token, visitor, revision };
}

test('a receipt waits for no delivery when the service refuses connections', LIMIT, async () => {
  const { token, visitor, revision } = await known();
  service.close();
  expect((await send(token, revision)).status).toBe(202);
  expect((await apply(visitor, revision)).status).toBe(202);
  // The same again finds the receipt, and waits no longer.
  expect((await send(token, revision)).status).toBe(202);
});

describe.each([
  ['hanging', '4712'],
  ['dripping', '4712'],
  ['hanging', 'all'],
] as const)('before a service that is %s, public jobs %s', (next, publicJobs) => {
  test(
    'receipts are given while the first reading is still under way, on the last good form and job',
    LIMIT,
    async () => {
      const { token, visitor, revision } = await known(publicJobs);
      weather = next;
      expect((await send(token, revision)).status).toBe(202);
      expect((await apply(visitor, revision)).status).toBe(202);
      expect(open).toBeGreaterThan(0);
      expect(givenUp).toBe(0);
    },
  );

  test('the last good form is shown, and a visitor gets a session for its job', LIMIT, async () => {
    const { token, visitor, revision } = await known(publicJobs);
    weather = next;
    for (const one of [token, visitor])
      expect((await readForm(one)).json.meta).toMatchObject({ revision, state: 'open' });
    expect((await openSession({ job: '4712', tenant: 'default' }, '')).status).toBe(201);
    expect((await openSession({ job: '4712' })).status).toBe(201);
    expect(open).toBeGreaterThan(0);
    expect(givenUp).toBe(0);
  });
});

test(
  'a session of an application that was read before is made again before a hanging service',
  LIMIT,
  async () => {
    await start();
    const application = sandbox.applyTo('one-of-each');
    await tokenOf({ application });
    weather = 'hanging';
    expect((await openSession({ application })).status).toBe(201);
    expect([open, givenUp]).toEqual([1, 0]);
  },
);

test(
  'a job that was closed when it was read last takes nothing before a hanging service',
  LIMIT,
  async () => {
    sandbox.setFaults({ ...noFaults, closed_jobs: ['4712'] });
    const { visitor, revision } = await known();
    weather = 'hanging';
    const reply = await apply(visitor, revision);
    expect([reply.status, reply.json.errors[0].code]).toEqual([409, 'job_closed']);
    expect(givenUp).toBe(0);
  },
);

test.each(['4712', 'all'])(
  'a form that was never read is 503 before a hanging service: public jobs %s',
  LIMIT,
  async (publicJobs) => {
    const { visitor, revision } = await known(publicJobs);
    // What that one was reading ends with it, and counts as nothing that was given up.
    await end();
    weather = 'hanging';
    await start('empty.db', publicJobs);
    const reply = await apply(visitor, revision);
    expect([reply.status, reply.json.errors[0].code]).toEqual([503, 'service_unavailable']);
    expect(open).toBeGreaterThan(0);
    expect(givenUp).toBe(0);
  },
);

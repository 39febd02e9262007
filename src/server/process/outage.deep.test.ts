import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { callAt, openServed, type Served } from './served-sandbox.support.ts';
import { jobSubmissionBody, type Sent, sessionBody, submissionBody } from './server.support.ts';

const ADMIN = 'admin-key-of-the-server-in-an-outage';
/** The longest wait that a page may request; a receipt that waits so long fails its test. */
const LONGEST_WAIT = 'wait=20';
/** Shorter than that wait, and longer than a busy machine needs. */
const LIMIT = { timeout: 19_000 };

let served: Served;
let isHanging: boolean;
/** Counts the requests that the service has not answered, and those that were aborted. */
let open: number;
let givenUp: number;

beforeEach(async () => {
  [isHanging, open, givenUp] = [false, 0, 0];
  served = await openServed((_request, response) => {
    if (isHanging) {
      open += 1;
      response.once('close', () => {
        givenUp += 1;
      });
    }
    return isHanging;
  });
});
afterEach(() => served.close());

const start = (publicJobs: string, store?: string) =>
  served.restart(
    { APPLY_ADMIN_KEY: ADMIN, APPLY_SECRET: 's'.repeat(32), APPLY_PUBLIC_JOBS: publicJobs },
    store,
  );

function call(line: readonly string[], body?: unknown) {
  const address = served.address();
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

/** Opens the form for an applicant and a visitor, and restarts the process, so that it has read nothing yet. */
async function known(publicJobs = '4712') {
  await start(publicJobs);
  const application = served.sandbox.applyTo('one-of-each');
  const token = await tokenOf({ application });
  const visitor = (await openSession({ job: '4712', tenant: 'default' }, '')).json.data.attributes.token;
  await readForm(visitor);
  const { revision } = (await readForm(token)).json.meta;
  await start(publicJobs);
  return { application, token, visitor, revision };
}

test('gives a receipt without waiting for delivery when the service refuses connections', LIMIT, async () => {
  const { token, visitor, revision } = await known();
  served.service.close();
  expect((await send(token, revision)).status).toBe(202);
  expect((await apply(visitor, revision)).status).toBe(202);
  // A repetition finds the receipt, and does not wait either.
  expect((await send(token, revision)).status).toBe(202);
});

describe.each(['4712', 'all'])('a server whose service hangs, with the public jobs %s', (publicJobs) => {
  test('gives receipts by the last good form and job while its first read is under way', LIMIT, async () => {
    const { token, visitor, revision } = await known(publicJobs);
    isHanging = true;
    expect((await send(token, revision)).status).toBe(202);
    expect((await apply(visitor, revision)).status).toBe(202);
    expect([open > 0, givenUp]).toEqual([true, 0]);
  });

  test('shows the last good form, and gives sessions to a visitor and an applicant', LIMIT, async () => {
    const { application, token, visitor, revision } = await known(publicJobs);
    await tokenOf({ application });
    isHanging = true;
    for (const bearer of [token, visitor])
      expect((await readForm(bearer)).json.meta).toMatchObject({ revision, state: 'open' });
    expect((await openSession({ job: '4712', tenant: 'default' }, '')).status).toBe(201);
    expect((await openSession({ application })).status).toBe(201);
    expect([open > 0, givenUp]).toEqual([true, 0]);
  });

  test('a form that was never read is 503', LIMIT, async () => {
    const { visitor, revision } = await known(publicJobs);
    // The reads of this process end with it and must not count as aborted.
    await served.stop();
    isHanging = true;
    await start(publicJobs, 'empty.db');
    const reply = await apply(visitor, revision);
    expect([reply.status, reply.json.errors[0].code]).toEqual([503, 'service_unavailable']);
    expect([open > 0, givenUp]).toEqual([true, 0]);
  });
});

test(
  'refuses a submission to a job that was closed at the last read when the service hangs',
  LIMIT,
  async () => {
    served.sandbox.setJobs({ '4712': { state: 'closed' } });
    const { visitor, revision } = await known();
    isHanging = true;
    const reply = await apply(visitor, revision);
    expect([reply.status, reply.json.errors[0].code]).toEqual([409, 'job_closed']);
    expect(givenUp).toBe(0);
  },
);

import { afterEach, beforeEach, expect, test } from 'vitest';
import { callAt, openServed, type Served } from './served-sandbox.support.ts';
import { jobSubmissionBody, type Sent, sessionBody, submissionBody } from './server.support.ts';

const ADMIN = 'admin-key-of-the-restarted-server';
const [OLD, NEW] = ['the old secret of many characters', 'the new secret of many characters'];

let served: Served;
let isDown: boolean;

beforeEach(async () => {
  isDown = false;
  served = await openServed((_request, response) => {
    if (isDown) response.destroy();
    return isDown;
  });
});
afterEach(() => served.close());

/** Ends the server if it runs, and starts it again on the same store. */
const restart = (secret = OLD) =>
  served.restart({ APPLY_ADMIN_KEY: ADMIN, APPLY_SECRET: secret, APPLY_PUBLIC_JOBS: '4712' });

const call = (line: readonly string[], body?: unknown) => callAt(served.address(), line, body);

const mint = async (attributes: object) =>
  (await call(['POST', '/sessions', ADMIN], sessionBody(attributes))).json.data.attributes.token;
const readMeta = async (token: string) => (await call(['GET', '/api/v1/questions', token])).json.meta;
const nurse: Sent = ['2002', { text_answer: 'Nurse' }];

async function send(token: string, answers: readonly Sent[]) {
  const { revision } = await readMeta(token);
  const { status, json } = await call(['POST', '/submissions', token], submissionBody(answers, { revision }));
  return { status, reference: json.data?.id };
}

const stateOf = async (token: string, reference: string) =>
  (await call(['GET', `/submissions/${reference}`, token])).json.data.attributes.state;
const texts = (application: string) => served.sandbox.answers(application).map(({ value }) => value);

test('the next process honours a receipt that was given during an outage, and delivers it once', async () => {
  await restart();
  const application = served.sandbox.applyTo('one-of-each');
  const token = await mint({ application });
  const { revision } = await readMeta(token);
  isDown = true;
  const receipt = await send(token, [nurse]);
  expect(receipt.status).toBe(202);
  await restart();
  // The form and the receipt survive while the service is down; a repetition gets the receipt, other content is refused.
  expect(await readMeta(token)).toMatchObject({ revision, state: 'open', submission: receipt.reference });
  expect(await readMeta(token)).not.toHaveProperty('notice');
  expect(await stateOf(token, receipt.reference)).toMatch(/received|delivering/);
  expect((await send(token, [nurse])).reference).toBe(receipt.reference);
  expect((await send(token, [['2002', { text_answer: 'Midwife' }]])).status).toBe(409);
  isDown = false;
  await expect.poll(() => stateOf(token, receipt.reference)).toBe('complete');
  expect(texts(application)).toEqual(['Nurse']);
  // The form also says later that it was sent, with the old token and with a new one.
  await restart();
  for (const known of [token, await mint({ application })])
    expect(await readMeta(known)).toMatchObject({ state: 'sent', submission: receipt.reference });
  expect((await send(token, [['2003', { text_answer: 'x' }]])).status).toBe(409);
  expect(texts(application)).toEqual(['Nurse']);
});

test('a start is refused, with advice, when its secret cannot open undelivered submissions', async () => {
  await restart();
  const token = await mint({ application: served.sandbox.applyTo('one-of-each') });
  await readMeta(token);
  isDown = true;
  const receipt = await send(token, [nurse]);
  const job = await mint({ job: '4712' });
  const { revision } = await readMeta(job);
  const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
  await call(['POST', '/submissions', job], jobSubmissionBody(details, [nurse], { revision }));
  await expect(restart(NEW)).rejects.toThrow(
    /^APPLY_SECRET cannot open 2 submissions .*\(APPLY_SECRET=NEW,OLD\)/,
  );
  // A start with both secrets succeeds, and delivers the application of the applicant.
  await restart(`${NEW},${OLD}`);
  isDown = false;
  await expect.poll(() => stateOf(token, receipt.reference)).toBe('complete');
});

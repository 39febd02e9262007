/** How applicant, host page and operator learn that the service refused to make an application. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type JobVisitor, type OpenBench, openBench, type Sent } from '../process/server.support.ts';

let bench: OpenBench;
let visitor: JobVisitor;
/** Requests that were made before this test. */
let before: number;

const ADMIN = 'sandbox-admin';
const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const answers: readonly Sent[] = [
  ['2001', { boolean_answer: false }],
  ['2002', { text_answer: 'Nurse' }],
];

beforeAll(async () => {
  // Otherwise the form of one test would ask for the details that another test made it learn.
  const config = { tenants: { default: { learnDetails: false } } };
  bench = await openBench({ APPLY_CONFIG: JSON.stringify(config) });
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.setFaults({});
  bench.setDemands({});
  visitor = await bench.visit('4712');
  await bench.readForm(visitor);
  before = bench.requests().length;
});

/** The POSTs of this test, each with its status. */
const sent = () =>
  bench
    .requests()
    .slice(before)
    .filter(({ method }) => method === 'POST')
    .map(({ path, question, status }) => `${question ?? path.split('/').at(-1)} ${status}`);

async function send(more: object = {}) {
  const reply = await bench.sendAll(visitor, { ...details, ...more }, answers);
  const { state, application } = reply.json.data.attributes;
  return { status: reply.status, state, application, reference: reply.json.data.id, text: reply.text };
}

const asOperator = (method: string, path: string, body?: unknown) =>
  bench.call(method, path, { token: ADMIN, ...(body === undefined ? {} : { body }) });
const act = (reference: string, action: string) =>
  asOperator('POST', `/attention/${reference}`, { data: { type: 'attention', attributes: { action } } });
const read = async (reference: string) =>
  (await bench.call('GET', `/submissions/${reference}`, { ...visitor })).json.data.attributes;
const entryOf = async (reference: string) => {
  const { data } = JSON.parse((await asOperator('GET', '/attention')).text);
  return data.find((entry: { readonly id: string }) => entry.id === reference)?.attributes;
};

describe('a job that demands a detail that the form does not ask for', () => {
  test.each([
    ['detail', { code: 'invalid_details', fields: ['phone', 'address1', 'postcode', 'cv'] }],
    ['nothing', { code: 'application_refused', fields: [] }],
  ] as const)(
    'sends no answers after the service refused the application (its error names: %s)',
    async (tells, reason) => {
      bench.setDemands({ jobs: { '4712': ['cv', 'phone', 'postcode', 'address1'] }, tells });
      const reply = await send();
      expect([reply.status, reply.state, reply.application]).toEqual([
        200,
        'refused',
        { state: 'refused', ...reason },
      ]);
      expect(reply.text).not.toMatch(/given_up|unclear|blank|failed/);
      expect(await read(reply.reference)).toMatchObject({ state: 'refused', application: reason });
      expect((await read(reply.reference)).answers.map(({ state }) => state)).toEqual(['held', 'held']);
      expect(sent()).toEqual(['applications 422']);
    },
  );

  test('appears in the operator’s list and metrics, and a retry after the repair sends everything once', async () => {
    bench.setDemands({ jobs: { '4712': ['phone', 'cv'] } });
    const { reference } = await send();
    expect(await entryOf(reference)).toMatchObject({
      state: 'refused',
      application: null,
      job: '4712',
      items: [
        {
          question: null,
          state: 'refused',
          code: 'invalid_details',
          members: ['phone', 'cv_base64_data'],
          fields: ['phone', 'cv'],
        },
        { question: '2001', state: 'held' },
        { question: '2002', state: 'held' },
      ],
    });
    const metrics = (await asOperator('GET', '/metrics')).text;
    for (const field of ['phone', 'cv'])
      expect(metrics).toMatch(
        new RegExp(`apply_applications_refused_total{code="invalid_details",field="${field}",[^}]*} [1-9]`),
      );
    expect((await act(reference, 'retry')).status).toBe(200);
    await bench.until(async () => expect((await read(reference)).state).toBe('refused'));
    bench.setDemands({});
    expect((await act(reference, 'retry')).status).toBe(200);
    await bench.until(async () => expect((await read(reference)).state).toBe('complete'));
    expect(sent()).toEqual([
      'applications 422',
      'applications 422',
      'applications 201',
      '2001 201',
      '2002 201',
    ]);
    expect(await entryOf(reference)).toBeUndefined();
    expect((await act(reference, 'retry')).status).toBe(400);
    expect((await read(reference)).state).toBe('complete');
  });
});

test('a job that closed before sending is reported, and the applicant is asked for nothing', async () => {
  bench.setFaults({ disturb: [{ path: '/api/v1/applications', reply: 404, requests: 1 }] });
  const gone = await send();
  expect([gone.state, gone.application]).toEqual([
    'refused',
    { state: 'refused', code: 'not_found', fields: [] },
  ]);
});

test('the answers of a deleted application wait for the operator, who can retry them', async () => {
  const own = await bench.apply('one-of-each');
  await bench.readForm(own);
  const gone = { path: '/api/v1/answers', reply: 404, requests: 9 };
  bench.setFaults({ disturb: [gone] });
  const reply = await bench.send(own, answers);
  const { state, answers: parked } = reply.json.data.attributes;
  expect([state, parked.map((answer) => answer.state)]).toEqual(['attention', ['parked', 'parked']]);
  expect((await entryOf(reply.json.data.id)).items[0]).toMatchObject({ state: 'parked', code: 'given_up' });
  bench.setFaults({});
  expect((await act(reply.json.data.id, 'retry')).status).toBe(200);
  await bench.until(() => expect(bench.posts(own.application)).toEqual(['2001', '2002']));
});

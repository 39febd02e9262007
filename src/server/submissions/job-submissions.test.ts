import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Faults } from '../../sandbox/control/faults.ts';
import type { RequestEntry } from '../../sandbox/request-log.ts';
import {
  hasty,
  type JobVisitor,
  type OpenBench,
  openBench,
  refusing,
  type Sent,
  slow,
  submissionBody,
} from '../process/server.support.ts';

let bench: OpenBench;
let visitor: JobVisitor;
/** Requests that were made before this test. */
let before: number;

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.setFaults({});
  visitor = await bench.visit('4712');
  await bench.readForm(visitor);
  before = bench.requests().length;
});

const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const yes: Sent = ['2001', { boolean_answer: true }];
const text = (question: string, answer: string): Sent => [question, { text_answer: answer }];
const answers = [yes, text('2101', 'because'), text('2002', 'Nurse')];

const isCreation = ({ method, path }: RequestEntry) => method === 'POST' && path === '/api/v1/applications';
const posts = (of = bench) =>
  of
    .requests()
    .slice(before)
    .filter(({ method }) => method === 'POST');
/** The POSTs of this test in order: the question that each answers, and its status. */
const sent = (of = bench) =>
  posts(of).map((post) => `${isCreation(post) ? 'application' : post.question} ${post.status}`);
const made = () => posts().find((post) => isCreation(post) && post.status === 201)?.application ?? '';

const read = async (id: string) => {
  const headers = { 'x-api-key': 'sandbox-key' };
  return (await bench.call('GET', `/sandbox/api/v1/applications/${id}`, { headers })).json.data.attributes;
};
type Reply = Awaited<ReturnType<OpenBench['call']>>;
const states = (reply: Reply) =>
  reply.json.data.attributes.answers.map(({ question, state }) => `${question} ${state}`);
const stateOf = (reply: Reply) => reply.json.data.attributes.application;
const code = (reply: Reply) => [reply.status, reply.json.errors[0].code];

describe('sending in job mode', () => {
  test('makes one application with the details, then sends each answer once', async () => {
    const reply = await bench.sendAll(visitor, details, answers, { locale: 'de-AT' });
    expect([reply.status, reply.json.data.attributes.state]).toEqual([200, 'complete']);
    expect(stateOf(reply)).toEqual({ state: 'delivered', fields: [] });
    expect(states(reply)).toEqual(['2001 delivered', '2101 delivered', '2002 delivered']);
    expect(sent()).toEqual(['application 201', '2001 201', '2101 201', '2002 201']);
    expect(await read(made())).toMatchObject({
      ...details,
      locale: 'de',
      external_system_reference: reply.json.data.id,
      job_id: 4712,
    });
    expect(reply.text).not.toContain(made());
  });

  const cut = `https://careers.example.com/?${'utm_content=nurse&'.repeat(40)}`.slice(0, 100);
  test.each([
    ['a long source', `https://careers.example.com/?${'utm_content=nurse&'.repeat(40)}`, cut],
    ['a source with unprintable characters', '\u0000 Job\tfair\u200b \ud800', 'Job fair'],
  ])('is not stopped by %s', async (_name, source, stored) => {
    expect((await bench.sendAll(visitor, details, [], { source })).status).toBe(200);
    expect((await read(made()))['channel_source']).toBe(stored);
  });
});

describe('details', () => {
  const long = 'x'.repeat(256);
  test.each<readonly [string, object | null, readonly string[]]>([
    ['missing details', null, ['first_name', 'last_name', 'email']],
    ['details with an invalid e-mail address', { ...details, email: 'ada@example' }, ['email']],
    ['long details', { ...details, last_name: long, email: `${long}@b.de` }, ['last_name', 'email']],
  ])('%s are refused by field, and nothing reaches the service', async (_name, given, fields) => {
    const reply = await bench.sendAll(visitor, given, [yes]);
    expect(code(reply)).toEqual([422, 'invalid_details']);
    expect(reply.json.meta.fields).toEqual(fields);
    expect(sent()).toEqual([]);
  });

  const element = { type: 'applications', attributes: details };
  const relationships = { job: { data: { type: 'jobs', id: '4711' } } };
  const answer = { type: 'answers', ...{ attributes: { boolean_answer: true } } };
  const question = { question: { data: { type: 'questions', id: '2001' } } };
  test.each<readonly [string, readonly unknown[]]>([
    ['details of another job', [{ ...element, relationships }]],
    ['details with an id', [{ ...element, id: '90001' }]],
    ['details given twice', [element, element]],
    ['details after an answer', [{ ...answer, relationships: question }, element]],
  ])('answers 400 to %s', async (_name, data) => {
    const { revision } = (await bench.readForm(visitor)).json.meta;
    const body = { data, meta: { revision } };
    expect(code(await bench.call('POST', '/submissions', { ...visitor, body }))).toEqual([
      400,
      'bad_request',
    ]);
    expect(sent()).toEqual([]);
  });

  test('answers 400 to details for an existing application, even if they are right', async () => {
    const own = await bench.apply('one-of-each');
    const reply = await bench.sendAll(own, details, [yes]);
    expect(code(reply)).toEqual([400, 'bad_request']);
    expect(bench.posts(own.application)).toEqual([]);
    expect((await bench.readForm(own)).json.meta.details).toEqual([]);
  });

  test('after a receipt, other details are refused, and leaving them out changes nothing', async () => {
    const first = await bench.sendAll(visitor, details, [yes]);
    const other = await bench.sendAll(visitor, { ...details, first_name: 'Eva' }, [yes]);
    const without = await bench.call('POST', '/submissions', {
      ...visitor,
      body: submissionBody([yes], { revision: (await bench.readForm(visitor)).json.meta.revision }),
    });
    expect(code(other)).toEqual([409, 'already_submitted']);
    expect(other.json.meta.submission).toEqual(first.json.data);
    expect([without.status, without.json.data]).toEqual([200, first.json.data]);
    expect(sent()).toEqual(['application 201', '2001 201']);
  });
});

describe('a session', () => {
  test('makes one application when it sends several times at once', async () => {
    bench.setFaults(slow(50));
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => bench.sendAll(visitor, details, answers)),
    );
    expect(new Set(replies.map(({ json }) => json.data.id)).size).toBe(1);
    expect(sent()).toEqual(['application 201', '2001 201', '2101 201', '2002 201']);
  });

  test('makes one application when its answers are corrected, however often', async () => {
    bench.setFaults(refusing('2002'));
    const first = await bench.sendAll(visitor, details, answers);
    bench.setFaults({});
    const midwife = [...answers.slice(0, 2), text('2002', 'Midwife')];
    const corrected = await bench.sendAll(visitor, null, midwife);
    expect([corrected.json.data.id, corrected.json.data.attributes.state]).toEqual([
      first.json.data.id,
      'complete',
    ]);
    const again = await bench.sendAll(visitor, null, midwife);
    const whole = await bench.sendAll(visitor, details, midwife);
    expect([again.json.data, whole.json.data]).toEqual([corrected.json.data, corrected.json.data]);
    expect(code(await bench.sendAll(visitor, details, answers))).toEqual([409, 'already_submitted']);
    expect(sent()).toEqual(['application 201', '2001 201', '2101 201', '2002 422', '2002 201']);
  });
});

test('a refused application holds its answers back, and a correction may change all of it', async () => {
  bench.setFaults({ disturb: [{ path: '/api/v1/applications', method: 'POST', reply: 422 }] });
  const first = await bench.sendAll(visitor, details, answers);
  expect([first.status, first.json.data.attributes.state]).toEqual([200, 'refused']);
  expect(stateOf(first)).toEqual({ state: 'refused', code: 'application_refused', fields: [] });
  expect(states(first)).toEqual(['2001 held', '2101 held', '2002 held']);
  expect(sent()).toEqual(['application 422']);
  bench.setFaults({});
  const other = [['2001', { boolean_answer: false }] as const, text('2102', 'no')];
  const corrected = await bench.sendAll(visitor, { ...details, email: 'ada@example.org' }, other);
  expect(corrected.json.data.id).toBe(first.json.data.id);
  expect(corrected.json.data.attributes.state).toBe('complete');
  expect(sent()).toEqual(['application 422', 'application 201', '2001 201', '2102 201']);
  expect(await read(made())).toMatchObject({
    email: 'ada@example.org',
    external_system_reference: first.json.data.id,
  });
});

test('no name and no e-mail address ever reaches the log', async () => {
  const hurried = await openBench(hasty);
  const canary = { first_name: 'Canaria', last_name: 'Vogel', email: 'canary@vogel.example' };
  const failing = (reply: number): Faults => ({
    disturb: [{ path: '/api/v1/applications', reply, requests: 1 }],
  });
  for (const faults of [failing(422), failing(500), refusing('2001'), {}]) {
    hurried.setFaults(faults);
    await hurried.during(hurried.sendAll(await hurried.visit('4712'), canary, [yes]));
  }
  await hurried.sendAll(await hurried.visit('4712'), { ...canary, email: 'canary@vogel' }, [yes]);
  const log = hurried.log.join('\n');
  await hurried.close();
  expect(log).toContain('application_refused');
  expect(log).toMatch(/"answer_refused".*"application":"9\d{4}"/);
  expect(log).not.toMatch(/canar|vogel/i);
});

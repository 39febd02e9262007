import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Call, type OpenBench, openBench, sessionBody } from '../process/server.support.ts';

const HOST = 'https://careers.example.com';
const OTHER = 'https://other.example';
const config = {
  tenants: {
    default: { adminKey: 'key-one', origins: [HOST], publicJobs: ['4711', '4712', 'gone'] },
    other: { adminKey: 'key-two', origins: [OTHER], publicJobs: 'all' },
    inside: { adminKey: 'key-three', origins: [HOST], publicJobs: [] },
    postings: { adminKey: 'key-four', origins: [HOST], publicJobs: 'all', questionsBy: 'posting' },
  },
};

let bench: OpenBench;
let before: number;

beforeAll(async () => {
  bench = await openBench({ APPLY_CONFIG: JSON.stringify(config) });
});
afterAll(() => bench.close());
beforeEach(() => {
  bench.setFaults({});
  before = bench.requests().length;
});

const post = (attributes: object, headers: NonNullable<Call['headers']> = {}) =>
  bench.call('POST', '/sessions', { body: sessionBody(attributes), headers });
const from = (origin: string) => ({ origin });
const withKey = (key: string) => ({ authorization: `Bearer ${key}` });
const job = { job: '4712', tenant: 'default' };

describe('a visitor of a public job', () => {
  test('gets a session for a day on a page that may embed the form, which asks for the details', async () => {
    const reply = await post(job, from(HOST));
    expect(reply.status).toBe(201);
    expect(reply.json.data.attributes).toEqual({
      token: expect.any(String),
      expires_in: 86_400,
      draft_handle: expect.any(String),
      draft_expires_in: expect.any(Number),
    });
    expect(reply.headers.get('access-control-allow-origin')).toBe(HOST);
    const { token } = reply.json.data.attributes;
    const { meta } = (await bench.readForm({ token })).json;
    expect(meta).toMatchObject({ state: 'open', title: expect.any(String), draftKey: expect.any(String) });
    const details = meta.details.map(({ name, required }) => `${name}${required ? '!' : ''}`);
    expect(details.join(' ')).toBe('first_name! last_name! email! phone cv');
  });

  describe('who asks for the form in the same request', () => {
    const ask = (query: string, headers: NonNullable<Call['headers']> = {}) =>
      bench.call('POST', `/sessions${query}`, {
        body: sessionBody({ job: '4711', tenant: 'default' }),
        headers: { ...from(HOST), ...headers },
      });

    test('gets the same form as with the token of the session', async () => {
      const locale = '&locale=de';
      const reply = await ask(`?include=questions${locale}`);
      expect(reply.status).toBe(201);
      const { data, included, meta } = reply.json;
      const query = `/api/v1/questions?include=conditional_questions${locale}`;
      const form = (await bench.call('GET', query, { token: data.attributes.token })).json;
      expect(data.relationships?.questions.data).toEqual(form.data.map(({ type, id }) => ({ type, id })));
      expect(included).toEqual([...form.data, ...form.included]);
      expect({ ...meta, expiresIn: 0 }).toEqual({ ...form.meta, expiresIn: 0 });
    });

    test.each([
      ['a page that may embed the form', HOST, 201, undefined],
      ['a page of another origin', OTHER, 403, 'origin_not_allowed'],
    ])('gets the reply without a preflight: %s', async (_name, origin, status, code) => {
      const reply = await ask('?include=questions', { 'content-type': 'text/plain', origin });
      expect([reply.status, reply.json.errors?.[0].code]).toEqual([status, code]);
    });
  });

  test('gets a new subject each time, so no session reads the receipt of another', async () => {
    const open = async () => (await post(job, from(HOST))).json.data.attributes.token;
    const [first, second] = [await open(), await open()];
    const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
    const reply = await bench.sendAll({ token: first }, details, []);
    expect(reply.status).toBe(200);
    const reference = reply.json.data.id;
    const read = (token: string) => bench.call('GET', `/submissions/${reference}`, { token });
    expect((await read(first)).status).toBe(200);
    expect((await read(second)).status).toBe(404);
    expect((await bench.readForm({ token: second })).json.meta.submission).toBeNull();
  });
});

const refusals: readonly (readonly [string, object, NonNullable<Call['headers']>, number, string])[] = [
  ['a page of another origin', job, from('https://evil.example'), 403, 'origin_not_allowed'],
  ['a caller without an origin or a key', job, {}, 403, 'origin_not_allowed'],
  ['a visitor of a job that is not public', { ...job, job: '4713' }, from(HOST), 404, 'not_found'],
  ['a visitor of a tenant without public jobs', { ...job, tenant: 'inside' }, from(HOST), 404, 'not_found'],
  ['a visitor of an unknown tenant', { ...job, tenant: 'nobody' }, from(HOST), 404, 'not_found'],
  ['a job id with a path in it', { job: '../x', tenant: 'other' }, from(OTHER), 400, 'bad_request'],
  ['a wrong key', job, { ...from(HOST), ...withKey('wrong') }, 401, 'unauthorized'],
  ['the key of the service', job, { ...from(HOST), ...withKey('sandbox-key') }, 401, 'unauthorized'],
  ['the key of another tenant', job, withKey('key-two'), 404, 'not_found'],
  ['a job with questions of postings', { ...job, tenant: 'postings' }, withKey('key-four'), 422, 'no_job'],
];

test.each(refusals)('%s gets a sentence and no session', async (_name, attributes, headers, status, code) => {
  const reply = await post(attributes, headers);
  expect([reply.status, reply.json.errors[0].code]).toEqual([status, code]);
  expect(reply.json.errors[0].detail).toMatch(/^[A-Z].*\.$/);
  const requests = bench.requests().slice(before);
  expect(requests.filter(({ path }) => !path.startsWith('/api/v1/jobs/4712'))).toEqual([]);
  if (status !== 422) expect(requests).toEqual([]);
});

test('a back end gets sessions for any job of its tenant, public or not', async () => {
  const key = withKey('key-one');
  for (const attributes of [{ job: '4713' }, { job: '4713', tenant: 'default' }])
    expect((await post(attributes, key)).status).toBe(201);
  expect((await post({ job: '4799' }, key)).status).toBe(404);
  expect((await post({ job: '4713', expires_in: 60 }, key)).json.data.attributes.expires_in).toBe(60);
});

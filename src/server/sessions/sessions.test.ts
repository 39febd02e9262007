import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applicationId, tenant } from '../../core/model/ids.ts';
import { createCipher, sealText } from '../ledger/cipher.ts';
import { type OpenBench, openBench, sessionBody } from '../process/server.support.ts';
import { changedAt, sessionWith } from './changed-at.support.ts';
import { createTokens, type Session } from './tokens.ts';

const SECRET = 's'.repeat(32);
let bench: OpenBench;

beforeAll(async () => {
  bench = await openBench({ APPLY_SECRET: SECRET });
});
afterAll(() => bench.close());

const admin = { authorization: 'Bearer sandbox-admin' };
const mint = (attributes: object, headers: Readonly<Record<string, string>> = admin) =>
  bench.call('POST', '/sessions', { body: sessionBody(attributes), headers });

test('a back end gets a token for an application, for a day unless it asks for less', async () => {
  const { application } = await bench.apply('one-of-each');
  const reply = await mint({ application });
  expect(reply.status).toBe(201);
  expect(reply.json.data.attributes).toEqual({ token: expect.any(String), expires_in: 86_400 });
  const short = await mint({ application, expires_in: 60 });
  const { token, expires_in } = short.json.data.attributes;
  const form = await bench.readForm({ application, token });
  expect(expires_in).toBe(60);
  expect([58, 59, 60]).toContain(form.json.meta.expiresIn);
});

const id = '90001';
const keyOfService = { authorization: 'Bearer sandbox-key' };
const refused: readonly (readonly [string, object, Readonly<Record<string, string>>, number, string])[] = [
  ['without a key', { application: id }, {}, 401, 'unauthorized'],
  ['with a wrong key', { application: id }, { authorization: 'Bearer sandbox-admim' }, 401, 'unauthorized'],
  ['with the key of the service', { application: id }, keyOfService, 401, 'unauthorized'],
  ['with another scheme', { application: id }, { authorization: 'Basic sandbox-admin' }, 401, 'unauthorized'],
  ['for an unknown application', { application: '5' }, admin, 404, 'not_found'],
  ['for a path as an application', { application: '../jobs/4711' }, admin, 400, 'bad_request'],
  ['for no time at all', { application: id, expires_in: 0 }, admin, 400, 'bad_request'],
  ['for an unknown job', { job: '5', tenant: 'default' }, {}, 404, 'not_found'],
];

test.each(refused)(
  'a session %s is refused with a sentence',
  async (_name, attributes, headers, status, code) => {
    const reply = await mint(attributes, headers);
    expect([reply.status, reply.json.errors[0].code]).toEqual([status, code]);
    expect(reply.json.errors[0].detail).toMatch(/^[A-Z].*\.$/);
  },
);

test('answers 503 to a back end while the service is down', async () => {
  const made = await bench.call('POST', '/sandbox/_control/applications', { body: { form: 'one-of-each' } });
  const application = JSON.parse(made.text).id;
  bench.setFaults({ disturb: [{ path: '/api/v1/applications', reply: 503, requests: 1 }] });
  const reply = await mint({ application });
  expect([reply.status, reply.json.errors[0].code]).toEqual([503, 'service_unavailable']);
  expect(reply.headers.get('retry-after')).toBe('5');
});

test('an application answered elsewhere has the state "sent" and takes no more answers', async () => {
  const visitor = await bench.apply('one-of-each');
  const body = {
    data: {
      type: 'answers',
      attributes: { text_answer: 'by hand' },
      relationships: {
        question: { data: { type: 'questions', id: '2002' } },
        answerable: { data: { type: 'applications', id: visitor.application } },
      },
    },
  };
  const headers = { 'x-api-key': 'sandbox-key' };
  expect((await bench.call('POST', '/sandbox/api/v1/answers', { body, headers })).status).toBe(201);
  const { token } = (await mint({ application: visitor.application })).json.data.attributes;
  const late = { ...visitor, token };
  expect((await bench.readForm(late)).json.meta).toMatchObject({ state: 'sent', submission: null });
  const reply = await bench.send(late, [['2001', { boolean_answer: true }]]);
  expect([reply.status, reply.json.errors[0].code]).toEqual([409, 'already_submitted']);
  expect(bench.posts(visitor.application)).toEqual(['2002']);
});

describe('tokens', () => {
  const cipherOf = (...secrets: [string, ...string[]]) => createCipher(secrets, 'token');
  const sealed = (secret: string, change: Partial<Session> = {}) =>
    createTokens(cipherOf(secret), Date.now).seal(sessionWith(change));
  /** Seals any members with our own key. */
  const own = (members: object) =>
    `session.${sealText(cipherOf(SECRET), 'session', { ...sessionWith({}), ...members })}`;

  const bad: readonly (readonly [string, string, () => string | undefined])[] = [
    ['a missing token', 'unauthorized', () => undefined],
    ['nonsense', 'token_invalid', () => 'nonsense'],
    ['a token sealed with another secret', 'token_invalid', () => sealed('x'.repeat(32))],
    ['a token with a changed content', 'token_invalid', () => changedAt(sealed(SECRET), 70)],
    ['a token with a changed seal', 'token_invalid', () => changedAt(sealed(SECRET), 40)],
    ['a token of an unknown tenant', 'token_invalid', () => sealed(SECRET, { tenant: tenant('other') })],
    [
      'a seal for another purpose',
      'token_invalid',
      () => `session.${sealText(cipherOf(SECRET), 'draft', sessionWith({}))}`,
    ],
    ['a token that never expires', 'token_invalid', () => own({ expiresAt: undefined })],
    ['an expired token', 'token_expired', () => sealed(SECRET, { expiresAt: Date.now() - 3_600_000 })],
    ['a token of 10,000 letters', 'token_invalid', () => 'a'.repeat(10_000)],
  ];

  const doors: readonly (readonly [string, string])[] = [
    ['GET', '/api/v1/questions?include=conditional_questions'],
    ['PUT', `/files/${crypto.randomUUID()}`],
    ['DELETE', `/files/${crypto.randomUUID()}`],
    ['POST', '/submissions'],
    ['GET', '/submissions/ABCD-EFGH-JKMN'],
  ];

  test.each(bad)('%s opens no route', async (_name, code, make) => {
    const token = make();
    const before = bench.requests().length;
    for (const [method, path] of doors) {
      const reply = await bench.call(method, path, {
        ...(token && { token }),
        ...(method === 'GET' ? {} : { bytes: 'x' }),
      });
      expect([reply.status, reply.json.errors[0].code]).toEqual([401, code]);
    }
    expect(bench.requests()).toHaveLength(before);
  });

  test('a valid token opens the form (control), and the session in it cannot be read', async () => {
    const token = sealed(SECRET, { application: applicationId('90001777') });
    expect((await bench.call('GET', doors[0]?.[1] ?? '', { token: sealed(SECRET) })).status).toBe(200);
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/90001777|4712|default/);
  });
});

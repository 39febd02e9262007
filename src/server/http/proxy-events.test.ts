import { beforeEach, expect, test } from 'vitest';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import { systemClock } from '../clock.ts';
import { createMapStaging } from '../files/staging.support.ts';
import type { LogFields } from '../log.ts';
import type { Staging } from '../ports.ts';
import { type ApplyProxy, createProxy } from './create-proxy.ts';
import type { ProxyEvent } from './events.ts';
import type { ProxyOptions } from './options.ts';
import { callProxy, openTestStore, type ProxyCall, plainTenant } from './proxy.support.ts';

const PAGE = 'https://careers.example';
const sandbox = createSandbox({ key: 'key' });

const tenant = (name: string, origin: string): ProxyOptions['tenants'][number] =>
  plainTenant(name, { adminKey: `key-of-${name}`, origins: [origin] });

/** The counted events, as `event tenant`. */
let counted: string[];
let lines: (LogFields & { readonly event: string })[];
let now = Date.now();
const store = await openTestStore(() => now);
let proxy: ApplyProxy;

const put: { full: boolean } = { full: false };
const roomless = (staging: Staging): Staging => ({
  ...staging,
  put: async (...given) => (put.full ? { ok: false, error: { kind: 'full' } } : await staging.put(...given)),
});

beforeEach(() => {
  counted = [];
  lines = [];
  now = Date.now();
  put.full = false;
  const add = (event: string, fields: LogFields) => {
    lines.push({ event, ...fields });
  };
  proxy = createProxy({
    secrets: ['s'.repeat(32)],
    tenants: [tenant('one', PAGE), tenant('two', 'https://two.example')],
    send: async (request) => sandbox.fetch(request),
    store,
    staging: roomless(createMapStaging()),
    onEvent: (event, name) => counted.push(`${event} ${name}`),
    log: { warn: add, error: add },
    clock: { ...systemClock, now: () => now, monotonic: () => now },
  });
});

interface CallOptions extends Omit<ProxyCall, 'body'> {
  readonly body?: object;
  readonly bytes?: string;
}

const call = (method: string, path: string, { body, bytes, ...more }: CallOptions = {}) =>
  callProxy(proxy, method, path, {
    ...more,
    body: body === undefined ? bytes : { data: { type: 'sessions', attributes: body } },
  });

const mint = async (): Promise<string> => {
  const body = { application: sandbox.applyTo('one-of-each') };
  return (await call('POST', '/sessions', { bearer: 'key-of-one', body })).json.data.attributes.token;
};

const questions = '/api/v1/questions?include=conditional_questions';

const foreignOrigin = () => call('GET', questions, { origin: 'https://evil.example' });
const wrongKey = () => call('GET', '/metrics', { bearer: 'guess' });

const tried: readonly (readonly [string, () => Promise<unknown>, readonly string[]])[] = [
  ['a wrong admin key', wrongKey, ['wrong_key null']],
  ['a forged token', () => call('GET', questions, { bearer: 'forged' }), ['forged_token null']],
  ['an unknown code', () => call('POST', '/sessions', { body: { code: 'guess' } }), ['wrong_code null']],
  ['a page of an origin that is not listed', foreignOrigin, ['origin_refused null']],
  [
    'a page of another tenant’s origin',
    async () => call('GET', questions, { bearer: await mint(), origin: 'https://two.example' }),
    ['origin_refused one'],
  ],
];

test.each(tried)('%s is counted', async (_name, act, events) => {
  await act();
  expect(counted).toEqual(events);
});

test('valid requests are not counted', async () => {
  await call('GET', questions, { bearer: await mint(), origin: PAGE });
  await call('GET', '/metrics', { bearer: 'key-of-one' });
  expect(counted).toEqual([]);
});

test('a file that finds no room is counted for its tenant and logged with advice', async () => {
  const bearer = await mint();
  put.full = true;
  const headers = {
    'content-disposition': "attachment; filename*=UTF-8''cv.pdf",
    'apply-for': 'question 2009',
  };
  const reply = await call('PUT', `/files/${crypto.randomUUID()}`, { bearer, bytes: '%PDF-1.7', headers });
  expect([reply.status, counted]).toEqual([503, ['staging_full one']]);
  expect(lines).toEqual([
    { event: 'staging_full', tenant: 'one', advice: expect.stringContaining('APPLY_STORE has room') },
  ]);
});

test('each refusal of a limit is counted, and the log names the limit', async () => {
  const statuses: number[] = [];
  for (let times = 0; times < 33; times += 1) statuses.push((await wrongKey()).status);
  expect(statuses.filter((status) => status === 429)).toHaveLength(3);
  const of = (event: ProxyEvent) => counted.filter((entry) => entry.startsWith(event)).length;
  expect([of('wrong_key'), of('limit_reached')]).toEqual([33, 3]);
  expect(lines).toContainEqual({
    event: 'limit_reached',
    cause: 'guess',
    advice: expect.stringContaining('APPLY_TRUST_PROXY'),
  });
});

test('every log line has advice, and none has an address, key or token', async () => {
  for (const [, act] of tried) await act();
  expect(lines.length).toBeGreaterThan(4);
  for (const line of lines) expect(line.advice).toMatch(/\w/);
  expect(JSON.stringify(lines)).not.toMatch(/guess"|forged"|192\.0\.2|a\.b\.c/);
});

import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { applicationId } from '../../core/model/ids.ts';
import type { Faults } from '../../sandbox/control/faults.ts';
import { type ClientScene, openClientScene } from './client.support.ts';
import { createClient, describedVersion } from './client.ts';
import type { ServiceError } from './service-error.ts';

const KEY = 'canary-key-of-the-client';
let scene: ClientScene;
const written: unknown[] = [];

beforeAll(async () => {
  scene = await openClientScene({ key: KEY, basePath: '/tenant', forms: ['nurse'] });
  for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, level).mockImplementation((...words: readonly unknown[]) => void written.push(words));
});
beforeEach(() => scene.sandbox.setFaults({}));
afterEach(async () => expect(await scene.faults()).toEqual([]));
afterAll(() => {
  vi.restoreAllMocks();
  scene.close();
});

const faulty = (faults: Faults) => scene.sandbox.setFaults(faults);
const statusOf = (reply: number, retry_after?: number): Faults => ({
  disturb: [{ path: '/api/v1', reply, requests: 1, retry_after }],
});
/** One request of each read of the client. */
const reads = [
  ['listApplications', () => scene.client.listApplications()],
  ['readApplication', () => scene.client.readApplication(applicationId('90001'))],
  ['listQuestions', () => scene.client.listQuestions({ page: { size: 1 } })],
] as const;

/** Returns the members of the error in the last reply. */
const rawError = () => {
  const { errors } = JSON.parse(scene.replies.at(-1) ?? '');
  return { code: errors[0].code, status: errors[0].status, title: errors[0].title, detail: errors[0].detail };
};

async function failureOf(ask: () => Promise<{ ok: boolean; error?: ServiceError }>) {
  const before = scene.sent.length;
  const reply = await ask();
  return { error: reply.error, requests: scene.sent.length - before };
}

test('authentication.invalid: a wrong key is unauthorized', async () => {
  const stranger = scene.clientWith({ key: 'another' });
  expect(await failureOf(() => stranger.listApplications())).toEqual({
    error: { kind: 'unauthorized' },
    requests: 1,
  });
  expect(rawError().detail).toContain('invalid');
});

test('authentication.missing: a request that loses its header is unauthorized', async () => {
  const send = (request: Request) => {
    const headers = new Headers(request.headers);
    headers.delete('x-api-key');
    return fetch(new Request(request, { headers }));
  };
  const client = createClient({ baseUrl: scene.origin, key: KEY, send });
  expect(await client.listQuestions()).toEqual({ ok: false, error: { kind: 'unauthorized' } });
});

test('authentication.disabled: a request to a disabled integration is forbidden', async () => {
  faulty({ disturb: [{ path: '/api/v1', reply: 403 }] });
  const failure = await failureOf(() => scene.client.listApplications());
  expect(failure).toEqual({ error: { kind: 'forbidden' }, requests: 1 });
});

test.each(reads)('authentication.header: %s sends the key only in X-API-KEY', async (_name, read) => {
  await read();
  const request = scene.sent.at(-1);
  expect(request?.headers.get('X-API-KEY')).toBe(KEY);
  const others = [...(request?.headers ?? [])].filter(([name]) => name !== 'x-api-key');
  expect(JSON.stringify([request?.url, request?.referrer, others])).not.toContain(KEY);
});

test('authentication.every_request has the header, including each page of a list', async () => {
  const before = scene.sent.length;
  for await (const page of scene.client.questionPages({ page: { size: 5 } })) expect(page.ok).toBe(true);
  const pages = scene.sent.slice(before);
  expect(pages.length).toBeGreaterThan(1);
  for (const { headers } of pages) expect(headers.get('x-api-key')).toBe(KEY);
});

test.each<[string, Faults, ServiceError]>([
  ['error.401', statusOf(401), { kind: 'unauthorized' }],
  ['error.403', statusOf(403), { kind: 'forbidden' }],
  ['error.404', statusOf(404), { kind: 'not_found' }],
  ['error.429', statusOf(429, 7), { kind: 'rate_limited', retryAfter: 7 }],
  ['error.429', statusOf(429), { kind: 'rate_limited', retryAfter: null }],
  ['error.500', statusOf(500), { kind: 'server_error', status: 500 }],
])('%s has an error kind of its own, and is not retried', async (_row, faults, error) => {
  for (const [, read] of reads) {
    faulty(faults);
    expect(await failureOf(read)).toEqual({ error, requests: 1 });
  }
});

test('error.400.locale: an unknown language is a bad_request', async () => {
  const reply = await scene.client.listQuestions(JSON.parse('{"locale":"nl"}'));
  expect(reply).toEqual({ ok: false, error: { kind: 'bad_request' } });
});

test.each([
  ['..', []],
  // An empty id would request the list.
  ['', []],
  ['../jobs', ['/api/v1/applications/..%2Fjobs']],
])('error.404: the id %j cannot lead to another path', async (id, paths) => {
  const before = scene.sent.length;
  const reply = await scene.client.readApplication(applicationId(id));
  expect(reply).toEqual({
    ok: false,
    error: paths.length === 0 ? { kind: 'bad_request', parameter: 'id' } : { kind: 'not_found' },
  });
  expect(scene.sent.slice(before).map(({ url }) => new URL(url).pathname)).toEqual(paths);
});

test('error.400.parameters: error.errors, error.code, error.status, error.title and error.detail give only a kind (list_applications.include.unknown)', async () => {
  const reply = await scene.client.listApplications(JSON.parse('{"include":["interviews"]}'));
  expect(rawError()).toEqual({
    code: 'bad_request',
    status: '400',
    title: 'Bad Request',
    detail: expect.any(String),
  });
  expect(reply).toEqual({ ok: false, error: { kind: 'bad_request' } });
});

test('service.media_type.response: replies have the service’s media type, and errors too (error.media_type)', async () => {
  const types: (string | null)[] = [];
  const send = async (request: Request) => {
    expect(request.headers.get('accept')).toBe('application/vnd.api+json');
    const response = await fetch(request);
    types.push(response.headers.get('content-type'));
    return response;
  };
  for (const key of [KEY, 'other']) await createClient({ baseUrl: scene.origin, key, send }).listQuestions();
  expect(types).toEqual(['application/vnd.api+json', 'application/vnd.api+json']);
});

test('service.base_address: every path follows the given address and /api/v1 (versioning.path)', async () => {
  const client = scene.clientWith({ baseUrl: `${scene.origin}/tenant/` });
  expect((await client.listQuestions({ page: { size: 1 } })).ok).toBe(true);
  expect(new URL(scene.sent.at(-1)?.url ?? '').pathname).toBe('/tenant/api/v1/questions');
});

test('versioning.string is the version of the described document', () => {
  expect(describedVersion).toBe('v1.0.27');
});

test('limit.rate: an excess request is rate_limited, and waits at most for limit.rate.window', async () => {
  const limited = await openClientScene({ forms: ['nurse'], rate: { requests: 2, seconds: 60 } });
  const replies = [];
  for (let request = 1; request <= 3; request += 1) replies.push(await limited.client.listQuestions());
  limited.close();
  expect(replies.map(({ ok }) => ok)).toEqual([true, true, false]);
  const last = replies.at(-1);
  const wait = last?.ok === false && last.error.kind === 'rate_limited' ? last.error.retryAfter : null;
  expect(wait).toBeGreaterThan(0);
  expect(wait).toBeLessThanOrEqual(60);
  expect(limited.sent).toHaveLength(3);
});

test('authentication.header: neither an error nor the console contains the key', async () => {
  const failures = [];
  for (const status of [400, 401, 403, 404, 429, 500, 502]) {
    faulty(statusOf(status));
    failures.push(await scene.client.listApplications());
  }
  await scene.faults();
  expect(JSON.stringify(failures)).not.toContain(KEY);
  expect(JSON.stringify(written)).not.toContain(KEY);
});

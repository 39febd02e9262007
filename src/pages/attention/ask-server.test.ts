import { expect, test } from 'vitest';
import { success } from '../../core/model/outcome.ts';
import { createAskServer, type Fault } from './ask-server.ts';

interface Replied {
  readonly status?: number;
  readonly body: unknown;
  readonly headers?: Record<string, string>;
}

/** A server that gives these replies, one after the other; what it was asked. */
function answering(...replies: readonly (Replied | null)[]) {
  const asked: { readonly address: string; readonly init: RequestInit }[] = [];
  const send = async (input: string | URL | Request, init: RequestInit = {}) => {
    const reply = replies[asked.length] ?? null;
    asked.push({ address: String(input), init });
    if (reply === null) throw new TypeError('Failed to fetch');
    const { status = 200, body, headers = {} } = reply;
    return new Response(JSON.stringify(body), { status, headers });
  };
  return { ask: createAskServer(send), asked };
}

const entry = (id: string) => ({
  id,
  attributes: {
    application: null,
    job: '4711',
    accepted_at: '2026-01-01T00:00:00.000Z',
    kept_until: '2026-01-08T00:00:00.000Z',
    items: [{ question: null, part: 0, title: null, state: 'refused', code: 'job_closed', members: ['cv'] }],
  },
});

const listOf = (ids: readonly string[], next: string | null = null, meta: object = {}) => ({
  body: { data: ids.map(entry), meta: { total: 3, ...meta }, links: { next } },
});

const refusal = (status: number, headers = {}) => ({
  status,
  headers,
  body: { errors: [{ detail: 'Its words.' }] },
});

test('all pages are read, each submission once', async () => {
  const { ask, asked } = answering(listOf(['A', 'B'], '/attention?page[number]=2'), listOf(['B', 'C']));
  const listed = await ask.list('key');
  expect(listed.ok && listed.value.waiting.map(({ reference }) => reference)).toEqual(['A', 'B', 'C']);
  expect(asked.map(({ address }) => address)).toEqual([
    '/attention?page[size]=1000&page[number]=1',
    '/attention?page[size]=1000&page[number]=2',
  ]);
});

const finding = { question: '12', title: 'Colour', found: 'It has no options.', fix: 'Add two.' };

test('findings that come on the first page alone stay when there are more pages', async () => {
  const meta = {
    questions: [{ job: null, title: null, count: 80, findings: [finding] }],
    questions_left_out: 12,
  };
  const { ask } = answering(listOf(['A'], '/attention?page[number]=2', meta), listOf(['B']));
  const listed = await ask.list('key');
  expect(listed).toMatchObject({
    value: { questions: [{ job: null, count: 80, findings: [finding] }], questionsLeftOut: 12 },
  });
});

test('the key goes in the header of a request that nothing keeps', async () => {
  const { ask, asked } = answering(listOf([]));
  await ask.list('the key of one');
  const [{ address, init }] = [asked[0] ?? { address: '', init: {} }];
  expect(new Headers(init.headers).get('authorization')).toBe('Bearer the key of one');
  expect(init).toMatchObject({
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  });
  expect(address).not.toContain('key of one');
});

test.each<[string, Replied | null, Fault]>([
  ['a wrong key', refusal(401), { kind: 'wrong_key' }],
  ['too many wrong keys', refusal(429, { 'retry-after': '42' }), { kind: 'too_many_tries', seconds: 42 }],
  ['a server that is not there', null, { kind: 'no_answer' }],
  ['a store that is down', refusal(503), { kind: 'unavailable', detail: 'Its words.' }],
  ['a name that the server does not go by', refusal(403), { kind: 'unavailable', detail: 'Its words.' }],
  ['one that cannot be done', refusal(400), { kind: 'refused', detail: 'Its words.' }],
  ['a stranger that knows nothing', { status: 404, body: 'Not here' }, { kind: 'strange' }],
  ['a stranger that knows all', { body: { hello: 'you' } }, { kind: 'strange' }],
])('%s has a fault of its own', async (_name, reply, fault) => {
  const { ask } = answering(reply);
  expect(await ask.list('key')).toEqual({ ok: false, error: fault });
});

test('a key that fits into no header is wrong, and is not sent', async () => {
  const { ask, asked } = answering(listOf([]));
  expect(await ask.list('ключ')).toEqual({ ok: false, error: { kind: 'wrong_key' } });
  expect(asked).toEqual([]);
});

test('a server that takes no applications says why', async () => {
  const body = { errors: [], meta: { state: 'not_ready', tenant: 'one', reasons: ['store'], degraded: [] } };
  const { ask } = answering({ status: 503, body });
  expect(await ask.state('key')).toEqual(
    success({ isReady: false, reasons: ['store'], degraded: [], tenant: 'one' }),
  );
});

test('an export asks for the one submission, and again where the list moved meanwhile', async () => {
  const one = (id: string) => ({ body: { data: [entry(id)], meta: { detail: 'Files are left out.' } } });
  const { ask, asked } = answering(listOf(['A', 'B', 'C']), one('C'), listOf(['B', 'C']), one('B'));
  expect(await ask.exportOne('key', 'B')).toEqual(
    success({ submission: entry('B'), note: 'Files are left out.' }),
  );
  expect(asked.map(({ address }) => address).filter((address) => address.includes('include'))).toEqual([
    '/attention?include=answers&page[size]=1&page[number]=2',
    '/attention?include=answers&page[size]=1&page[number]=1',
  ]);
});

test('what needs no attention any more is not exported', async () => {
  const { ask } = answering(listOf(['A']));
  expect(await ask.exportOne('key', 'B')).toMatchObject({
    error: { kind: 'refused', detail: expect.stringMatching(/^B does not need attention any more/) },
  });
});

test('what a list that moves each time hides is not said to be done with', async () => {
  const moved = [listOf(['A', 'B']), listOf(['C'])];
  const { ask } = answering(...moved, ...moved, ...moved);
  expect(await ask.exportOne('key', 'B')).toMatchObject({
    error: { kind: 'refused', detail: expect.stringMatching(/^The list changed each time.* Try again\.$/) },
  });
});

test('questions to mend are read where the server names them, and what is no finding is left out', async () => {
  const named = { ...finding, code: 'no_options', question: 12 };
  const questions = [
    { job: '4711', title: 'Nurse', findings: [named, { code: 'odd' }] },
    { job: '900', findings: [] },
    { job: {}, findings: [named] },
  ];
  const { ask } = answering(listOf([], null, { questions }));
  expect(await ask.list('key')).toMatchObject({
    value: {
      questions: [{ job: '4711', title: 'Nurse', count: 1, findings: [finding] }],
      questionsLeftOut: 0,
    },
  });
});

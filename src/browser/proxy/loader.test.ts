import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Failure, failure, type Outcome } from '../../core/model/failure.ts';
import { fileId, questionId, reference, revision } from '../../core/model/ids.ts';
import type { Submission } from '../../core/model/submission.ts';
import { failureOf, fallbackOf, fromDocument, loadForm, openSession } from './access.ts';
import { stageFile, type uploadByXhr } from './files.ts';
import type { Connection, Trouble } from './request.ts';
import { follow, readReceipt, submit } from './submissions.ts';

interface Arrival {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** A real server in place of the proxy: its requests, and its next replies. */
let server: Server;
let arrivals: Arrival[];
let replies: Reply[];
let connection: Connection;

beforeEach(async () => {
  arrivals = [];
  replies = [];
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(Buffer.from(chunk));
    } catch {
      return;
    }
    const { method = '', url = '', headers } = request;
    arrivals.push({ method, path: url, headers, body: Buffer.concat(chunks).toString() });
    const reply = replies.shift() ?? { status: 404 };
    response.writeHead(reply.status, reply.headers ?? {});
    response.end(typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? null));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  connection = { endpoint: `http://127.0.0.1:${port}`, token: 'sealed', fetch };
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Stands in for the browser's XMLHttpRequest. */
const uploadByFetch: typeof uploadByXhr = (address, init, onProgress) => {
  onProgress(0.5);
  return fetch(address, init);
};

const nowhere = (): Connection => ({ ...connection, endpoint: 'http://127.0.0.1:1' });

const question = (id: string) => ({
  type: 'questions',
  id,
  attributes: { title: `Question ${id}`, question_type: 'short_text', conditional: null },
});

const failureIn = (outcome: Outcome<unknown, Trouble>) => (outcome.ok ? null : failureOf(outcome.error));
const codeOf = (outcome: Outcome<unknown, Trouble>) => failureIn(outcome)?.code ?? 'no failure';

const refusal = (code: string, meta: object = {}) => ({ errors: [{ code }], meta });

describe('loading the form', () => {
  test('requests the whole question set with its token and its language', async () => {
    replies = [{ status: 200, body: { data: [question('7')], meta: { revision: 'r1', title: 'Nurse' } } }];
    const outcome = await loadForm(connection, 'de');
    expect(arrivals[0]).toMatchObject({
      method: 'GET',
      path: '/api/v1/questions?include=conditional_questions&locale=de',
    });
    expect(arrivals[0]?.headers.authorization).toBe('Bearer sealed');
    expect(outcome.ok && outcome.value.tree.order).toEqual(['7']);
    expect(outcome.ok && outcome.value.meta).toMatchObject({ revision: 'r1', title: 'Nurse', state: 'open' });
  });

  const failures: readonly [string, Reply, Partial<Failure>][] = [
    [
      'an expired token',
      { status: 401, body: refusal('token_expired') },
      { code: 'token_expired', retryable: false },
    ],
    [
      'a busy service, with the time to wait',
      { status: 429, headers: { 'retry-after': '7' }, body: refusal('rate_limited') },
      { code: 'rate_limited', retryable: true, retryAfter: 7 },
    ],
    [
      'an error page of a gateway',
      { status: 502, body: '<h1>Bad gateway</h1>' },
      { code: 'service_unavailable', retryable: true },
    ],
    ['a reply that is not JSON', { status: 200, body: '<h1>Hello</h1>' }, { code: 'bad_document' }],
    [
      'an unknown error in our format',
      { status: 403, body: refusal('moon_in_the_wrong_house') },
      { code: 'blocked', retryable: true },
    ],
    [
      'a busy proxy with another code',
      { status: 429, body: refusal('queue_full') },
      { code: 'rate_limited' },
    ],
  ];
  test.each(failures)('gives %s its own code', async (_name, reply, expected) => {
    replies = [reply];
    const outcome = await loadForm(connection, 'en');
    expect(failureIn(outcome)).toMatchObject(expected);
  });

  const strangers = [400, 401, 403, 404, 413, 418, 429];
  test.each(strangers)('does not treat a %i of another server as a refusal of the proxy', async (status) => {
    replies = [
      '<h1>Request blocked</h1>',
      { error: 'not_found', message: 'Denied' },
      { errors: ['not_found'] },
    ].map((body) => ({ status, headers: { 'retry-after': '30' }, body }));
    for (const _reply of replies.slice())
      expect(failureIn(await loadForm(connection, 'en'))).toMatchObject({
        code: 'blocked',
        retryable: true,
        retryAfter: 30,
      });
  });

  test('reports offline when no reply comes', async () => {
    expect(codeOf(await loadForm(nowhere(), 'en'))).toBe('offline');
  });

  test('passes on the fallback address of a refusal, but never a script', async () => {
    const body = (fallback: string) => refusal('service_unavailable', { fallback });
    replies = [
      { status: 503, body: body('https://careers.example.com/1') },
      { status: 503, body: body('javascript:alert(1)') },
    ];
    const [good, bad] = [await loadForm(connection, 'en'), await loadForm(connection, 'en')];
    expect(!good.ok && fallbackOf(good.error)).toBe('https://careers.example.com/1');
    expect(!bad.ok && fallbackOf(bad.error)).toBeNull();
  });
});

describe('a given document', () => {
  test('becomes a form without any request', () => {
    const outcome = fromDocument({ data: [question('1'), question('2')] });
    expect(outcome.ok && outcome.value.tree.order).toEqual(['1', '2']);
    expect(arrivals).toEqual([]);
  });

  test.each([null, [], { data: 'x' }])('is a failure when it is invalid: %j', (document) => {
    expect(codeOf(fromDocument(document))).toBe('bad_document');
  });
});

describe('staging a file', () => {
  const id = fileId('0b0f7c1e-0000-4000-8000-000000000001');
  const file = (name: string) => ({
    id,
    name,
    content: new Blob(['%PDF'], { type: 'application/pdf' }),
    purpose: 'question 12',
    signal: new AbortController().signal,
    onProgress: () => {},
    upload: uploadByFetch,
  });

  test('uploads the raw bytes under the id that the browser chose, with the question', async () => {
    replies = [{ status: 201 }];
    const outcome = await stageFile(connection, file('cv.pdf'));
    expect(outcome.ok).toBe(true);
    expect(arrivals[0]).toMatchObject({ method: 'PUT', path: `/files/${id}`, body: '%PDF' });
    expect(arrivals[0]?.headers).toMatchObject({
      'apply-for': 'question 12',
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''cv.pdf",
    });
  });
});

const submissionDocument = (state: string, states: readonly string[] = ['delivered']) => ({
  data: {
    type: 'submissions',
    id: 'REF-1',
    attributes: {
      state,
      accepted_at: '2027-01-01T00:00:00Z',
      answers: states.map((each) => ({ question: '7', part: 0, state: each })),
    },
  },
});

describe('sending', () => {
  const sending = (text: string) => ({
    details: null,
    answers: [{ question: questionId('7'), part: 0, value: { kind: 'text' as const, text } }],
    meta: { revision: revision('r1'), locale: 'de', source: null },
  });

  test('sends one request with every answer under its own question', async () => {
    replies = [{ status: 202, body: submissionDocument('delivering', ['sending']) }];
    const outcome = await submit(connection, sending('Nurse'));
    expect(arrivals).toHaveLength(1);
    expect(arrivals[0]?.headers['prefer']).toBe('wait=8');
    expect(JSON.parse(arrivals[0]?.body ?? '')).toEqual({
      data: [
        {
          type: 'answers',
          attributes: { text_answer: 'Nurse' },
          relationships: { question: { data: { type: 'questions', id: '7' } } },
        },
      ],
      meta: { revision: 'r1', locale: 'de' },
    });
    expect(outcome.ok && outcome.value).toMatchObject({ reference: 'REF-1', state: 'delivering' });
  });

  // Above 64 KiB a browser refuses a keepalive request.
  test.each([
    ['a short application survives a closed tab', 'x', true],
    ['a long one is sent without keepalive', 'x'.repeat(60_000), false],
    ['bytes count, not characters', '€'.repeat(20_000), false],
  ])('%s', async (_name, text, keepalive) => {
    const keepalives: unknown[] = [];
    const spy: typeof fetch = (input, init) => {
      keepalives.push(init?.keepalive);
      return fetch(input, { ...init, keepalive: false });
    };
    replies = [{ status: 200, body: submissionDocument('complete') }];
    await submit({ ...connection, fetch: spy }, sending(text));
    expect(keepalives).toEqual([keepalive]);
  });
});

describe('following a submission', () => {
  const read = async (): Promise<Outcome<Submission, Failure>> => {
    const outcome = await readReceipt(connection, reference('REF-1'));
    return outcome.ok ? outcome : failure(failureOf(outcome.error));
  };

  async function followed() {
    const waits: number[] = [];
    const readings: (Submission | Failure)[] = [];
    const wait = async (milliseconds: number) => void waits.push(milliseconds);
    const { signal } = new AbortController();
    for await (const reading of follow(read, signal, wait))
      readings.push(reading.ok ? reading.value : reading.error);
    return { waits, readings };
  }

  test('reads until the submission has ended, at growing intervals', async () => {
    const going = { status: 200, body: submissionDocument('delivering', ['sending']) };
    replies = [
      ...Array.from({ length: 8 }, () => going),
      { status: 200, body: submissionDocument('complete') },
    ];
    const { waits, readings } = await followed();
    expect(waits[0]).toBe(1_000);
    expect(waits.at(-1)).toBe(10_000);
    expect(waits).toEqual(waits.toSorted((first, second) => first - second));
    expect(readings).toHaveLength(9);
    expect(readings.at(-1)).toMatchObject({ state: 'complete' });
  });
});

describe('a session for a public job', () => {
  test('includes its form, and separates the questions of its list from the included ones', async () => {
    const [first, second, third] = ['1', '2', '3'].map((id) => ({ type: 'questions', id }));
    const questions = { data: [first, second] };
    const data = { attributes: { token: 'fresh' }, relationships: { questions } };
    replies = [{ status: 201, body: { data, included: [first, second, third], meta: { revision: 'r1' } } }];
    const job = { job: '4711', tenant: 'default' };
    const outcome = await openSession({ ...connection, token: '' }, job, '?include=questions');
    const form = { data: [first, second], included: [third], meta: { revision: 'r1' } };
    expect(outcome).toMatchObject({ ok: true, value: { token: 'fresh', draftHandle: null, form } });
    expect(arrivals[0]?.path).toBe('/sessions?include=questions');
  });

  test('is requested without a token and without a preflight', async () => {
    replies = [{ status: 201, body: { data: { attributes: { token: 'fresh' } } } }];
    await openSession({ ...connection, token: '' }, { job: '4711', tenant: 'default' });
    expect(arrivals[0]?.headers['content-type']).toMatch(/^text\/plain/);
    expect(arrivals[0]?.headers.authorization).toBeUndefined();
  });
});

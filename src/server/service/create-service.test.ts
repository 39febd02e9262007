import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { applicationId, questionId } from '../../core/model/ids.ts';
import { createVirtualClock, type VirtualClock } from '../virtual-clock.support.ts';
import { writeAnswer } from './bodies.ts';
import { createService, type Service } from './create-service.ts';
import { writeEffects } from './service-error.ts';

const KEY = 'canary-key';
let server: Server;
let received: { url: string; headers: IncomingMessage['headers'] }[];
let answer: RequestListener;
/** Replies have no time limit until a test advances this clock. */
let clock: VirtualClock;

beforeEach(async () => {
  received = [];
  clock = createVirtualClock({ began: Date.now() });
  server = createServer(async (request, response) => {
    await text(request);
    const { url = '', headers } = request;
    received.push({ url, headers });
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

const portOf = (listening: Server) => (listening.address() as AddressInfo).port;
const LIMIT = 2_000;
const service = (baseUrl = `http://127.0.0.1:${portOf(server)}/tenant`): Service =>
  createService({ baseUrl, key: KEY, send: fetch, readLimit: LIMIT, writeLimit: LIMIT, clock });
const body = writeAnswer(
  { question: questionId('7'), part: 0, value: { kind: 'text', text: 'x' } },
  applicationId('99'),
);
const json =
  (status: number, document: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) => {
    response
      .writeHead(status, { 'content-type': 'application/vnd.api+json', ...headers })
      .end(JSON.stringify(document));
  };
const errors = { errors: [{ code: 'x', status: '0', title: 'x', detail: 'secret of the service' }] };

test('requests a page of questions as documented, with the key only in its header', async () => {
  answer = json(200, { data: [{ id: '1' }], included: [], meta: {} });
  const list = {
    questionable: '4711',
    filterForm: 'eq',
    page: 2,
    size: 1000,
    levels: 2,
    locale: null,
  } as const;
  expect(await service().listQuestions(list)).toMatchObject({ ok: true, value: { data: [{ id: '1' }] } });
  const url = new URL(received[0]?.url ?? '', 'http://x');
  expect(url.pathname).toBe('/tenant/api/v1/questions');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    include: 'conditional_questions.conditional_questions',
    'filter[questionable_id][eq]': '4711',
    'page[size]': '1000',
    'page[number]': '2',
  });
  expect(received[0]?.headers['x-api-key']).toBe(KEY);
});

test('reads the job and the answered questions of an application', async () => {
  const relationships = { question: { data: { type: 'questions', id: 8 } } };
  answer = json(200, {
    data: { id: 99, type: 'applications', attributes: { job_id: 4711, ai_score: { score: 1 } } },
    included: [
      { type: 'answers', id: '1', relationships },
      { type: 'questions', id: '9' },
      null,
      { type: 'answers', id: '2' },
    ],
  });
  expect(await service().readApplication(applicationId('99'), ['answers.question'])).toEqual({
    ok: true,
    value: { id: '99', job: '4711', posting: null, rejectedAt: null, hiredAt: null, answered: ['8', '9'] },
  });
  const ends = { rejected_at: '2026-01-02T03:04:05Z', hired_at: 7 };
  answer = json(200, { data: { id: '99', attributes: { job_id: 5, ...ends } } });
  expect(await service().readApplication(applicationId('99'), [])).toMatchObject({
    value: { job: '5', rejectedAt: '2026-01-02T03:04:05Z', hiredAt: null },
  });
});

test('an answer is stored when the service gives it an id', async () => {
  answer = json(201, { data: { type: 'answers', id: '700' } });
  expect(await service().createAnswer(body)).toEqual({ ok: true, value: '700' });
});

const page =
  (status: number, content = '<html>'): RequestListener =>
  (_request, response) =>
    response.writeHead(status).end(content);
const limited = (retry: string) => json(429, errors, { 'retry-after': retry });
const noDocument = (status: number) => ({ kind: 'bad_document', status });
const half: RequestListener = (_request, response) => {
  response.writeHead(201, { 'content-length': '99' });
  response.write('{"da', () => response.destroy());
};
const pointer = '/data/attributes/text_answer';

const causes: readonly (readonly [string, RequestListener, object, 'not_stored' | 'refused' | 'unclear'])[] =
  [
    ['401', json(401, errors), { kind: 'unauthorized' }, 'not_stored'],
    ['403', json(403, errors), { kind: 'forbidden' }, 'not_stored'],
    ['429 with seconds', limited('7'), { kind: 'rate_limited', retryAfter: 7 }, 'not_stored'],
    ['400 with errors', json(400, errors), { kind: 'bad_request' }, 'refused'],
    ['404 with errors', json(404, errors), { kind: 'not_found' }, 'refused'],
    ['409 with errors', json(409, errors), { kind: 'invalid', pointers: [], members: [] }, 'refused'],
    [
      '422 with a pointer',
      json(422, { errors: [{ source: { pointer } }] }),
      { kind: 'invalid', pointers: [pointer], members: [] },
      'refused',
    ],
    ['422 of a gateway', page(422), noDocument(422), 'unclear'],
    ['500', json(500, errors), { kind: 'server_error', status: 500 }, 'unclear'],
    ['a page', page(200), noDocument(200), 'unclear'],
    ['an empty reply', page(201, ''), noDocument(201), 'unclear'],
    ['an answer without an id', json(201, { data: { type: 'answers' } }), noDocument(201), 'unclear'],
    ['half a body', half, { kind: 'interrupted' }, 'unclear'],
    ['a broken connection', (request) => request.socket.destroy(), { kind: 'interrupted' }, 'unclear'],
    ['no reply in time', () => void clock.run(LIMIT), { kind: 'timeout' }, 'unclear'],
  ];

test.each(causes)(
  '%s gives its error kind and its effect on an answer',
  async (_name, reply, error, effect) => {
    answer = reply;
    const outcome = await service().createAnswer(body);
    expect(outcome).toEqual({ ok: false, error });
    if (!outcome.ok) expect(writeEffects[outcome.error.kind]).toBe(effect);
    expect(received).toHaveLength(1);
  },
);

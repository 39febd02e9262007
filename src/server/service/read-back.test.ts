import { expect, test } from 'vitest';
import { failure, success } from '../../core/model/failure.ts';
import { applicationId, reference } from '../../core/model/ids.ts';
import { findApplication, readServiceAnswers, readServiceDocuments } from './read-back.ts';
import type { Get } from './send-request.ts';
import type { ServiceError } from './service-error.ts';

const byPhone = { by: 'list', include: 'answers', documents: false } as const;
const way = { by: 'single', include: 'answers.question', documents: false } as const;
const errors: readonly ServiceError[] = [
  { kind: 'forbidden' },
  { kind: 'bad_request' },
  { kind: 'not_found' },
  { kind: 'timeout' },
  { kind: 'unreachable' },
  { kind: 'unauthorized' },
  { kind: 'rate_limited', retryAfter: null },
  { kind: 'server_error', status: 500 },
  { kind: 'bad_document', status: 200 },
  { kind: 'invalid', pointers: [], members: [] },
];

/** Answers each request with the next document, or fails with the error that it names; repeats the last one. */
function answering(...documents: readonly unknown[]) {
  const requests: Parameters<Get>[0][] = [];
  const get: Get = async (request) => {
    const document = documents[Math.min(requests.length, documents.length - 1)];
    requests.push(request);
    const error = errors.find(({ kind }) => kind === document);
    if (error !== undefined) return failure(error);
    return success({ status: 200, document, clockAhead: 0 });
  };
  return { get, requests };
}
const read = (document: object) => readServiceAnswers(answering(document).get, applicationId('9'), way);
const holder = (answers: unknown) => ({
  data: { id: '9', relationships: { answers } },
  included: [] as unknown[],
});
const named = (id: string) => ({ type: 'answers', id });
const impossible = { ok: false, error: { kind: 'impossible', of: 'service' } };
const unproven = { ok: false, error: { kind: 'unproven' } };
const plain = { data: { id: '9', attributes: { phone: '+442079460000' } } };

test('an ignored include does not count as no answers', async () => {
  expect(await read(holder({ meta: { included: false } }))).toEqual(impossible);
  expect(await read({ data: { id: '9' } })).toEqual(impossible);
  expect(await read(holder({ data: [], meta: { included: false } }))).toEqual(impossible);
  expect(await read(holder(null))).toEqual(impossible);
  expect(await read(holder({ data: named('1') }))).toEqual(impossible);
  expect(await read(holder({ data: [] }))).toMatchObject({ ok: true, value: { answers: [] } });
});

test.each<[string, unknown]>([
  ['no data', { meta: {} }],
  ['another application', { data: { ...holder({ data: [] }).data, id: '8' } }],
  ['an answer that the application does not name', { ...holder({ data: [] }), included: [named('1')] }],
  ['a further page of answers', holder({ data: [], links: { next: '/more' } })],
  ['an error', 'server_error'],
  ['a 404', 'not_found'],
])('a read of one application that returns %s proves nothing about its answers', async (_name, odd) => {
  const reply = await readServiceAnswers(answering(odd, plain).get, applicationId('9'), way);
  expect(reply).toEqual(unproven);
});

test.each<[string, unknown, unknown, object]>([
  ['a service that fails at everything counts as away', 'server_error', 'timeout', { kind: 'timeout' }],
  [
    'a page from a proxy does not count as a reply of the service',
    { up: false },
    { up: false },
    { kind: 'bad_document', status: 200 },
  ],
  [
    'a key without any access does not rule out this way of reading',
    'timeout',
    'forbidden',
    { kind: 'forbidden' },
  ],
  [
    'a missing application is unproven, because it may come back',
    'not_found',
    'not_found',
    { kind: 'unproven' },
  ],
  ['an unreachable service gets no second request', 'unreachable', plain, { kind: 'unreachable' }],
])('%s', async (_name, first, second, error) => {
  const { get } = answering(first, second);
  expect(await readServiceAnswers(get, applicationId('9'), way)).toEqual({ ok: false, error });
});

test('a reply that names an answer without including it proves nothing', async () => {
  const document = { ...holder({ data: [named('1'), named('2')] }), included: [named('1')] };
  expect(await read(document)).toEqual(impossible);
  expect(await read({ ...document, included: [named('1'), named('2')] })).toMatchObject({ ok: true });
});

test('answers of other applications in the same list are ignored', async () => {
  const list = {
    data: [
      { id: '8', relationships: { answers: { data: [named('1')] } } },
      { id: '9', relationships: { answers: { data: [named('2')] } } },
    ],
    included: [named('1'), named('2')],
  };
  const { get } = answering({ data: { id: '9', attributes: { phone: '+44 20 7946-0000' } } }, list);
  const reply = await readServiceAnswers(get, applicationId('9'), byPhone);
  expect(reply).toMatchObject({ ok: true, value: { answers: [{ id: '2' }] } });
});

test.each([null, '020 7946 0000'])(
  'an application with the phone number %j cannot be found in the list by phone',
  async (phone) => {
    const { get, requests } = answering({ data: { id: '9', attributes: { phone } } });
    const reply = await readServiceAnswers(get, applicationId('9'), byPhone);
    expect(reply).toEqual({ ok: false, error: { kind: 'impossible', of: 'application' } });
    expect(requests).toHaveLength(1);
  },
);

test.each<[string, unknown]>([
  ['one application', { data: holder({ data: [] }).data }],
  ['only other applications', { data: [{ ...holder({ data: [] }).data, id: '8' }] }],
])('a list by phone that returns %s proves nothing about the answers', async (_name, odd) => {
  const { get } = answering(plain, odd);
  expect(await readServiceAnswers(get, applicationId('9'), byPhone)).toEqual(unproven);
});

test('a 403 concerns the include when the application itself can be read, and otherwise the key', async () => {
  expect(await readServiceAnswers(answering('forbidden', plain).get, applicationId('9'), way)).toEqual(
    impossible,
  );
  const reply = await readServiceAnswers(answering('forbidden').get, applicationId('9'), way);
  expect(reply).toEqual({ ok: false, error: { kind: 'forbidden' } });
});

const withFiles = { ...way, documents: true };
const shown = (attachments: unknown) => ({
  data: { ...holder({ data: [] }).data, attributes: { attachments } },
});

test('the files of an application are read together with its answers and identified by name', async () => {
  const { get, requests } = answering(
    shown([{ context: 'cv', name: 'cv.pdf', url: 'x' }, { name: 'a.png' }]),
  );
  expect(await readServiceAnswers(get, applicationId('9'), withFiles)).toMatchObject({
    ok: true,
    value: {
      hasAnswers: true,
      hasDocuments: true,
      answers: [
        { question: 'detail:documents', attributes: { attachments: [{ name: 'cv.pdf' }] }, createdAt: null },
        { question: 'detail:documents', attributes: { attachments: [{ name: 'a.png' }] } },
      ],
    },
  });
  expect(requests[0]?.query).toEqual({
    include: 'answers.question',
    'extra_fields[applications]': 'attachments',
  });
});

test('the files are read alone when answers cannot be read', async () => {
  const { get, requests } = answering(shown([{ name: 'a.png' }]));
  expect(await readServiceDocuments(get, applicationId('9'))).toMatchObject({
    ok: true,
    value: { hasAnswers: false, hasDocuments: true, answers: [{ question: 'detail:documents' }] },
  });
  expect(requests[0]?.query).toEqual({ 'extra_fields[applications]': 'attachments' });
  expect(await readServiceDocuments(answering(shown(null)).get, applicationId('9'))).toEqual(impossible);
  expect(await readServiceDocuments(answering('bad_request').get, applicationId('9'))).toEqual(impossible);
  expect(await readServiceDocuments(answering('forbidden', plain).get, applicationId('9'))).toEqual(
    impossible,
  );
});

const noon = Date.UTC(2026, 5, 1, 12);
const minute = 60_000;
const entry = (id: number, minutes: number) => ({
  id: String(id),
  attributes: {
    created_at: new Date(noon + minutes * minute).toISOString(),
    external_system_reference: `R${id}`,
  },
});
const page = (...entries: readonly object[]) => ({ data: entries });
const counted = (count: number) => ({ data: [entry(3, 2)], meta: { stats: { total: { count } } } });
const find = (...pages: readonly unknown[]) =>
  findApplication(answering(...pages).get, reference('R1'), noon);

test.each<[string, readonly unknown[], object]>([
  ['finds it on the first page', [page(entry(2, 1), entry(1, 0))], success('1')],
  ['finds it on a later page', [page(entry(3, 2), entry(2, 1)), page(entry(1, 0))], success('1')],
  ['ends when the list reaches older applications', [page(entry(3, 2), entry(2, -6))], success(null)],
  ['ends at the end of the list', [page(entry(3, 2)), page(), counted(1)], success(null)],
  ['accepts a single application in any order', [page(entry(3, -9)), counted(1)], success(null)],
  ['is unproven when an empty list has a total', [page(), counted(7)], unproven],
  [
    'is unproven when the list has fewer applications than its total',
    [page(entry(3, 2)), page(), counted(2)],
    unproven,
  ],
  ['is impossible when nothing shows whether an empty list is complete', [page()], impossible],
  [
    'is impossible when the second page is not in order',
    [page(entry(3, 2)), page(entry(4, 9), entry(2, -9))],
    impossible,
  ],
  [
    'is unproven when the reply is one application instead of a list',
    [{ data: entry(2, -9) }, plain],
    unproven,
  ],
  ['is unproven when only the list fails', ['server_error', plain], unproven],
  ['fails when every request fails', ['server_error'], failure({ kind: 'server_error', status: 500 })],
  [
    'allows for a clock that is minutes off',
    [page(entry(3, 2), entry(2, -4)), page(entry(1, -5))],
    success('1'),
  ],
  ['is impossible when all pages are the same', [page(entry(3, 2), entry(2, 1))], impossible],
  [
    'is impossible when the list shows no references',
    [
      page({ id: '1', attributes: { ...entry(1, 1).attributes, external_system_reference: undefined } }),
      page(),
    ],
    impossible,
  ],
  [
    'is impossible when there are too many newer applications',
    Array.from({ length: 30 }, (_, n) => page(entry(99 - n, 99 - n))),
    impossible,
  ],
])('the search for an application by our reference %s', async (_name, pages, outcome) => {
  expect(await find(...pages)).toEqual(outcome);
});

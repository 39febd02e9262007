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

/** Each request is answered with the next document, the last one for ever. */
function answering(...documents: readonly unknown[]) {
  const asked: Parameters<Get>[0][] = [];
  const get: Get = async (request) => {
    const document = documents[Math.min(asked.length, documents.length - 1)];
    asked.push(request);
    const error = errors.find(({ kind }) => kind === document);
    if (error !== undefined) return failure(error);
    return success({ status: 200, document, clockAhead: 0 });
  };
  return { get, asked };
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

test('an include that was ignored is not the same as no answers', async () => {
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
  ['an answer that is not named', { ...holder({ data: [] }), included: [named('1')] }],
  ['a further page of answers', holder({ data: [], links: { next: '/more' } })],
  ['an error', 'server_error'],
  ['that it is not there', 'not_found'],
])('where one application was asked for, %s says nothing of its answers', async (_what, odd) => {
  const reply = await readServiceAnswers(answering(odd, plain).get, applicationId('9'), way);
  expect(reply).toEqual(unproven);
});

test.each<[string, unknown, unknown, object]>([
  ['a service that fails at everything is away', 'server_error', 'timeout', { kind: 'timeout' }],
  ['a page of something in between is no word of it', { up: false }, { up: false }, errors[8] ?? {}],
  [
    'one that lets the key read nothing says nothing of this way',
    'timeout',
    'forbidden',
    { kind: 'forbidden' },
  ],
  ['an application that is gone may come back', 'not_found', 'not_found', { kind: 'unproven' }],
  ['one that cannot be reached is not asked twice', 'unreachable', plain, { kind: 'unreachable' }],
])('%s', async (_what, first, second, error) => {
  const { get } = answering(first, second);
  expect(await readServiceAnswers(get, applicationId('9'), way)).toEqual({ ok: false, error });
});

test('an answer that is named and not there makes the rest worth nothing', async () => {
  const document = { ...holder({ data: [named('1'), named('2')] }), included: [named('1')] };
  expect(await read(document)).toEqual(impossible);
  expect(await read({ ...document, included: [named('1'), named('2')] })).toMatchObject({ ok: true });
});

test('answers of others in the same list are not this one’s', async () => {
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
  'with the phone number %j this application cannot be found by it, though others may be',
  async (phone) => {
    const { get, asked } = answering({ data: { id: '9', attributes: { phone } } });
    const reply = await readServiceAnswers(get, applicationId('9'), byPhone);
    expect(reply).toEqual({ ok: false, error: { kind: 'impossible', of: 'application' } });
    expect(asked).toHaveLength(1);
  },
);

test.each<[string, unknown]>([
  ['one application', { data: holder({ data: [] }).data }],
  ['others', { data: [{ ...holder({ data: [] }).data, id: '8' }] }],
])('where a list by phone was asked for, %s says nothing of its answers', async (_what, odd) => {
  const { get } = answering(plain, odd);
  expect(await readServiceAnswers(get, applicationId('9'), byPhone)).toEqual(unproven);
});

test('a 403 is about the include where the application itself may be read, else about the key', async () => {
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

test('files of the application are asked for beside its answers, and told by their names', async () => {
  const { get, asked } = answering(shown([{ context: 'cv', name: 'cv.pdf', url: 'x' }, { name: 'a.png' }]));
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
  expect(asked[0]?.query).toEqual({
    include: 'answers.question',
    'extra_fields[applications]': 'attachments',
  });
});

test('where no answers can be read, they are asked for alone', async () => {
  const { get, asked } = answering(shown([{ name: 'a.png' }]));
  expect(await readServiceDocuments(get, applicationId('9'))).toMatchObject({
    ok: true,
    value: { hasAnswers: false, hasDocuments: true, answers: [{ question: 'detail:documents' }] },
  });
  expect(asked[0]?.query).toEqual({ 'extra_fields[applications]': 'attachments' });
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
const unknown = { ok: false, error: { kind: 'impossible', of: 'service' } };

test.each<[string, readonly unknown[], object]>([
  ['it is on the first page', [page(entry(2, 1), entry(1, 0))], success('1')],
  ['it is on a later one', [page(entry(3, 2), entry(2, 1)), page(entry(1, 0))], success('1')],
  ['the list has come to older ones', [page(entry(3, 2), entry(2, -6))], success(null)],
  ['the list is at its end', [page(entry(3, 2)), page(), counted(1)], success(null)],
  ['one alone is in any order', [page(entry(3, -9)), counted(1)], success(null)],
  ['an empty list that is told to hold some', [page(), counted(7)], unproven],
  ['an end that lacks some', [page(entry(3, 2)), page(), counted(2)], unproven],
  ['nothing tells whether an empty list is whole', [page()], unknown],
  ['the second page goes back in time', [page(entry(3, 2)), page(entry(4, 9), entry(2, -9))], unknown],
  ['one application instead of a list', [{ data: entry(2, -9) }, plain], unproven],
  ['the list fails, and nothing else', ['server_error', plain], unproven],
  ['the list fails, as all does', ['server_error'], failure(errors[7])],
  ['a clock may be wrong by minutes', [page(entry(3, 2), entry(2, -4)), page(entry(1, -5))], success('1')],
  ['the pages are all the same', [page(entry(3, 2), entry(2, 1))], unknown],
  [
    'references are not shown',
    [
      page({ id: '1', attributes: { ...entry(1, 1).attributes, external_system_reference: undefined } }),
      page(),
    ],
    unknown,
  ],
  [
    'there are too many newer ones',
    Array.from({ length: 30 }, (_, n) => page(entry(99 - n, 99 - n))),
    unknown,
  ],
])('an application is looked for by our reference: %s', async (_name, pages, outcome) => {
  expect(await find(...pages)).toEqual(outcome);
});

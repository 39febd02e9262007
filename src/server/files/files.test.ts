import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenBench, openBench, refusing, type Visitor } from '../process/server.support.ts';

let bench: OpenBench;
let visitor: Visitor;

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  visitor = await bench.apply('one-of-each');
});

const pdf = '%PDF-1.4\n%%EOF\n';
const put = (
  id: string,
  file: { name?: string; bytes?: string | Uint8Array<ArrayBuffer>; question?: string },
) => bench.putFile(visitor, id, { name: 'cv.pdf', bytes: pdf, question: '2009', ...file });

test('the same file can be uploaded again under its id, another file cannot', async () => {
  const id = crypto.randomUUID();
  const first = await put(id, {});
  expect(first.status).toBe(201);
  expect(first.json.data).toEqual({
    type: 'files',
    id,
    attributes: { name: 'cv.pdf', size: 15, type: 'application/pdf' },
  });
  expect((await put(id, {})).status).toBe(201);
  const other = await put(id, { bytes: `${pdf}more` });
  expect([other.status, other.json.errors[0].code]).toEqual([409, 'already_submitted']);
});

const limit = 10 * 1_048_576;
const refusals: readonly (readonly [string, number, string, Parameters<typeof put>[1]])[] = [
  ['an empty file', 422, 'file_empty', { bytes: '' }],
  [
    'a file of one byte over the limit',
    413,
    'file_too_large',
    { name: 'a.txt', bytes: new Uint8Array(limit + 1).fill(97) },
  ],
  ['a program called a PDF', 415, 'file_type', { name: 'cv.pdf', bytes: 'MZ\u0090\u0000' }],
  ['a file without an ending', 415, 'file_type', { name: 'cv' }],
  ['a question that takes no file', 422, 'foreign_question', { question: '2001' }],
  ['a question of another form', 422, 'foreign_question', { question: '106' }],
];

test.each(refusals)('%s is refused', async (_name, status, code, file) => {
  const reply = await put(crypto.randomUUID(), file);
  expect([reply.status, reply.json.errors[0].code]).toEqual([status, code]);
});

const headers = { 'content-disposition': 'attachment; filename="cv.pdf"', 'apply-for': 'question 2009' };
test.each([
  ['an invalid id', '/files/1', headers],
  ['no name', `/files/${crypto.randomUUID()}`, { 'apply-for': 'question 2009' }],
  ['no purpose', `/files/${crypto.randomUUID()}`, { 'content-disposition': headers['content-disposition'] }],
  ['a CV in application mode', `/files/${crypto.randomUUID()}`, { ...headers, 'apply-for': 'cv' }],
  ['a compressed body', `/files/${crypto.randomUUID()}`, { ...headers, 'content-encoding': 'gzip' }],
])('answers 400 to %s', async (_name, path, given) => {
  const reply = await bench.call('PUT', path, { token: visitor.token, bytes: pdf, headers: given });
  expect([reply.status, reply.json.errors[0].code]).toEqual([400, 'bad_request']);
});

test('a file can be sent only by its own applicant and for its own question', async () => {
  const id = crypto.randomUUID();
  await put(id, {});
  const other = await bench.apply('one-of-each');
  const stolen = await bench.send(other, [['2009', { document: id }]]);
  expect(stolen.json.errors[0].code).toBe('file_missing');
  const moved = await bench.send(visitor, [['2010', { document: id }]]);
  expect([moved.json.errors[0].code, moved.json.meta.questions]).toEqual(['file_missing', ['2010']]);
});

test('several files of one question arrive one by one, with distinct names', async () => {
  const ids = [crypto.randomUUID(), crypto.randomUUID()];
  for (const [index, id] of ids.entries()) await put(id, { question: '2010', bytes: `${pdf}${index}` });
  const reply = await bench.send(
    visitor,
    ids.map((document) => ['2010', { document }] as const),
  );
  expect(reply.json.data.attributes).toMatchObject({
    state: 'complete',
    answers: [{ part: 0 }, { part: 1 }],
  });
  expect(bench.answers(visitor.application)).toMatchObject([
    { value: { filename: 'cv.pdf' } },
    { value: { filename: 'cv (2).pdf' } },
  ]);
});

test('a file of a submission cannot be deleted by its applicant', async () => {
  const id = crypto.randomUUID();
  await put(id, {});
  bench.setFaults(refusing('2002'));
  const answers = [
    ['2002', { text_answer: 'x' }],
    ['2009', { document: id }],
  ] as const;
  const first = await bench.send(visitor, answers);
  bench.setFaults({});
  await bench.call('DELETE', `/files/${id}`, { token: visitor.token });
  expect((await bench.send(visitor, answers)).json.data.id).toBe(first.json.data.id);
});

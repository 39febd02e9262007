import { beforeEach, expect, test } from 'vitest';
import { type ApplicationId, applicationId, questionId } from '../../core/model/ids.ts';
import type { FileSource } from '../ports.ts';
import type { NewAnswerValue } from './changes.ts';
import { openClientScene, useClientScene } from './client.support.ts';

const scene = useClientScene();
let application: ApplicationId;
/** The body of the last request of `client`. */
let body = '';

beforeEach(() => {
  application = applicationId(scene().sandbox.applyTo('one-of-each'));
});

const client = () =>
  scene().clientWith({
    send: async (request) => {
      body = await request.clone().text();
      return fetch(request);
    },
  });

const answerTo = (question: string, value: NewAnswerValue) =>
  scene().client.createAnswer({ application, question: questionId(question), value });

/** Reads the answers of the application with their files. */
async function readBack() {
  const reply = await scene().client.readApplication(application, {
    include: ['answers.question'],
    extra_fields: { answers: ['attachments'] },
  });
  if (!reply.ok) throw new Error(reply.error.kind);
  return reply.value.included.flatMap((resource) => (resource.type === 'answers' ? [resource] : []));
}

const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(200_000, 'x')]);
const file: FileSource = {
  name: 'Zeugnis "ü".pdf',
  type: 'application/pdf',
  size: bytes.byteLength,
  async *chunks() {
    for (let from = 0; from < bytes.byteLength; from += 50_000) yield bytes.subarray(from, from + 50_000);
  },
};
const data = `data:application/pdf;base64,${bytes.toString('base64')}` as const;

const [from, to] = ['2026-01-01', '2026-02-28'] as const;
const plain: readonly [row: string, field: string, question: string, NewAnswerValue, object?][] = [
  ['short_text', 'text_answer', '2002', { kind: 'text', text: 'Nurse' }],
  ['long_text', 'text_answer', '2003', { kind: 'text', text: 'a\nb “ü”' }],
  ['boolean', 'boolean_answer', '2001', { kind: 'boolean', value: false }],
  ['number', 'number_answer', '2007', { kind: 'number', text: '-1234567890123456789.50' }],
  ['date', 'date_answer', '2008', { kind: 'date', day: '2026-02-28' }],
  ['date_range', 'date_from_answer', '2011', { kind: 'date_range', from, to }, { date_to_answer: to }],
  ['url', 'url_answer', '2004', { kind: 'url', text: 'https://example.com/cv?a=1&b=2' }],
  ['multiple_choice', 'multiple_choice_answer', '2006', { kind: 'choice', options: ['Nights', 'Days'] }],
];

test.each(plain)(
  'create_answer.%s is sent as %s, and returned by create_answer.response and a read (create_answer)',
  async (_row, field, question, value, more = {}) => {
    const { kind, ...parts } = value;
    const attributes = { [field]: Object.values(parts)[0], ...more };
    const reply = await answerTo(question, value);
    expect(reply).toMatchObject({ ok: true, value: { data: { type: 'answers', attributes } } });
    const [stored] = await readBack();
    expect(stored).toMatchObject({
      id: reply.ok && reply.value.data.id,
      attributes,
      relationships: { question: { data: { type: 'questions', id: question } } },
    });
  },
);

test.each<[string, NewAnswerValue]>([
  ['create_answer.document: a streamed file', { kind: 'document', file }],
  [
    'answers.document_base64_data and answers.document_base64_filename: a file in memory',
    { kind: 'document_data', data, filename: file.name },
  ],
])('%s arrives unchanged with its name', async (_row, value) => {
  expect(await answerTo('2009', value)).toMatchObject({ ok: true });
  const [stored] = await readBack();
  const [attachment, ...others] = stored?.attributes.attachments ?? [];
  expect([attachment?.name, others]).toEqual([file.name, []]);
  const download = await fetch(attachment?.url ?? '');
  expect(Buffer.from(await download.arrayBuffer()).equals(bytes)).toBe(true);
});

test('create_answer.document_signed sends answers.document_signed_id for a file that the service already has', async () => {
  const value = { kind: 'document_signed_id', signedId: 'signed-7' } as const;
  expect(await client().createAnswer({ application, question: questionId('2009'), value })).toMatchObject({
    ok: true,
  });
  expect(JSON.parse(body).data.attributes).toEqual({ document_signed_id: 'signed-7' });
  const [stored] = await readBack();
  expect(stored?.attributes.document_answer).not.toBeNull();
});

test('create_answer.multi_document sends one answer for each file', async () => {
  await answerTo('2010', { kind: 'document', file: { ...file, name: 'a.pdf' } });
  await answerTo('2010', { kind: 'document_data', data, filename: 'b.pdf' });
  const names = (await readBack()).flatMap(({ attributes }) => attributes.attachments ?? []);
  expect(names.map(({ name }) => name)).toEqual(['a.pdf', 'b.pdf']);
});

test('create_answer.body.type, create_answer.body.question and create_answer.body.answerable are as documented', async () => {
  await client().createAnswer({
    application,
    question: questionId('2002'),
    value: { kind: 'text', text: 'Nurse' },
  });
  expect(JSON.parse(body)).toEqual({
    data: {
      type: 'answers',
      attributes: { text_answer: 'Nurse' },
      relationships: {
        question: { data: { type: 'questions', id: '2002' } },
        answerable: { data: { type: 'applications', id: application } },
      },
    },
  });
});

test('create_answer.rule.child_question works alone (create_answer.rule.no_conditional, create_answer.rule.not_enforced)', async () => {
  const reply = await client().createAnswer({
    application,
    question: questionId('2101'),
    value: { kind: 'text', text: 'shown' },
  });
  expect(reply).toMatchObject({ ok: true });
  expect(body).not.toMatch(/conditional|parent|position/);
  const [stored] = await readBack();
  expect(stored?.relationships.question?.data).toEqual({ type: 'questions', id: '2101' });
});

test.each<[string, string, NewAnswerValue, string]>([
  ['a text for a number', '2007', { kind: 'text', text: 'x' }, 'attributes/text_answer'],
  [
    'a file with broken base64',
    '2009',
    { kind: 'document_data', data: 'data:application/pdf;base64,JVB*', filename: 'a.pdf' },
    'attributes/document_base64_data',
  ],
])('error.422: %s is invalid, and the error names its pointer', async (_name, question, value, path) => {
  expect(await answerTo(question, value)).toMatchObject({
    ok: false,
    error: { kind: 'invalid', pointers: expect.arrayContaining([`/data/${path}`]) },
  });
  expect(await readBack()).toEqual([]);
});

test('create_answer.second: a second answer is accepted, or refused by a service that allows one', async () => {
  const value = { kind: 'text', text: 'Nurse' } as const;
  for (const time of [1, 2])
    expect([time, await answerTo('2002', value)]).toMatchObject([time, { ok: true }]);
  expect(await readBack()).toHaveLength(2);
  const strict = await openClientScene({ duplicates: 'reject' });
  const duplicated = applicationId(strict.sandbox.applyTo('one-of-each'));
  const answer = { application: duplicated, question: questionId('2002'), value };
  expect(await strict.client.createAnswer(answer)).toMatchObject({ ok: true });
  expect(await strict.client.createAnswer(answer)).toMatchObject({ ok: false, error: { kind: 'invalid' } });
  expect(await strict.faults()).toEqual([]);
  strict.close();
});

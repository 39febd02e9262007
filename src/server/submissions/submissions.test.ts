import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type OpenBench,
  openBench,
  refusing,
  type Sent,
  slow,
  submissionBody,
  type Visitor,
} from '../process/server.support.ts';

let bench: OpenBench;
let visitor: Visitor;

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.setFaults({});
  visitor = await bench.apply('one-of-each');
});

const text = (question: string, answer: string): Sent => [question, { text_answer: answer }];
const yes: Sent = ['2001', { boolean_answer: true }];
const states = (reply: Awaited<ReturnType<OpenBench['call']>>) =>
  reply.json.data.attributes.answers.map(
    (answer: { question: string; state: string; code?: string }) =>
      `${answer.question} ${answer.state}${answer.code === undefined ? '' : ` ${answer.code}`}`,
  );

test('each visible answer reaches the service once with its question, parents before follow-ups', async () => {
  const reply = await bench.send(visitor, [
    text('2101', 'because'),
    text('2105', 'ward'),
    text('2002', 'Nurse'),
    yes,
  ]);
  expect(reply.status).toBe(200);
  expect(reply.headers.get('location')).toBe(`/submissions/${reply.json.data.id}`);
  expect(reply.json.data.attributes).toMatchObject({ state: 'complete', application: null });
  expect(states(reply)).toEqual(['2001 delivered', '2101 delivered', '2002 delivered', '2105 delivered']);
  expect(bench.posts(visitor.application)).toEqual(['2001', '2101', '2002', '2105']);
});

test('an answer of each type arrives in the format of the service', async () => {
  const file = crypto.randomUUID();
  expect(
    (await bench.putFile(visitor, file, { name: 'cv.txt', bytes: 'My life', question: '2009' })).status,
  ).toBe(201);
  const reply = await bench.send(visitor, [
    ['2001', { boolean_answer: false }],
    text('2003', 'night shifts'),
    ['2004', { url_answer: 'https://example.com/cv' }],
    ['2005', { multiple_choice_answer: ['Full time'] }],
    ['2006', { multiple_choice_answer: ['Days', 'Nights'] }],
    ['2007', { number_answer: '12.50' }],
    ['2008', { date_answer: '2024-06-05' }],
    ['2011', { date_to_answer: '2024-02-01', date_from_answer: '2024-01-01' }],
    ['2009', { document: file }],
  ]);
  expect(reply.json.data.attributes.state).toBe('complete');
  const values = bench.answers(visitor.application).map(({ question, value }) => [question, value]);
  expect(Object.fromEntries(values)).toMatchObject({
    2001: false,
    2003: 'night shifts',
    2004: 'https://example.com/cv',
    2005: ['Full time'],
    2006: ['Days', 'Nights'],
    2007: '12.50',
    2008: '2024-06-05',
    2009: { filename: 'cv.txt', type: 'text/plain', size: 7 },
    2011: { from: '2024-01-01', to: '2024-02-01' },
  });
});

const document = { document: crypto.randomUUID() };
const refusals: readonly (readonly [string, number, string, readonly Sent[], readonly string[]])[] = [
  ['an answer to a hidden question', 422, 'hidden_answer', [text('2101', 'x')], ['2101']],
  ['an answer whose condition does not hold', 422, 'hidden_answer', [yes, text('2102', 'x')], ['2102']],
  ['a question of another form', 422, 'foreign_question', [text('101', 'x')], ['101']],
  ['"__proto__" as a question', 422, 'foreign_question', [text('__proto__', 'x')], ['__proto__']],
  ['a text for a yes-or-no question', 422, 'invalid_answer', [text('2001', 'yes')], ['2001']],
  ['a number of 41 digits', 422, 'invalid_answer', [['2007', { number_answer: '1'.repeat(41) }]], ['2007']],
  ['a text of 100,001 characters', 422, 'invalid_answer', [text('2003', 'x'.repeat(100_001))], ['2003']],
  ['a day that does not exist', 422, 'invalid_answer', [['2008', { date_answer: '2024-02-30' }]], ['2008']],
  ['two answers to one question', 422, 'too_many', [text('2002', 'a'), text('2002', 'b')], ['2002']],
  ['a file that was never uploaded', 422, 'file_missing', [['2009', document]], ['2009']],
];

test.each(refusals)(
  '%s is refused, and nothing reaches the service',
  async (_name, status, code, answers, questions) => {
    const reply = await bench.send(visitor, answers);
    expect(reply.status).toBe(status);
    expect(reply.json.errors[0]).toMatchObject({ code, status: String(status) });
    expect(reply.json.meta.questions).toEqual(questions);
    expect(bench.posts(visitor.application)).toEqual([]);
  },
);

const words = 'one\ttwo\r\nthree \u{1f468}\u200d\u{1f4bb} \u200f\u05d0';
const written: readonly (readonly [string, Sent, unknown])[] = [
  ['100,000 characters unchanged', text('2003', 'x'.repeat(100_000)), 'x'.repeat(100_000)],
  ['tabs, line ends, emoji sequences and direction marks unchanged', text('2003', words), words],
  ['a text without its control characters', text('2003', 'a\u0000b\u001b[31m\u0085c\u007f'), 'ab[31mc'],
  ['a text without its broken characters', text('2003', 'a\ud800b\udc00c \u{1f600}'), 'abc \u{1f600}'],
  [
    'an address without its control characters',
    ['2004', { url_answer: 'https://a.example/\u0007b' }],
    'https://a.example/b',
  ],
];

test.each(written)(
  'the service gets %s, and a repetition is no new content',
  async (_name, sent, arrived) => {
    const [question] = sent;
    const first = await bench.send(visitor, [sent]);
    expect(bench.answers(visitor.application).map(({ value }) => value)).toEqual([arrived]);
    const attributes = question === '2004' ? { url_answer: arrived } : { text_answer: arrived };
    for (const again of [sent, [question, attributes] as const]) {
      const reply = await bench.send(visitor, [again]);
      expect([reply.status, reply.json.data.id]).toEqual([200, first.json.data.id]);
    }
  },
);

test('every required visible question without an answer is reported, follow-ups included', async () => {
  const engineer = await bench.apply('engineer');
  const reply = await bench.send(engineer, [['111', { boolean_answer: false }]]);
  expect(reply.json.errors[0].code).toBe('missing_answer');
  expect(reply.json.meta.questions).toEqual(['101', '102', '103', '104', '106', '108', '109', '110', '132']);
  expect(bench.posts(engineer.application)).toEqual([]);
});

const element = {
  type: 'answers',
  attributes: { text_answer: 'x' },
  relationships: { question: { data: { type: 'questions', id: '2002' } } },
};
const answerable = { data: { type: 'applications', id: '1' } };
const meta = { revision: 'r' };
const badBodies: readonly (readonly [string, unknown])[] = [
  [
    'an application of the sender’s choice',
    { data: [{ ...element, relationships: { ...element.relationships, answerable } }], meta },
  ],
  ['details in application mode', { data: [{ type: 'applications', attributes: {} }], meta }],
  [
    'an unknown attribute',
    { data: [{ ...element, attributes: { text_answer: 'x', concealed: true } }], meta },
  ],
  ['half a date range', { data: [{ ...element, attributes: { date_from_answer: '2024-01-01' } }], meta }],
  ['no revision', { data: [element], meta: {} }],
  ['the member "__proto__"', JSON.parse(`{"data": [], "meta": {"revision": "r"}, "__proto__": {"x": 1}}`)],
];

test.each(badBodies)('answers 400 to a body with %s', async (_name, body) => {
  const before = bench.requests().length;
  const reply = await bench.call('POST', '/submissions', { token: visitor.token, body });
  expect([reply.status, reply.json.errors[0].code]).toEqual([400, 'bad_request']);
  expect(bench.requests()).toHaveLength(before);
});

test('checks token, body, known content, revision, conditions and files in this order', async () => {
  const wrong = submissionBody([text('2101', 'hidden'), ['2009', document]], { revision: 'old' });
  const post = (token: string, body: unknown) => bench.call('POST', '/submissions', { token, body });
  expect((await post('nonsense', 'nonsense')).json.errors[0].code).toBe('token_invalid');
  expect((await post(visitor.token, 'nonsense')).json.errors[0].code).toBe('bad_request');
  expect((await post(visitor.token, wrong)).json.errors[0].code).toBe('form_changed');
  const hiddenAndMissing = await bench.send(visitor, [text('2101', 'hidden'), ['2009', document]]);
  expect(hiddenAndMissing.json.errors[0].code).toBe('hidden_answer');
  expect((await bench.send(visitor, [['2009', document]])).json.errors[0].code).toBe('file_missing');
  expect((await bench.send(visitor, [yes])).status).toBe(200);
  const knownAndOld = await post(visitor.token, submissionBody([yes], { revision: 'old' }));
  expect(knownAndOld.status).toBe(200);
});

test('sending the same content again gets the same receipt and no second POST, in any language', async () => {
  const first = await bench.send(visitor, [yes, text('2002', 'Nurse')]);
  const again = await bench.send(visitor, [text('2002', 'Nurse'), yes], {
    locale: 'de',
    source: 'elsewhere',
  });
  expect(again.json.data.id).toBe(first.json.data.id);
  expect(again.status).toBe(200);
  expect(bench.posts(visitor.application)).toEqual(['2001', '2002']);
});

test('other content after a receipt is refused, and the reply has the stored submission', async () => {
  const first = await bench.send(visitor, [yes]);
  const other = await bench.send(visitor, [['2001', { boolean_answer: false }]]);
  expect([other.status, other.json.errors[0].code]).toEqual([409, 'already_submitted']);
  expect(other.json.meta.submission).toEqual(first.json.data);
  expect(bench.posts(visitor.application)).toEqual(['2001']);
});

test('a correction sends only the refused answer and the follow-ups that waited for it', async () => {
  bench.setFaults(refusing('2002'));
  const first = await bench.send(visitor, [yes, text('2002', 'Nurse'), text('2105', 'ward')]);
  expect(first.status).toBe(200);
  expect(first.json.data.attributes.state).toBe('attention');
  expect(states(first)).toEqual(['2001 delivered', '2002 refused invalid_answer', '2105 held']);
  bench.setFaults({});
  const corrected = await bench.send(visitor, [yes, text('2002', 'Midwife'), text('2106', 'station')]);
  expect(corrected.json.data.id).toBe(first.json.data.id);
  expect(states(corrected)).toEqual(['2001 delivered', '2002 delivered', '2106 delivered']);
  expect(bench.posts(visitor.application)).toEqual(['2001', '2002', '2106']);
});

test('"Prefer: wait=0" gets the receipt at once, before the delivery', async () => {
  bench.setFaults(slow(300));
  const { revision } = (await bench.readForm(visitor)).json.meta;
  const body = submissionBody([yes], { revision });
  const reply = await bench.call('POST', '/submissions', {
    token: visitor.token,
    body,
    headers: { prefer: 'wait=0' },
  });
  expect([reply.status, reply.headers.get('retry-after')]).toEqual([202, '1']);
  expect(reply.json.data.attributes.state).toMatch(/received|delivering/);
  await bench.until(async () => {
    const read = await bench.call('GET', `/submissions/${reply.json.data.id}`, { token: visitor.token });
    expect(read.json.data.attributes.state).toBe('complete');
  });
});

test('a receipt can be read only by its own applicant', async () => {
  const { json } = await bench.send(visitor, [yes]);
  const other = await bench.apply('one-of-each');
  expect((await bench.call('GET', `/submissions/${json.data.id}`, { token: other.token })).status).toBe(404);
  expect((await bench.call('GET', `/submissions/${json.data.id}`, { token: visitor.token })).status).toBe(
    200,
  );
});

test('a closed job takes no answers, but an applicant who sent before gets the same receipt', async () => {
  const early = await bench.apply('one-of-each');
  const receipt = await bench.send(early, [yes]);
  const closed = await openBench();
  try {
    closed.setJobs({ '4712': { state: 'closed' } });
    const late = await closed.apply('one-of-each');
    expect((await closed.readForm(late)).json.meta.state).toBe('closed');
    const reply = await closed.send(late, [yes]);
    expect([reply.status, reply.json.errors[0].code]).toEqual([409, 'job_closed']);
    expect(closed.posts(late.application)).toEqual([]);
  } finally {
    await closed.close();
  }
  expect((await bench.send(early, [yes])).json.data.id).toBe(receipt.json.data.id);
});

test('a body over 1 MiB is refused before it is read', async () => {
  const reply = await bench.send(visitor, [text('2003', 'x'.repeat(1_048_576))]);
  expect([reply.status, reply.json.errors[0].code]).toEqual([413, 'body_too_large']);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenBench, openBench } from '../process/server.support.ts';

let bench: OpenBench;

beforeAll(async () => {
  bench = await openBench({ APPLY_FALLBACK_URL: 'https://careers.example.com/{job}/apply' });
});
afterAll(() => bench.close());
beforeEach(() => bench.setFaults({}));

/** Runs a test on a server with an empty cache. */
async function fresh(use: (bench: OpenBench) => Promise<void>): Promise<void> {
  const own = await openBench({ APPLY_FALLBACK_URL: 'https://careers.example.com/{job}/apply' });
  try {
    await use(own);
  } finally {
    await own.close();
  }
}

test('one request returns all questions and settings of a form', async () => {
  const visitor = await bench.apply('engineer');
  const { status, headers, json } = await bench.readForm(visitor);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/vnd.api+json');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(json.data.length + json.included.length).toBe(38);
  expect(json.meta).toEqual({
    revision: expect.stringMatching(/^[0-9a-f]{64}$/),
    semantics: { dateOrder: 'dmy', unanswered: 'hidden' },
    state: 'open',
    submission: null,
    title: expect.any(String),
    fallback: 'https://careers.example.com/4711/apply',
    expiresIn: expect.any(Number),
    limits: { bytes: 10_485_760, types: expect.arrayContaining(['.pdf', '.docx']) },
    draftKey: expect.stringMatching(/^[\w-]{43}$/),
    details: [],
    consent: [],
    equality: [],
    sections: [],
    privacyUrl: null,
    nextText: null,
    nextUrl: null,
    employer: 'Lumen Rail',
    place: 'Ghent, Belgium, or remote in Europe',
    minutes: 5,
    logo: null,
    notice: expect.stringContaining('sandbox'),
  });
});

test('only the attributes that a form needs pass, and help is a list of nodes', async () => {
  const { json } = await bench.readForm(await bench.apply('hostile'));
  const allowed = [
    'title',
    'additional_information',
    'question_type',
    'required',
    'num_required_answer_options',
    'max_num_required_answer_options',
    'multiple_choice_options',
    'conditional',
  ];
  for (const question of [...json.data, ...json.included]) {
    expect(
      Object.keys(question).filter((name) => !['type', 'id', 'attributes', 'relationships'].includes(name)),
    ).toEqual([]);
    expect(Object.keys(question.attributes).filter((name) => !allowed.includes(name))).toEqual([]);
    const help = question.attributes.additional_information ?? [];
    expect(Array.isArray(help)).toBe(true);
    expect(JSON.stringify(help)).not.toMatch(
      /javascript:|onerror|"tag":"(?!p"|br"|ul"|ol"|li"|strong"|em"|a")/i,
    );
  }
});

test('answers 502 with the fallback to an unreadable document, and logs it', async () => {
  await fresh(async (own) => {
    const visitor = await own.apply('engineer');
    own.setFaults({ disturb: [{ path: '/api/v1/questions', reply: 'html' }] });
    const reply = await own.readForm(visitor);
    expect([reply.status, reply.json.errors[0].code]).toEqual([502, 'bad_document']);
    expect(reply.json.meta.fallback).toBe('https://careers.example.com/4711/apply');
    expect(reply.text).not.toMatch(/One moment|at \w+ \(|node:/i);
    expect(own.log.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'bad_document', job: '4711' }),
    );
    own.setFaults({});
    await own.until(async () => expect((await own.readForm(visitor)).status).toBe(200));
  });
});

test.each([
  '/api/v1/questions?include=answers',
  '/api/v1/questions?include=conditional_questions&locale=../../x',
])('answers 400 to %s', async (path) => {
  const { token } = await bench.apply('one-of-each');
  const before = bench.requests().length;
  const reply = await bench.call('GET', path, { token });
  expect([reply.status, reply.json.errors[0].code]).toEqual([400, 'bad_request']);
  expect(bench.requests()).toHaveLength(before);
});

test.each([
  ['GET', '/api/v1/applications/90001'],
  ['POST', '/api/v1/answers'],
  ['GET', '/api/v1/questions/../applications'],
  ['GET', '/api/v1/questions%2F..%2Fapplications'],
  ['GET', '//evil.example/api/v1/questions'],
])('answers 404 to %s %s without a request to the service', async (method, path) => {
  const { token } = await bench.apply('one-of-each');
  const before = bench.requests().length;
  const reply = await bench.call(method, path, { token });
  expect([reply.status, reply.json.errors[0].code]).toEqual([404, 'not_found']);
  expect(bench.requests()).toHaveLength(before);
});

/** Rows of the feature matrix on questions, their list, documents and errors that no other test shows by itself. */
import { describe, expect, test } from 'vitest';
import { answerBody, ask, firstError, ids, list, post, type Reply } from '../client.support.ts';
import { createSandbox } from '../create-sandbox.ts';
import { at, isObject } from '../json.ts';
import { mediaType } from '../json-api.ts';

const sandbox = createSandbox();
const get = (path: string): Promise<Reply> => ask(sandbox, `/api/v1/${path}`);
const EACH = 'questions?filter[questionable_id]=4712&include=conditional_questions&page[size]=1000';
const ENGINEER = 'questions?filter[questionable_id]=4711';

const attribute = (resource: unknown, ...names: readonly string[]) => at(resource, 'attributes', ...names);
const byId = (resources: unknown, id: string) => list(resources).find((one) => at(one, 'id') === id);

describe('documents', () => {
  test('service.resource_objects: id, type, attributes and relationships, and nothing else', async () => {
    const { body } = await get(ENGINEER);
    for (const one of list(at(body, 'data')))
      expect(Object.keys(Object(one)).sort()).toEqual(['attributes', 'id', 'relationships', 'type']);
  });

  test('service.compound_documents: what is related comes in the same document', async () => {
    const { body } = await get(EACH);
    expect(list(at(body, 'included')).length).toBeGreaterThan(0);
  });

  test('service.meta: a list and a single resource carry it', async () => {
    expect(isObject(at((await get(ENGINEER)).body, 'meta'))).toBe(true);
    expect(isObject(at((await get('jobs/4711')).body, 'meta'))).toBe(true);
  });

  test('service.base_address: every path is below it', async () => {
    const mounted = createSandbox({ basePath: '/customer' });
    expect((await ask(mounted, '/customer/api/v1/questions')).status).toBe(200);
  });

  test.each(['data', 'included'])('questions.type is questions in %s', async (place) => {
    const all = list(at((await get(EACH)).body, place));
    expect(new Set(all.map((one) => at(one, 'type')))).toEqual(new Set(['questions']));
  });
});

describe('what a question says', () => {
  test('questions.fields are all there, with values of their kind', async () => {
    const { body } = await get(ENGINEER);
    expect(attribute(byId(at(body, 'data'), '103'))).toMatchObject({
      title: expect.any(String),
      additional_information: expect.toSatisfy((value) => value === null || typeof value === 'string'),
      question_type: 'multiple_choice',
      required: true,
      num_required_answer_options: 1,
      max_num_required_answer_options: 4,
      multiple_choice_options: expect.arrayContaining(['Rust', 'PostgreSQL']),
    });
  });

  test('questions.conditional.null for a question that is no follow-up', async () => {
    const { body } = await get(ENGINEER);
    expect(list(at(body, 'data')).map((one) => attribute(one, 'conditional'))).toEqual(Array(14).fill(null));
  });

  test.each([
    ['', (child: unknown) => isObject(attribute(child, 'conditional'))],
    [
      '.parent_question_id',
      (child: unknown) => typeof attribute(child, 'conditional', 'parent_question_id') === 'string',
    ],
    ['.position', (child: unknown) => Number.isInteger(attribute(child, 'conditional', 'position'))],
    [
      '.conditions',
      (child: unknown) =>
        list(attribute(child, 'conditional', 'conditions')).every(
          (one) => typeof at(one, 'operator') === 'string' && typeof at(one, 'value') === 'string',
        ),
    ],
    [
      '.first_condition',
      (child: unknown) => list(attribute(child, 'conditional', 'conditions')).length === 1,
    ],
  ])('questions.conditional%s is there for every follow-up', async (_, holds) => {
    const children = list(at((await get(EACH)).body, 'included'));
    expect(children.length).toBeGreaterThan(30);
    expect(children.filter((child) => !holds(child))).toEqual([]);
  });

  test('questions.relationship.conditional_questions: a parent names its children, and they are in included', async () => {
    const { body } = await get(`${ENGINEER}&include=conditional_questions`);
    const named = ids(at(byId(at(body, 'data'), '103'), 'relationships', 'conditional_questions', 'data'));
    expect(named).toEqual(['123', '124']);
    expect(ids(at(body, 'included'))).toEqual(expect.arrayContaining(['123', '124']));
  });

  const texts = ['contains', 'equals', 'not_contains', 'not_equals'];
  const ordered = ['equals', 'greater_than', 'less_than', 'less_thanThan', 'not_equals'];
  const same = ['equals', 'not_equals'];
  test.each([
    ['boolean', same],
    ['short_text', texts],
    ['long_text', texts],
    ['url', same],
    ['multiple_choice', same],
    ['number', ordered],
    ['date', ordered],
    ['document', same],
    ['multi_document', same],
  ])('questions.operator.%s: the sandbox has follow-ups by each of %j', async (type, operators) => {
    const { body } = await get(EACH);
    const parents = list(at(body, 'data')).filter((one) => attribute(one, 'question_type') === type);
    const children = list(at(body, 'included')).filter((child) =>
      ids(parents).includes(String(attribute(child, 'conditional', 'parent_question_id'))),
    );
    const used = children.flatMap((child) => list(attribute(child, 'conditional', 'conditions')));
    expect([...new Set(used.map((one) => String(at(one, 'operator'))))].sort()).toEqual(operators);
  });

  test('questions.operator.date_range: no follow-up stands below one', async () => {
    const { body } = await get(EACH);
    const ranges = list(at(body, 'data')).filter((one) => attribute(one, 'question_type') === 'date_range');
    const parents = list(at(body, 'included')).map((child) =>
      attribute(child, 'conditional', 'parent_question_id'),
    );
    expect(ids(ranges).length).toBeGreaterThan(0);
    expect(parents.filter((id) => ids(ranges).includes(String(id)))).toEqual([]);
  });

  test('questions.operator.multiple_choice.membership: a follow-up names one option of a question that takes several', async () => {
    const { body } = await get(`${ENGINEER}&include=conditional_questions`);
    const [first] = list(attribute(byId(at(body, 'included'), '124'), 'conditional', 'conditions'));
    const parent = byId(at(body, 'data'), '103');
    expect(attribute(parent, 'max_num_required_answer_options')).toBe(4);
    expect(list(attribute(parent, 'multiple_choice_options'))).toContain(at(first, 'value'));
  });

  test('questions.operator.less_than: both spellings come as they are stored', async () => {
    const { text } = await get(EACH);
    expect([text.includes('"less_thanThan"'), text.includes('"less_than"')]).toEqual([true, true]);
  });

  test('questions.values.as_stored: dates that are not ISO come as they are', async () => {
    const { text } = await get(EACH);
    expect(text).toMatch(/"value":"\d{4}\/\d{2}\/\d{2}"/);
  });

  test('questions.values.canonical: a German list keeps the English option in its conditions', async () => {
    const path = 'questions?filter[questionable_id]=4717&locale=de&include=conditional_questions';
    const { body } = await get(path);
    const child = byId(at(body, 'included'), '6103');
    expect(attribute(child, 'conditional', 'conditions')).toEqual([
      { operator: 'equals', value: 'Restaurant and bar' },
    ]);
  });

  test('questions.locale: the titles are those of the language', async () => {
    const [english, german] = await Promise.all(
      ['en', 'de'].map((locale) => get(`questions?filter[questionable_id]=4717&locale=${locale}`)),
    );
    const titles = (reply: Reply | undefined) =>
      list(at(reply?.body, 'data')).map((one) => attribute(one, 'title'));
    expect(titles(german)).not.toEqual(titles(english));
  });

  test('questions.deeper: one more level brings the follow-ups of follow-ups', async () => {
    const one = await get(`${ENGINEER}&include=conditional_questions`);
    const two = await get(`${ENGINEER}&include=conditional_questions.conditional_questions`);
    expect(ids(at(one.body, 'included'))).not.toContain('141');
    expect(ids(at(two.body, 'included'))).toContain('141');
  });
});

describe('the list', () => {
  test('list_questions: it lists questions', async () => {
    expect(ids(at((await get(ENGINEER)).body, 'data'))).toHaveLength(14);
  });

  test.each([
    ['list_questions.include.unique', 'include=conditional_questions,conditional_questions'],
    ['list_questions.sort.unique', 'sort=id,id'],
    ['list_questions.sort.both', 'sort=-id,id'],
    ['limit.page_size.least', 'page[size]=-1'],
    ['limit.page_size.most', 'page[size]=1001'],
    ['limit.page_number.default', 'page[number]=0'],
  ])('%s refuses %s', async (_, query) => {
    expect((await get(`questions?${query}`)).status).toBe(400);
  });

  test.each([
    ['list_questions.sort.id', `${ENGINEER}&sort=id&page[size]=1`, ['101']],
    ['list_questions.sort.-id', `${ENGINEER}&sort=-id&page[size]=1`, ['114']],
    [
      'list_questions.filter[questionable_id].eq',
      'questions?filter[questionable_id][eq]=4711&page[size]=1',
      ['101'],
    ],
    ['limit.page_size.least', `${ENGINEER}&page[size]=0`, []],
    ['limit.page_number.default', `${ENGINEER}&page[size]=1`, ['101']],
  ])('%s holds for %s', async (_, path, expected) => {
    expect(ids(at((await get(path)).body, 'data'))).toEqual(expected);
  });

  test.each([
    ['limit.page_size.default', '', 100],
    ['limit.page_size.most', 'page[size]=1000', 1000],
  ])('%s: a page with "%s" has %i', async (_row, query, size) => {
    expect(ids(at((await get(`questions?${query}`)).body, 'data'))).toHaveLength(size);
  });

  test('list_questions.total_in_meta: the total stands in meta when it is asked for', async () => {
    const { body } = await get(`${ENGINEER}&stats[total]=count`);
    expect(at(body, 'meta', 'stats', 'total', 'count')).toBe(14);
  });
});

describe('errors', () => {
  const refusals: readonly (readonly [string, () => Promise<Reply>])[] = [
    ['a malformed parameter', () => get('questions?page[size]=x')],
    ['no key', () => ask(sandbox, '/api/v1/questions', { headers: {} })],
    ['a missing record', () => get('applications/1')],
    ['an invalid answer', () => invalidAnswer()],
  ];

  function invalidAnswer(): Promise<Reply> {
    const application = sandbox.applyTo('engineer');
    return post(sandbox, answerBody({ question: '101', application, attributes: { boolean_answer: true } }));
  }

  test.each(refusals)('error.media_type: %s is answered in that of JSON:API', async (_, ask) => {
    expect((await ask()).headers.get('content-type')).toBe(mediaType);
  });

  test.each(['code', 'status', 'title', 'detail'])('error.%s is a text in every error', async (member) => {
    for (const [, ask] of refusals) {
      const reply = await ask();
      expect(typeof at(firstError(reply), member)).toBe('string');
      if (member === 'status') expect(at(firstError(reply), member)).toBe(String(reply.status));
    }
  });

  test('error.404: a missing record', async () => {
    expect(firstError(await get('applications/1'))).toMatchObject({ code: 'not_found', title: 'Not Found' });
  });

  test('error.422: a write that is not valid', async () => {
    const reply = await invalidAnswer();
    expect([reply.status, at(firstError(reply), 'code'), at(firstError(reply), 'title')]).toEqual([
      422,
      'unprocessable_entity',
      'Validation Error',
    ]);
  });

  test('error.400.media_type: a body of another media type', async () => {
    const headers = { 'x-api-key': sandbox.key, 'content-type': 'application/json' };
    const reply = await ask(sandbox, '/api/v1/answers', { method: 'POST', headers, body: '{}' });
    expect(firstError(reply)).toMatchObject({ status: '400', code: 'bad_request' });
  });

  test('limit.rate.window: each address has its own, and Retry-After says when it ends', async () => {
    let now = 0;
    const limited = createSandbox({ rate: { requests: 1, seconds: 30 }, now: () => now });
    const from = (address: string) => ask(limited, '/api/v1/jobs/4711', { address });
    expect((await from('127.0.0.1')).status).toBe(200);
    now = 10_000;
    const refused = await from('127.0.0.1');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '20']);
    expect((await from('127.0.0.2')).status).toBe(200);
    now = 30_000;
    expect((await from('127.0.0.1')).status).toBe(200);
  });
});

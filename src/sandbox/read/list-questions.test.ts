import { describe, expect, test } from 'vitest';
import { ask, firstError, ids, list } from '../client.support.ts';
import { createSandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';

const sandbox = createSandbox();
const questions = (query: string) => ask(sandbox, `/api/v1/questions?${query}`);
const ENGINEER = 'filter[questionable_id][eq]=4711';
const THOUSAND = 'filter[questionable_id][eq]=4714';
const path = (levels: number) => Array.from({ length: levels }, () => 'conditional_questions').join('.');

const relationship = (resource: unknown) => at(resource, 'relationships', 'conditional_questions');
const find = (resources: unknown, id: string) =>
  list(resources).find((resource) => at(resource, 'id') === id);

test.each([
  'page[size]=1001',
  'page[size]=1.5',
  'page[size]=',
  'page[number]=0',
  'page[number]=1&page[number]=2',
  'include=answers',
  'include=conditional_questions,conditional_questions',
  `include=${path(6)}`,
  'sort=title',
  'sort=id,-id',
  'fields[questions]=title,secret',
  'fields[scorecard_sections]=secret',
  'stats[total]=sum',
  'filter[questionable_id]=',
  'filter[questionable_id][eq]=4711,',
  'filter[questionable_id][like]=4711',
  'filter[banked]=yes',
  'filter[created_at][gt]=2025-05-01',
  'filter[created_at][lt]=2025-02-30T00:00:00Z',
  // The plus of a time zone is a space here, because it is not encoded.
  'filter[updated_at][lt]=2025-05-01T00:00:00+02:00',
  'filter[structured_section_id]=',
  'filter[colour]=red',
  'locale=',
  'unknown=1',
])('answers 400 to %s', async (query) => {
  const reply = await questions(query);
  expect(reply.status).toBe(400);
  expect(firstError(reply)).toMatchObject({ code: 'bad_request', status: '400', title: 'Bad Request' });
});

test.each([
  'page%5Bsize%5D=5',
  'include=',
  'fields[questions]=',
  'fields[scorecard_sections]=',
  `include=${path(5)}`,
  `include=${path(1)},${path(2)}`,
])('accepts %s', async (query) => {
  expect((await questions(query)).status).toBe(200);
});

describe('filters', () => {
  const employment = ['3111', '3112', '3113'];

  test.each([
    ['banked] and a job together find no question', `banked]=true&${ENGINEER}`, []],
    [
      'created_at][gt] excludes a question made at that moment, in any time zone',
      'banked]=true&filter[created_at][gt]=2025-09-01T12:01:00%2B02:00',
      ['3113'],
    ],
    [
      'created_at][lt] finds a question made earlier',
      'banked]=true&filter[created_at][lt]=2025-05-19T11:00:00Z',
      ['3101'],
    ],
    [
      'updated_at][lt] and created_at can be combined',
      'updated_at][lt]=2025-10-01T00:00:00Z&filter[created_at][gt]=2025-06-01T00:00:00Z',
      ['3111', '3112'],
    ],
    ['structured_section_id] finds the questions of one section', 'structured_section_id]=31', employment],
  ])('list_questions.filter[%s', async (_, query, expected) => {
    expect(ids(at((await questions(`filter[${query}`)).body, 'data'))).toEqual(expected);
  });

  test('a list of ids finds the questions of several jobs, an unknown id none', async () => {
    const reply = await questions('filter[questionable_id]=4711,4712&stats[total]=count');
    expect(at(reply.body, 'meta', 'stats', 'total', 'count')).toBe(14 + 11);
    expect((await questions('filter[questionable_id]=1')).body).toEqual({ data: [], meta: {} });
  });
});

describe('pages', () => {
  test('three pages of 1,000 contain each of the 2,250 questions once', async () => {
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => questions(`${THOUSAND}&page[size]=1000&page[number]=${page}`)),
    );
    const all = pages.map((page) => ids(at(page.body, 'data')));
    expect(all.map((page) => page.length)).toEqual([1000, 1000, 250, 0]);
    expect(new Set(all.flat()).size).toBe(2250);
  });
});

describe('included questions', () => {
  test('one level includes the children without linking to theirs', async () => {
    const reply = await questions(`${ENGINEER}&include=conditional_questions`);
    expect(relationship(find(at(reply.body, 'data'), '103'))).toEqual({
      data: [
        { type: 'questions', id: '123' },
        { type: 'questions', id: '124' },
      ],
    });
    const included = at(reply.body, 'included');
    expect(ids(included)).toContain('124');
    expect(ids(included)).not.toContain('141');
    expect(relationship(find(included, '124'))).toEqual({ meta: { included: false } });
  });

  test('four levels include the whole form, each question once', async () => {
    const reply = await questions(`${ENGINEER}&include=${path(4)}`);
    const all = [...ids(at(reply.body, 'data')), ...ids(at(reply.body, 'included'))];
    expect(all).toHaveLength(new Set(all).size);
    expect(all).toHaveLength(sandbox.forms.find(({ name }) => name === 'engineer')?.questions.length ?? 0);
  });

  test('a cycle of questions ends', async () => {
    const reply = await questions(`filter[questionable_id]=4713&include=${path(5)}`);
    expect(reply.status).toBe(200);
    expect(ids(at(reply.body, 'data')).filter((id) => id === '5204')).toHaveLength(1);
  });
});

describe('attributes', () => {
  test('sparse fields drop a relationship unless they name it', async () => {
    const reply = await questions(`${ENGINEER}&fields[questions]=title&include=conditional_questions`);
    expect(at(find(at(reply.body, 'data'), '103'), 'relationships')).toEqual({});
    expect(ids(at(reply.body, 'included'))).toContain('123');
    const fields = 'fields[questions]=title,conditional_questions';
    const named = await questions(`${ENGINEER}&${fields}&include=conditional_questions`);
    expect(ids(at(relationship(find(at(named.body, 'data'), '103')), 'data'))).toEqual(['123', '124']);
  });
});

describe('in another language', () => {
  const TRANSLATED = `filter[questionable_id][eq]=4717&include=${path(2)}`;
  const all = async (locale: string) => {
    const { body } = await questions(`${TRANSLATED}${locale}`);
    return [...list(at(body, 'data')), ...list(at(body, 'included'))];
  };
  const rest = (resource: unknown) => {
    const { title, additional_information, multiple_choice_options, ...others } = Object(
      at(resource, 'attributes'),
    );
    const options = list(multiple_choice_options).length;
    return {
      ...Object(resource),
      attributes: { ...others, options, title: typeof title, help: typeof additional_information },
    };
  };

  test.each(['de', 'pt-BR'])('%s changes only titles, help and option texts', async (locale) => {
    const [canonical, translated] = [await all(''), await all(`&locale=${locale}`)];
    expect(translated.map(rest)).toEqual(canonical.map(rest));
    const same = canonical.filter(
      (resource, place) =>
        at(resource, 'attributes', 'title') === at(translated[place], 'attributes', 'title'),
    );
    expect(same).toEqual([]);
  });

  test.each(['nl', 'pt-br', 'de,fr'])('refuses %s and names it', async (locale) => {
    const reply = await questions(`${TRANSLATED}&locale=${locale}`);
    expect(reply.status).toBe(400);
    expect(firstError(reply)).toMatchObject({ detail: expect.stringContaining(`"${locale}" is not valid`) });
  });
});

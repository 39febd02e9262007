/** Each parameter of the list of questions; the titles begin with the rows of the feature matrix. */
import { describe, expect, test } from 'vitest';
import { ask, firstError, ids, list, type Reply } from '../client.support.ts';
import { createSandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';

const sandbox = createSandbox({ forms: ['engineer', 'nurse'], bank: undefined });
const banked = createSandbox();
const questions = (query: string, of = banked): Promise<Reply> => ask(of, `/api/v1/questions?${query}`);
const idsOf = async (query: string) => ids(at((await questions(query)).body, 'data'));
const count = (reply: Reply) => at(reply.body, 'meta', 'stats', 'total', 'count');

const PLAIN_BANK = ['3101', '3103'];
const EMPLOYMENT = ['3111', '3112', '3113'];
const BANK = [...PLAIN_BANK, ...EMPLOYMENT];
const ENGINEER = 'filter[questionable_id]=4711';

describe('which questions', () => {
  test.each([
    ['banked] true gives the templates of the bank, which belong to no job', 'filter[banked]=true', BANK],
    ['banked] and a job have nothing in common', `filter[banked]=true&${ENGINEER}`, []],
    [
      'created_at][gt] gives what was made later',
      'filter[banked]=true&filter[created_at][gt]=2025-05-01T00:00:00Z',
      ['3103', ...EMPLOYMENT],
    ],
    [
      'created_at][gt] leaves out what was made at that moment, in any time zone',
      'filter[banked]=true&filter[created_at][gt]=2025-09-01T12:01:00%2B02:00',
      ['3113'],
    ],
    [
      'created_at][lt] gives what was made earlier',
      'filter[banked]=true&filter[created_at][lt]=2025-05-19T11:00:00Z',
      ['3101'],
    ],
    [
      'updated_at][gt] gives what was changed later',
      'filter[banked]=true&filter[updated_at][gt]=2025-10-01T00:00:00.000Z',
      ['3103', '3113'],
    ],
    [
      'updated_at][lt] gives what was changed earlier',
      'filter[banked]=true&filter[updated_at][lt]=2025-10-01T00:00:00Z',
      ['3101', '3111', '3112'],
    ],
    [
      'updated_at][lt] and created_at greater hold together',
      'filter[updated_at][lt]=2025-10-01T00:00:00Z&filter[created_at][gt]=2025-06-01T00:00:00Z',
      ['3111', '3112'],
    ],
    [
      'structured_section_id] gives the questions of one section',
      'filter[structured_section_id]=31',
      EMPLOYMENT,
    ],
    ['structured_section_id] finds nothing for another section', 'filter[structured_section_id]=32', []],
  ])('list_questions.filter[%s', async (_, query, expected) => {
    expect(await idsOf(query)).toEqual(expected);
  });

  test('list_questions.filter[banked] false leaves the bank out, and without it all come', async () => {
    const [all, without] = await Promise.all(
      ['', '&filter[banked]=false'].map((filter) => questions(`page[size]=0&stats[total]=count${filter}`)),
    );
    expect(all && without && Number(count(all)) - Number(count(without))).toBe(BANK.length);
  });

  test('a sandbox of forms of one’s own has no bank unless it is given', async () => {
    expect(at((await questions('filter[banked]=true', sandbox)).body, 'data')).toEqual([]);
    const own = createSandbox({ forms: ['engineer'], bank: [{ id: '1', title: 'Own', type: 'boolean' }] });
    expect(ids(at((await questions('filter[banked]=true', own)).body, 'data'))).toEqual(['1']);
  });

  test.each(['filter[questionable_id]=4711', 'filter[questionable_id][eq]=4711'])(
    'list_questions.filter[questionable_id] gives those of one job as %s',
    async (filter) => {
      const reply = await questions(`${filter}&stats[total]=count`);
      expect([count(reply), ids(at(reply.body, 'data'))[0]]).toEqual([14, '101']);
    },
  );
});

describe('what comes of them', () => {
  test('list_questions.include brings the follow-ups of banked questions too', async () => {
    const { body } = await questions('filter[banked]=true&include=conditional_questions');
    expect(ids(at(body, 'included'))).toEqual(['3102']);
    expect(at(list(at(body, 'included'))[0], 'attributes', 'conditional', 'parent_question_id')).toBe('3101');
  });

  test('list_questions.fields[questions] knows every field, and leaves those that are named', async () => {
    const every = Object.keys(
      Object(at(list(at((await questions(ENGINEER)).body, 'data'))[0], 'attributes')),
    );
    const { status } = await questions(`${ENGINEER}&fields[questions]=id,conditional_questions,${every}`);
    expect(status).toBe(200);
    for (const field of every) {
      const { body } = await questions(`${ENGINEER}&fields[questions]=${field}&page[size]=1`);
      expect(Object.keys(Object(at(list(at(body, 'data'))[0], 'attributes')))).toEqual([field]);
    }
  });

  test('list_questions.fields[scorecard_sections] is taken and changes nothing of a list without them', async () => {
    const sparse = await questions(`${ENGINEER}&fields[scorecard_sections]=id,title,position`);
    expect(sparse.body).toEqual((await questions(ENGINEER)).body);
  });

  test('created_at and updated_at of questions are date-times, the later not before the earlier', async () => {
    const { body } = await questions('page[size]=1000');
    for (const question of list(at(body, 'data'))) {
      const { created_at: created, updated_at: updated } = Object(at(question, 'attributes'));
      expect(new Date(created).toISOString()).toBe(created);
      expect(Date.parse(updated)).toBeGreaterThanOrEqual(Date.parse(created));
    }
  });
});

describe('in which order, and how many', () => {
  test.each([
    ['sort', 'id ascends', `${ENGINEER}&sort=id&page[size]=2`, ['101', '102']],
    ['sort', '-id descends', `${ENGINEER}&sort=-id&page[size]=2`, ['114', '113']],
    ['page[number]', 'is the first unless another is asked for', `${ENGINEER}&page[size]=2`, ['101', '102']],
    ['page[number]', 'turns the pages', `${ENGINEER}&page[size]=2&page[number]=7`, ['113', '114']],
    ['page[number]', 'behind the last page gives none', `${ENGINEER}&page[size]=2&page[number]=8`, []],
    ['page[size]', '0 gives none', `${ENGINEER}&page[size]=0`, []],
  ])('list_questions.%s %s', async (_row, _says, query, expected) => {
    expect(await idsOf(query)).toEqual(expected);
  });

  test.each([
    ['', 100],
    ['page[size]=1', 1],
    ['page[size]=1000', 1000],
  ])('list_questions.page[size] "%s" gives %i', async (query, size) => {
    expect(await idsOf(query)).toHaveLength(size);
  });

  test('list_questions.stats[total] counts what the filters leave, whatever the page', async () => {
    const reply = await questions('filter[structured_section_id]=31&stats[total]=count&page[size]=0');
    expect(reply.body).toEqual({ data: [], meta: { stats: { total: { count: 3 } } } });
    expect(at((await questions(ENGINEER)).body, 'meta')).toEqual({});
  });
});

describe('malformed', () => {
  test.each([
    ['list_questions.include', 'include=answers'],
    ['list_questions.include', 'include=conditional_questions,conditional_questions'],
    ['list_questions.fields[questions]', 'fields[questions]=secret'],
    ['list_questions.fields[scorecard_sections]', 'fields[scorecard_sections]=secret'],
    ['list_questions.filter[banked]', 'filter[banked]=yes'],
    ['list_questions.filter[banked]', 'filter[banked]='],
    ['list_questions.filter[created_at][gt]', 'filter[created_at][gt]=yesterday'],
    ['list_questions.filter[created_at][gt]', 'filter[created_at][gt]=2025-05-01'],
    ['list_questions.filter[created_at][lt]', 'filter[created_at][lt]=2025-02-30T00:00:00Z'],
    ['list_questions.filter[updated_at][gt]', 'filter[updated_at][gt]=2025-05-01T25:00:00Z'],
    // The plus of a time zone must be encoded: here it is a space.
    ['list_questions.filter[updated_at][lt]', 'filter[updated_at][lt]=2025-05-01T00:00:00+02:00'],
    ['list_questions.filter[structured_section_id]', 'filter[structured_section_id]='],
    ['list_questions.filter[questionable_id]', 'filter[questionable_id]='],
    ['list_questions.filter[questionable_id]', 'filter[questionable_id][like]=4711'],
    ['list_questions.sort', 'sort=id,-id'],
    ['list_questions.sort', 'sort=id,id'],
    ['list_questions.sort', 'sort=title'],
    ['list_questions.page[number]', 'page[number]=0'],
    ['list_questions.page[size]', 'page[size]=1001'],
    ['list_questions.page[size]', 'page[size]=-1'],
    ['list_questions.stats[total]', 'stats[total]=sum'],
    ['questions.locale', 'locale=xx'],
  ])('%s refuses %s', async (_row, query) => {
    const reply = await questions(query);
    expect(reply.status).toBe(400);
    expect(firstError(reply)).toMatchObject({ code: 'bad_request', status: '400', title: 'Bad Request' });
  });
});

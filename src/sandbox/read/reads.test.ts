import { describe, expect, test } from 'vitest';
import { ask, firstError, ids, list, type Reply } from '../client.support.ts';
import { createSandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';
import { nestedIncludes } from '../readings.ts';
import { applications, readableNames, resourceTypes } from '../resource-types/resource-types.ts';

/** Reads of applications and job seekers that the tests of the client do not cover, on the samples. */
const sandbox = createSandbox({ samples: true, now: () => Date.parse('2026-06-01T00:00:00Z') });
const get = (path: string): Promise<Reply> => ask(sandbox, `/api/v1/${path}`);
const every = 'filter[job_visibility]=confidential,external,internal,private_job';

const keys = (resources: unknown) =>
  list(resources).map((resource) => `${at(resource, 'type')} ${at(resource, 'id')}`);

describe('include', () => {
  const extra = [
    'extra_fields[applications]=attachments,average_rating,tags,days_in_current_stage',
    'extra_fields[candidates]=attachments,tags&extra_fields[job_seekers]=tags',
    'extra_fields[answers]=attachments',
  ].join('&');

  test('applications.included: all types can be included, each resource once with the attributes of its table', async () => {
    const paths = [...applications.relationships.map(({ name }) => name), ...nestedIncludes].join(',');
    const { status, body } = await get(`applications?${every}&include=${paths}&${extra}`);
    const all = [...list(at(body, 'data')), ...list(at(body, 'included'))];
    expect([status, new Set(keys(all)).size]).toEqual([200, all.length]);
    const types = new Set(all.map((resource) => at(resource, 'type')));
    for (const { types: wanted } of applications.relationships) expect(types).toContain(wanted[0]);
    for (const name of ['applications', 'candidates', 'answers', 'comments', 'job_seekers']) {
      const type = resourceTypes.get(name);
      const expected = type && [...readableNames(type), ...type.extraFields].sort();
      const own = all.filter((resource) => at(resource, 'type') === name);
      expect(own.length).toBeGreaterThan(0);
      for (const resource of own)
        expect(Object.keys(Object(at(resource, 'attributes'))).sort()).toEqual(expected);
    }
  });

  test('two applications of one person link to one candidate, who links to both', async () => {
    const { body } = await get(`applications?${every}&include=candidate.applications&page[size]=3`);
    const mine = list(at(body, 'included')).filter((resource) => at(resource, 'id') === '81001');
    expect(mine).toHaveLength(1);
    expect(ids(at(mine[0], 'relationships', 'applications', 'data'))).toEqual(['80001', '80003']);
  });

  test('include= includes nothing, and fields[applications]= leaves only the extra fields', async () => {
    for (const path of ['applications/80001', 'applications', 'job_seekers/82001'])
      expect(at((await get(`${path}?include=`)).body, 'included')).toEqual([]);
    const none = 'fields[applications]=&extra_fields[applications]=average_rating';
    expect(at((await get(`applications/80001?${none}`)).body, 'data')).toMatchObject({
      attributes: { average_rating: expect.any(Number) },
      relationships: {},
    });
  });

  test('sparse fields select the attributes of included resources, and relationships', async () => {
    const { body } = await get('applications?include=job&fields[jobs]=title&fields[applications]=phone,job');
    for (const resource of list(at(body, 'data'))) {
      expect(Object.keys(Object(at(resource, 'attributes')))).toEqual(['phone']);
      expect(Object.keys(Object(at(resource, 'relationships')))).toEqual(['job']);
    }
    for (const resource of list(at(body, 'included')))
      expect(Object.keys(Object(at(resource, 'attributes')))).toEqual(['title']);
  });
});

describe('wrong values', () => {
  const atBoth = [
    'include=questions',
    'include=answers.application',
    'extra_fields=attachments',
    'extra_fields[applications]=cv',
    'extra_fields[applications]=',
    'extra_fields[jobs]=tags',
    'fields[applications]=cv_base64_data',
    'fields[answers]=email',
    'fields[salaries]=amount',
    'locale=xx',
    'locale=de&locale=en',
  ];
  const atList = [
    'filter[job_visibility]=secret',
    'filter[job_visibility]=',
    'filter[stage_id]=1',
    'filter=1',
    'sort=--id',
    'sort=',
    'sort=id&sort=-id',
    'page[size]=1001',
    'page[size]=ten',
    'page[number]=0',
    'page[number]=1.5',
    'page=1',
    'stats[total]=sum',
    'stats[id]=count',
  ];

  test.each([
    ...atBoth.flatMap((query) => [`applications?${query}`, `applications/80001?${query}`]),
    ...atList.map((query) => `applications?${query}`),
    'applications/80001?sort=id',
    'applications/80001?page[size]=1',
    'job_seekers/82001?include=comments',
    'job_seekers/82001?sort=id',
  ])('error.400.parameters: %s is answered 400', async (path) => {
    const reply = await get(path);
    const { code, title } = Object(firstError(reply));
    expect([reply.status, code, title]).toEqual([400, 'bad_request', 'Bad Request']);
  });

  test.each([
    ['list_applications.extra_fields.unscoped', 'applications?extra_fields=tags', 'extra_fields'],
    ['list_applications.sort.unknown', 'applications?sort=email', 'email'],
    ['list_applications.sort.unique', 'applications?sort=id,id', 'twice'],
    ['list_applications.filter[job_visibility].unknown', 'applications?filter[job_visibility]=open', 'open'],
    [
      'list_applications.include.unknown',
      'applications?include=job,salary',
      'include does not take "salary", it must be a list of job, ',
    ],
    [
      'an include of job seekers',
      'job_seekers/82001?include=job',
      'include does not take "job", it must be a list of candidate, ',
    ],
    ['an unknown field', 'applications?fields[applications]=salary', 'it must be a list of id, '],
    [
      'an extra field among fields',
      'applications?fields[applications]=email,tags',
      'ask for it by extra_fields[applications]',
    ],
    ['fields of no type', 'questions?fields=title', 'fields must name a type, as fields[questions]'],
    ['another type', 'job_seekers/82001?extra_fields[applications]=tags', 'is not a parameter of this path'],
  ])('%s is refused with a detail that says why', async (_row, path, words) => {
    const reply = await get(path);
    expect([reply.status, at(firstError(reply), 'detail')]).toEqual([400, expect.stringContaining(words)]);
  });

  test.each(['applications/1', 'applications/80001x', 'applications/%00', 'job_seekers/__proto__'])(
    'error.404: %s is not found',
    async (path) => {
      const reply = await get(path);
      expect([reply.status, at(firstError(reply), 'code')]).toEqual([404, 'not_found']);
    },
  );
});

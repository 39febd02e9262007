import { describe, expect, test } from 'vitest';
import { ask, firstError, ids, list, type Reply } from '../client.support.ts';
import { createSandbox } from '../create-sandbox.ts';
import { type Faults, noFaults } from '../faults/faults.ts';
import { at } from '../json.ts';
import { jobSeekerIncludes, nestedIncludes } from '../readings.ts';
import { applications } from '../resource-types/applications.ts';
import { candidates } from '../resource-types/candidates.ts';
import { type RelationshipType, readableNames } from '../resource-types/resource-type.ts';

/** The reads of applications and job seekers with every parameter, over the samples: rows of the feature matrix by their ids. */

const sandbox = createSandbox({ samples: true, now: () => Date.parse('2026-06-01T00:00:00Z') });
const get = (path: string): Promise<Reply> => ask(sandbox, `/api/v1/${path}`);
const found = async (query: string) => ids(at((await get(`applications?${query}`)).body, 'data'));
const every = 'filter[job_visibility]=confidential,external,internal,private_job';

const keys = (resources: unknown) => list(resources).map((one) => `${at(one, 'type')} ${at(one, 'id')}`);

describe('include', () => {
  const pathsTo = (id: string): readonly string[] => [`applications/${id}`, 'applications'];

  test.each(applications.relationships.map((one): [string, RelationshipType] => [one.name, one]))(
    'applications.relationship.%s can be included, in a list and alone',
    async (name, { cardinality, types }) => {
      for (const path of pathsTo('80001')) {
        const { status, body } = await get(`${path}?include=${name}`);
        const data = [at(body, 'data')].flat();
        const linkage = at(data[0], 'relationships', name, 'data');
        expect([status, Array.isArray(linkage)]).toEqual([200, cardinality === 'to-many']);
        const links = [linkage].flat();
        expect(links.length).toBeGreaterThan(0);
        for (const link of links) expect(types).toContain(at(link, 'type'));
        for (const key of keys(links)) expect(keys(at(body, 'included'))).toContain(key);
        for (const one of list(at(body, 'included'))) expect(types).toContain(at(one, 'type'));
      }
    },
  );

  test.each(candidates.relationships.map(({ name, types }): [string, string] => [name, String(types[0])]))(
    'candidates.relationship.%s leads to %s',
    async (name, type) => {
      const { body } = await get(`applications/80001?include=candidate.${name}`);
      const candidate = list(at(body, 'included')).find((one) => at(one, 'type') === 'candidates');
      const links = list(at(candidate, 'relationships', name, 'data'));
      expect(new Set(links.map((link) => at(link, 'type')))).toEqual(new Set([type]));
      const present = [...keys([at(body, 'data')]), ...keys(at(body, 'included'))];
      for (const key of keys(links)) expect(present).toContain(key);
    },
  );

  test.each([
    ['answers.relationship.include', 'answers.question', 'questions', 10],
    ['answers.relationship.answer_options', 'answers.answer_options', 'answer_options', 2],
    ['comments.relationship.include', 'comments.user', 'users', 2],
    [
      'structured_section_responses.relationship.include',
      'structured_section_responses.answers',
      'answers',
      3,
    ],
  ])('%s: %s brings %s', async (_, path, type, count) => {
    const { body } = await get(`applications/80001?include=${path}`);
    expect(list(at(body, 'included')).filter((one) => at(one, 'type') === type)).toHaveLength(count);
  });

  test('applications.relationship.not_loaded: what was not asked for carries only meta', async () => {
    const { body } = await get('applications/80001?include=offers');
    const relationships = at(body, 'data', 'relationships');
    for (const { name } of applications.relationships.filter((one) => one.name !== 'offers'))
      expect(at(relationships, name)).toEqual({ meta: { included: false } });
  });

  test('applications.included: all at once, nothing twice, nothing that stands in data', async () => {
    const names = applications.relationships.map(({ name }) => name);
    const paths = [...names, ...nestedIncludes].join(',');
    const { status, body } = await get(`applications?${every}&include=${paths}`);
    const all = [...keys(at(body, 'data')), ...keys(at(body, 'included'))];
    expect([status, new Set(all).size]).toEqual([200, all.length]);
    const types = new Set(list(at(body, 'included')).map((one) => at(one, 'type')));
    for (const { types: wanted } of applications.relationships) expect(types).toContain(wanted[0]);
  });

  test('two applications of one person name one candidate, who names both', async () => {
    const { body } = await get(`applications?${every}&include=candidate.applications&page[size]=3`);
    const mine = list(at(body, 'included')).filter((one) => at(one, 'id') === '81001');
    expect(mine).toHaveLength(1);
    expect(ids(at(mine[0], 'relationships', 'applications', 'data'))).toEqual(['80001', '80003']);
  });

  test('a relationship that leads nowhere is null, or an empty list', async () => {
    const own = createSandbox();
    const { body } = await ask(own, `/api/v1/applications/${own.applyTo('nurse')}?include=resume,offers`);
    expect([
      at(body, 'data', 'relationships', 'resume'),
      at(body, 'data', 'relationships', 'offers'),
      at(body, 'included'),
    ]).toEqual([{ data: null }, { data: [] }, []]);
  });

  test.each<[string, Partial<Faults>]>([
    ['no nested path', { no_nested_include: true }],
    ['no include at one application', { no_include: 'refuse' }],
  ])('a service with %s refuses answers.question of one application', async (_, faults) => {
    const own = createSandbox({ samples: true });
    own.setFaults({ ...noFaults, ...faults });
    expect((await ask(own, '/api/v1/applications/80001?include=answers.question')).status).toBe(400);
  });
});

describe('filters', () => {
  test.each([
    ['list_applications.filter[job_visibility].default: no confidential job', '', '1 2 4 5 6 7'],
    ['list_applications.filter[job_visibility].confidential: beside others', 'confidential,internal', '3 6'],
    ['list_applications.filter[job_visibility].external', 'external', '1 2 4 5'],
    ['list_applications.filter[job_visibility].internal', 'internal', '6'],
    ['list_applications.filter[job_visibility].private_job', 'private_job', '7'],
    [
      'list_applications.filter[job_visibility]: a list separated by commas',
      'confidential,external,internal,private_job',
      '1 2 3 4 5 6 7',
    ],
  ])('%s', async (_, value, expected) => {
    const query = value === '' ? '' : `filter[job_visibility]=${value}`;
    expect((await found(query)).join(' ')).toBe(expected.replaceAll(/\d/g, '8000$&'));
  });

  test.each([
    ['list_applications.filter[candidate_phone] finds the number of two applications', '%2B447700900991', 2],
    ['list_applications.filter[candidate_phone].plus: unencoded it is a space', '+447700900991', 0],
    ['list_applications.filter[candidate_phone] wants E.164', '07700900991', 0],
    ['list_applications.filter[candidate_phone] wants the whole number', '%2B44770090099', 0],
  ])('%s', async (_, phone, count) => {
    expect(await found(`${every}&filter[candidate_phone]=${phone}`)).toHaveLength(count);
  });

  test('both filters together leave what meets both', async () => {
    expect(await found('filter[candidate_phone]=%2B447700900991')).toEqual(['80001']);
  });
});

describe('sort and pages', () => {
  test.each([
    ['id', '1 2 4 5 6 7'],
    ['-id', '7 6 5 4 2 1'],
    ['created_at', '1 2 4 5 6 7'],
    ['-created_at', '7 6 5 4 2 1'],
    ['updated_at', '7 6 5 4 2 1'],
    ['-updated_at', '1 2 4 5 6 7'],
  ])('list_applications.sort.%s', async (sort, expected) => {
    expect((await found(`sort=${sort}`)).join(' ')).toBe(expected.replaceAll(/\d/g, '8000$&'));
  });

  test('list_applications.sort: all six values together, the first decides', async () => {
    const sort = '-id,id,created_at,-created_at,updated_at,-updated_at';
    expect(await found(`sort=${sort}`)).toEqual(['80007', '80006', '80005', '80004', '80002', '80001']);
  });

  test('list_applications.page[number] and list_applications.page[size] cut the list; the total counts all', async () => {
    const { body } = await get('applications?page[size]=4&page[number]=2&stats[total]=count');
    expect([ids(at(body, 'data')), at(body, 'meta')]).toEqual([
      ['80006', '80007'],
      { stats: { total: { count: 6 } } },
    ]);
  });

  test('list_applications.page[size] of 0 is an empty page', async () => {
    const { body } = await get('applications?page[size]=0&stats[total]=count');
    expect(body).toEqual({ data: [], meta: { stats: { total: { count: 6 } } } });
  });

  test('list_applications.stats[total] is left out unless it is asked for', async () => {
    expect(at((await get('applications')).body, 'meta')).toEqual({});
  });
});

describe('sparse and extra fields', () => {
  const attributesOf = async (query: string) =>
    Object.keys(Object(at((await get(`applications/80001?${query}`)).body, 'data', 'attributes')));

  test.each(readableNames(applications))('applications.sparse_fields: %s alone', async (name) => {
    expect(await attributesOf(`fields[applications]=${name}`)).toEqual([name]);
  });

  test('applications.sparse_fields.id is a name that can be selected', async () => {
    expect(await attributesOf('fields[applications]=id')).toEqual([]);
  });

  test('list_applications.fields[applications] selects in a list', async () => {
    const { body } = await get('applications?fields[applications]=phone,job');
    for (const one of list(at(body, 'data'))) {
      expect(Object.keys(Object(at(one, 'attributes')))).toEqual(['phone']);
      expect(Object.keys(Object(at(one, 'relationships')))).toEqual(['job']);
    }
  });

  test.each([
    ['candidates.sparse_fields', 'candidates', 'candidate', 'email'],
    ['answers.sparse_fields', 'answers', 'answers', 'text_answer'],
    ['the sparse fields of comments', 'comments', 'comments', 'body_text'],
    ['the sparse fields of jobs', 'jobs', 'job', 'title'],
    ['the sparse fields of offers', 'offers', 'offers', 'name'],
  ])('%s select what is included', async (_row, type, path, name) => {
    const { body } = await get(`applications/80001?include=${path}&fields[${type}]=${name}`);
    const included = list(at(body, 'included'));
    expect(included.length).toBeGreaterThan(0);
    for (const one of included) expect(Object.keys(Object(at(one, 'attributes')))).toEqual([name]);
    expect(Object.keys(Object(at(body, 'data', 'attributes'))).length).toBeGreaterThan(30);
  });

  test.each(applications.extraFields)(
    'applications.extra.%s comes alone when it alone is asked for',
    async (name) => {
      const added = (await attributesOf(`extra_fields[applications]=${name}`)).filter((one) =>
        applications.extraFields.includes(one),
      );
      expect(added).toEqual([name]);
    },
  );

  test.each(['applications', 'applications/80001'])(
    'list_applications.extra_fields[applications] stands beside sparse fields at %s',
    async (path) => {
      const query = 'fields[applications]=email&extra_fields[applications]=tags,average_rating';
      const { body } = await get(`${path}?${query}`);
      const [first] = [at(body, 'data')].flat();
      expect(Object.keys(Object(at(first, 'attributes')))).toEqual(['email', 'average_rating', 'tags']);
    },
  );
});

describe('job seekers', () => {
  test('job_seekers.read, job_seekers.extra.tags and job_seekers.extra_fields[job_seekers]: the tags come when asked for', async () => {
    const plain = await get('job_seekers/82001');
    expect([plain.status, at(plain.body, 'data', 'type')]).toEqual([200, 'job_seekers']);
    expect(at(plain.body, 'data', 'attributes', 'tags')).toBeUndefined();
    const { body } = await get('job_seekers/82001?extra_fields[job_seekers]=tags');
    expect(at(body, 'data', 'attributes', 'tags')).toEqual([
      { context: 'custom_talent_pool', name: 'Keep in touch' },
    ]);
  });

  test.each(jobSeekerIncludes)('job_seekers includes %s', async (path) => {
    const { status, body } = await get(`job_seekers/82001?include=${path}`);
    expect(status).toBe(200);
    expect(list(at(body, 'included')).length).toBeGreaterThan(0);
  });

  test('every applicant has one of their own', async () => {
    const own = createSandbox();
    const { body } = await ask(
      own,
      `/api/v1/applications/${own.applyTo('nurse')}?include=candidate.job_seekers`,
    );
    const seeker = list(at(body, 'included')).find((one) => at(one, 'type') === 'job_seekers');
    expect((await ask(own, `/api/v1/job_seekers/${at(seeker, 'id')}`)).status).toBe(200);
  });
});

describe('a parameter without a value', () => {
  test.each(['applications/80001', 'applications', 'job_seekers/82001'])(
    'include= of %s includes nothing, as JSON:API has it',
    async (path) => {
      const { status, body } = await get(`${path}?include=`);
      expect([status, at(body, 'included')]).toEqual([200, []]);
    },
  );

  test('fields[applications]= leaves no field but what was asked for beside', async () => {
    const { status, body } = await get(
      'applications/80001?fields[applications]=&extra_fields[applications]=average_rating',
    );
    expect(status).toBe(200);
    expect(at(body, 'data')).toEqual({
      type: 'applications',
      id: '80001',
      attributes: { average_rating: expect.any(Number) },
      relationships: {},
    });
  });
});

describe('wrong values', () => {
  const atBoth = [
    'include=questions',
    'include=answers.application',
    'include=candidate.job_seekers.candidate',
    'extra_fields=attachments',
    'extra_fields[applications]=cv',
    'extra_fields[applications]=',
    'extra_fields[candidates]=average_rating',
    'extra_fields[jobs]=tags',
    'fields=email',
    'fields[applications]=salary',
    'fields[applications]=tags',
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
    'sort=name',
    'sort=id,id',
    'sort=+id',
    'sort=--id',
    'sort=',
    'page[size]=1001',
    'page[size]=-1',
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
    'applications/80001?filter[candidate_phone]=1',
    'applications/80001?page[size]=1',
    'job_seekers/82001?include=comments',
    'job_seekers/82001?extra_fields[job_seekers]=attachments',
    'job_seekers/82001?sort=id',
  ])('error.400.parameters: %s is a bad request', async (path) => {
    const reply = await get(path);
    expect([reply.status, at(firstError(reply), 'code'), at(firstError(reply), 'title')]).toEqual([
      400,
      'bad_request',
      'Bad Request',
    ]);
  });

  test.each([
    'include=answers,answers',
    'extra_fields[applications]=tags,tags',
    'fields[applications]=email,email',
    'filter[job_visibility]=external,external',
  ])('a name that stands twice is none: %s', async (query) => {
    const [once, twice] = await Promise.all(
      [query.replace(/,.*/, ''), query].map((one) => get(`applications?${one}`)),
    );
    expect([twice?.status, twice?.body]).toEqual([200, once?.body]);
  });

  test.each([
    ['list_applications.extra_fields.unscoped is wrong', 'extra_fields=attachments', 'extra_fields'],
    ['list_applications.include.unknown is refused', 'include=salary', 'salary'],
    ['list_applications.sort.unknown is refused', 'sort=email', 'email'],
    ['list_applications.sort.unique: a value stands there once', 'sort=id,id', 'twice'],
    ['list_applications.filter[job_visibility].unknown is refused', 'filter[job_visibility]=open', 'open'],
  ])('%s, and the detail says what', async (_, query, said) => {
    const reply = await get(`applications?${query}`);
    expect([reply.status, String(at(firstError(reply), 'detail'))]).toEqual([
      400,
      expect.stringContaining(said),
    ]);
  });

  test.each([
    ['applications?include=job,salary', 'include does not take "salary", it must be a list of job, '],
    ['job_seekers/82001?include=job', 'include does not take "job", it must be a list of candidate, '],
    ['applications?fields[applications]=salary', 'it must be a list of id, '],
    ['applications?fields[applications]=email,tags', 'ask for it by extra_fields[applications]'],
    ['applications?fields=email', 'fields must name a type, as fields[applications]'],
    ['questions?fields=title', 'fields must name a type, as fields[questions]'],
    ['job_seekers/82001?extra_fields[applications]=tags', 'is not a parameter of this path'],
  ])('error.400.parameters: %s says what would be right', async (path, said) => {
    const reply = await get(path);
    expect([reply.status, String(at(firstError(reply), 'detail'))]).toEqual([
      400,
      expect.stringContaining(said),
    ]);
  });

  test.each([
    'applications/1',
    'applications/80001x',
    'job_seekers/1',
    'applications/%00',
    'job_seekers/__proto__',
  ])('error.404: %s is not found', async (path) => {
    const reply = await get(path);
    expect([reply.status, at(firstError(reply), 'code')]).toEqual([404, 'not_found']);
  });
});

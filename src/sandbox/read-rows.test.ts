import { describe, expect, test } from 'vitest';
import { createSandbox } from './create-sandbox.ts';
import { at } from './json.ts';
import { answerBody, ask, firstError, ids, list, post } from './test-client.ts';

/**
 * Rows of the document about reading, on the sample applications, and what a child's answer is not asked for. Every
 * reply is judged by the rules of JSON:API.
 */
const sandbox = createSandbox({ forms: ['nurse'], samples: true });
const everywhere = 'filter[job_visibility]=confidential,external,internal,private_job';

const get = (path: string) => ask(sandbox, `/api/v1/${path}`);
const listed = (query: string) => get(`applications?${everywhere}&${query}`);
const first = (query = '') => get(`applications/80001${query}`);
const resources = (body: unknown, type: string) =>
  list(at(body, 'included')).filter((one) => at(one, 'type') === type);
const names = (value: unknown) => Object.keys(Object(value)).sort();
const linked = (body: unknown, name: string): readonly unknown[] =>
  [at(body, 'data', 'relationships', name, 'data') ?? []].flat();

const relationships = [
  ['job', 'jobs'],
  ['job_posting', 'job_postings'],
  ['stage', 'stages'],
  ['furthest_stage', 'stages'],
  ['candidate', 'candidates'],
  ['hris_reference', 'hris_exports'],
  ['onboarding_application', 'onboarding_applications'],
  ['resume', 'resumes'],
  ['document_requests', 'document_requests'],
  ['offers', 'offers'],
  ['answers', 'answers'],
  ['custom_attributes', 'custom_attributes'],
  ['structured_section_responses', 'structured_section_responses'],
  ['scorecard_ratings', 'scorecard_ratings'],
  ['scorecard_notes', 'scorecard_notes'],
  ['scorecard_answers', 'scorecard_answers'],
  ['user_scorecards', 'user_scorecards'],
  ['comments', 'comments'],
] as const;

describe('relationships of applications', () => {
  test.each(relationships)('applications.relationship.%s brings what it leads to, %s', async (name, type) => {
    const { status, body } = await first(`?include=${name}`);
    expect(status).toBe(200);
    expect(Array.isArray(at(body, 'data', 'relationships', name, 'data'))).toBe(name.endsWith('s'));
    expect(linked(body, name).length).toBeGreaterThan(0);
    expect(ids(linked(body, name))).toEqual(ids(resources(body, type)));
    expect(list(at(body, 'included'))).toHaveLength(linked(body, name).length);
  });

  test('applications.relationship.shape is data of type and id', async () => {
    const { body } = await first('?include=job,offers');
    expect(at(body, 'data', 'relationships', 'job')).toEqual({ data: { type: 'jobs', id: '4801' } });
    for (const one of linked(body, 'offers')) expect(names(one)).toEqual(['id', 'type']);
  });

  test('applications.relationship.not_loaded says so, and read_application brings one application', async () => {
    const { body } = await first();
    expect([at(body, 'data', 'type'), at(body, 'data', 'id')]).toEqual(['applications', '80001']);
    const all = Object.entries(Object(at(body, 'data', 'relationships')));
    expect(all).toEqual(relationships.map(([name]) => [name, { meta: { included: false } }]));
    expect(at(body, 'included')).toBeUndefined();
  });

  test('applications.included holds every type, and service.resource_types are all there are', async () => {
    const every = relationships.map(([name]) => name).join(',');
    const { body } = await listed(`include=${every},candidate.job_seekers,answers.question`);
    const types = new Set(list(at(body, 'included')).map((one) => at(one, 'type')));
    expect(types).toEqual(new Set([...relationships.map(([, type]) => type), 'job_seekers', 'questions']));
  });
});

const unshown = [
  ['jobs', 'job'],
  ['job_postings', 'job_posting'],
  ['stages', 'stage'],
  ['hris_exports', 'hris_reference'],
  ['onboarding_applications', 'onboarding_application'],
  ['document_requests', 'document_requests'],
  ['offers', 'offers'],
  ['custom_attributes', 'custom_attributes'],
  ['structured_section_responses', 'structured_section_responses'],
  ['scorecard_ratings', 'scorecard_ratings'],
  ['scorecard_notes', 'scorecard_notes'],
  ['scorecard_answers', 'scorecard_answers'],
  ['user_scorecards', 'user_scorecards'],
  ['resumes', 'resume'],
  ['users', 'comments.user'],
  ['skills', 'candidate.skills'],
] as const;

test.each(unshown)('%s.fields hold a label of our own', async (type, path) => {
  const found = resources((await first(`?include=${path}`)).body, type);
  expect(found.length).toBeGreaterThan(0);
  for (const one of found) {
    const attributes = Object(at(one, 'attributes'));
    expect(typeof (attributes['name'] ?? attributes['title'])).toBe('string');
  }
});

test('list_applications.response.cv: the parsed CV is a resource of its own', async () => {
  const { body } = await first('?include=resume');
  expect(resources(body, 'resumes')).toHaveLength(1);
});

describe('related resources', () => {
  const candidate = (body: unknown) => resources(body, 'candidates')[0];

  test.each([
    ['applications', 'applications'],
    ['hris_references', 'hris_exports'],
    ['job_seekers', 'job_seekers'],
    ['skills', 'skills'],
    ['custom_attributes', 'custom_attributes'],
  ])('candidates.relationship.%s leads to %s', async (name, type) => {
    const { body } = await first(`?include=candidate.${name}`);
    const linkage = list(at(candidate(body), 'relationships', name, 'data'));
    expect(new Set(linkage.map((one) => at(one, 'type')))).toEqual(new Set([type]));
  });

  test('candidates.relationship.include: job_seekers.read finds the one that candidate.job_seekers names', async () => {
    const [seeker] = ids(resources((await first('?include=candidate.job_seekers')).body, 'job_seekers'));
    const { status, body } = await get(`job_seekers/${seeker}`);
    expect([status, at(body, 'data', 'type')]).toEqual([200, 'job_seekers']);
    expect(names(at(body, 'data', 'attributes'))).toEqual(['created_at', 'updated_at']);
  });

  test('job_seekers.extra.tags come by job_seekers.extra_fields[job_seekers], job_seekers.fields without them', async () => {
    const tags = async (query: string) =>
      at((await get(`job_seekers/82001${query}`)).body, 'data', 'attributes', 'tags');
    expect(await tags('')).toBeUndefined();
    expect(await tags('?extra_fields[job_seekers]=tags')).toEqual([
      { context: 'custom_talent_pool', name: 'Keep in touch' },
    ]);
  });

  test('candidates.extra_fields[candidates] bring candidates.extra.attachments and candidates.extra.tags', async () => {
    const extra = 'extra_fields[candidates]=attachments,tags';
    const { body } = await first(`?include=candidate&${extra}`);
    const { attachments, tags } = Object(at(candidate(body), 'attributes'));
    expect([Array.isArray(attachments), Array.isArray(tags)]).toEqual([true, true]);
    expect(names(at(candidate((await first('?include=candidate')).body), 'attributes'))).not.toContain(
      'tags',
    );
  });

  test.each([
    ['candidates', 'candidate', 'first_name'],
    ['answers', 'answers', 'text_answer'],
  ])('%s.sparse_fields leave the others out', async (type, path, field) => {
    const { body } = await first(`?include=${path}&fields[${type}]=${field}`);
    for (const one of resources(body, type)) expect(names(at(one, 'attributes'))).toEqual([field]);
    expect((await first(`?include=${path}&fields[${type}]=${field},nothing`)).status).toBe(400);
  });

  test('answers.extra_fields[answers] bring the attachments', async () => {
    const { body } = await first('?include=answers&extra_fields[answers]=attachments');
    const files = resources(body, 'answers').flatMap((one) => list(at(one, 'attributes', 'attachments')));
    expect(names(files[0])).toEqual(['context', 'name', 'url']);
  });

  test('answers.relationship.include: answers.relationship.question leads to its question', async () => {
    const { body } = await first('?include=answers.question');
    const [answer] = resources(body, 'answers');
    expect(at(answer, 'relationships', 'question', 'data')).toEqual({ type: 'questions', id: '8501' });
    expect(ids(resources(body, 'questions'))).toContain('8501');
  });

  test('answers.relationship.answerable is one of three types, structured_section_responses.relationship.include brings them', async () => {
    const path = 'structured_section_responses.answers.answerable';
    const { body } = await first(`?include=${path}`);
    const kinds = resources(body, 'answers').map((one) =>
      at(one, 'relationships', 'answerable', 'data', 'type'),
    );
    expect(kinds.sort()).toEqual(['applications', 'candidate_surveys', 'job_seekers']);
  });

  test('comments.relationship.user leads to a user, comments.relationship.include brings it', async () => {
    const { body } = await first('?include=comments.user');
    const [comment] = resources(body, 'comments');
    expect(ids(resources(body, 'users'))).toContain(at(comment, 'relationships', 'user', 'data', 'id'));
  });
});

describe('the list of applications', () => {
  test('list_applications.response.data is a list, list_applications.response.meta beside it', async () => {
    const { status, body } = await listed('');
    expect([status, names(body)]).toEqual([200, ['data', 'meta']]);
    expect(ids(at(body, 'data'))).toContain('80001');
  });

  test('list_applications.response.included is there when asked for', async () => {
    expect(list(at((await listed('include=job')).body, 'included')).length).toBeGreaterThan(0);
  });

  test('list_applications.filter[job_visibility].default leaves confidential ones out', async () => {
    const found = ids(at((await get('applications')).body, 'data'));
    expect(found).toEqual(expect.arrayContaining(['80001', '80006', '80007']));
    expect(found).not.toContain('80003');
  });

  test('list_applications.filter[job_visibility].confidential: beside the others of list_applications.filter[job_visibility]', async () => {
    const { body } = await get('applications?filter[job_visibility]=external,confidential');
    const found = ids(at(body, 'data'));
    expect(found).toEqual(expect.arrayContaining(['80001', '80003']));
    expect(found).not.toContain('80006');
  });

  test.each([
    ['external', ['80001', '80002', '80004', '80005']],
    ['internal', ['80006']],
    ['private_job', ['80007']],
  ])('list_applications.filter[job_visibility].%s alone', async (visibility, wanted) => {
    const { body } = await get(`applications?filter[job_visibility]=${visibility}`);
    expect([...ids(at(body, 'data'))].sort()).toEqual(wanted);
  });

  test('list_applications.filter[candidate_phone] finds by %2B, list_applications.filter[candidate_phone].plus nothing', async () => {
    const found = async (phone: string) =>
      ids(at((await listed(`filter[candidate_phone]=${phone}`)).body, 'data'));
    expect([...(await found('%2B447700900991'))].sort()).toEqual(['80001', '80003']);
    expect(await found('+447700900991')).toEqual([]);
    expect(await found('447700900991')).toEqual([]);
  });

  test.each([
    ['list_applications.filter[job_visibility].unknown', 'filter[job_visibility]=public'],
    ['list_applications.filter[job_visibility].unknown', 'filter[job_visibility]='],
    ['list_applications.include.unknown', 'include=questions'],
    ['list_applications.include.unknown', 'include=job.applications'],
    ['list_applications.sort.unknown', 'sort=email'],
    ['list_applications.sort.unique', 'sort=id,id'],
    ['list_applications.extra_fields.unscoped', 'extra_fields=attachments'],
    ['list_applications.extra_fields[applications]', 'extra_fields[applications]=salary'],
    ['list_applications.fields[applications]', 'fields[applications]=salary'],
    ['list_applications.page[size]', 'page[size]=1001'],
    ['list_applications.page[number]', 'page[number]=0'],
    ['list_applications.stats[total]', 'stats[total]=sum'],
  ])('%s: %s is malformed', async (_row, query) => {
    const reply = await get(`applications?${query}`);
    expect([reply.status, at(firstError(reply), 'code')]).toEqual([400, 'bad_request']);
  });

  test('list_applications.include and read_application.include take the same names', async () => {
    expect((await listed('include=job,stage')).status).toBe(200);
    expect((await first('?include=job,stage')).status).toBe(200);
    expect((await first('?include=questions')).status).toBe(400);
  });

  test('list_applications.extra_fields[applications] adds each that was asked for', async () => {
    const extra = 'extra_fields[applications]=attachments,average_rating,tags,days_in_current_stage';
    const [one] = list(at((await listed(`sort=id&${extra}`)).body, 'data'));
    const wanted = ['attachments', 'average_rating', 'tags', 'days_in_current_stage'];
    expect(names(at(one, 'attributes'))).toEqual(expect.arrayContaining(wanted));
    expect(names(at((await first()).body, 'data', 'attributes'))).not.toContain('tags');
  });

  test('read_application.extra_fields[applications] returns the tags as context and name', async () => {
    const { body } = await first('?extra_fields[applications]=tags');
    const tags = list(at(body, 'data', 'attributes', 'tags'));
    expect(tags).toContainEqual({ context: null, name: 'referral' });
    expect(tags).toContainEqual({ context: 'custom_portal_source', name: 'Careers site' });
  });
});

describe('sorting', () => {
  const placeOf = (one: unknown, name: string): number =>
    name === 'id' ? Number(at(one, 'id')) : Date.parse(String(at(one, 'attributes', name)));

  test.each(['id', 'created_at', 'updated_at'])('list_applications.sort.%s is ascending', async (name) => {
    const values = list(at((await listed(`sort=${name}`)).body, 'data')).map((one) => placeOf(one, name));
    expect(values).toEqual([...values].sort((one, other) => one - other));
    expect(new Set(values).size).toBeGreaterThan(2);
  });

  test.each(['id', 'created_at', 'updated_at'])('list_applications.sort.-%s is descending', async (name) => {
    const values = list(at((await listed(`sort=-${name}`)).body, 'data')).map((one) => placeOf(one, name));
    expect(values).toEqual([...values].sort((one, other) => other - one));
  });

  test('list_applications.sort is a list: the first decides', async () => {
    const { body } = await listed('sort=-created_at,id');
    expect(ids(at(body, 'data'))).toEqual(ids(at((await listed('sort=-created_at')).body, 'data')));
  });
});

describe('parts of a list', () => {
  test('list_applications.page[number] and list_applications.page[size] cut it', async () => {
    const all = ids(at((await listed('sort=id')).body, 'data'));
    const page = async (query: string) => ids(at((await listed(`sort=id&${query}`)).body, 'data'));
    expect(await page('page[size]=2')).toEqual(all.slice(0, 2));
    expect(await page('page[number]=2&page[size]=3')).toEqual(all.slice(3, 6));
    expect(await page('page[size]=0')).toEqual([]);
  });

  test('list_applications.stats[total] counts all that match', async () => {
    const { body } = await listed('page[size]=0&stats[total]=count');
    const all = ids(at((await listed('')).body, 'data'));
    expect(at(body, 'meta')).toEqual({ stats: { total: { count: all.length } } });
  });

  test('applications.sparse_fields, by list_applications.fields[applications] and read_application.fields[applications]: each readable name', async () => {
    const readable = names(at((await first()).body, 'data', 'attributes'));
    expect(readable).toHaveLength(39);
    for (const name of readable) {
      const { body } = await first(`?fields[applications]=${name}`);
      expect([names(at(body, 'data', 'attributes')), at(body, 'data', 'relationships')]).toEqual([
        [name],
        {},
      ]);
    }
    const [one] = list(at((await listed('fields[applications]=email')).body, 'data'));
    expect(names(at(one, 'attributes'))).toEqual(['email']);
  });

  test('applications.sparse_fields.id leaves the id alone', async () => {
    const { body } = await first('?fields[applications]=id');
    expect(at(body, 'data')).toEqual({
      type: 'applications',
      id: '80001',
      attributes: {},
      relationships: {},
    });
  });
});

describe('answers to follow-up questions', () => {
  const child = (application: string) =>
    answerBody({ question: '8504', application, attributes: { date_answer: '2019-05-20' } });

  test('create_answer.rule.child_question: by its own id, and by nothing else', async () => {
    const { status, body } = await post(sandbox, child('80001'));
    expect([status, at(body, 'data', 'relationships', 'question', 'data', 'id')]).toEqual([201, '8504']);
  });

  test('create_answer.rule.not_enforced: a child whose parent was answered otherwise is taken, and none is missed', async () => {
    const hides = { question: '8503', application: '80002', attributes: { boolean_answer: false } };
    expect((await post(sandbox, answerBody(hides))).status).toBe(201);
    expect((await post(sandbox, child('80002'))).status).toBe(201);
  });
});

import { describe, expect, test } from 'vitest';
import { answerBody, ask, ids, list, post } from '../client.support.ts';
import { createSandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';

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
  test('applications.relationship.shape is data of type and id', async () => {
    const { body } = await first('?include=job,offers');
    expect(at(body, 'data', 'relationships', 'job')).toEqual({ data: { type: 'jobs', id: '4801' } });
    for (const one of linked(body, 'offers')) expect(names(one)).toEqual(['id', 'type']);
  });

  test('applications.relationship.not_loaded says so, and read_application brings one application (read_application)', async () => {
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
  test('list_applications.response.data is a list, list_applications.response.meta beside it (list_applications)', async () => {
    const { status, body } = await listed('');
    expect([status, names(body)]).toEqual([200, ['data', 'meta']]);
    expect(ids(at(body, 'data'))).toContain('80001');
  });

  test('list_applications.response.included is there when asked for', async () => {
    expect(list(at((await listed('include=job')).body, 'included')).length).toBeGreaterThan(0);
  });

  test('list_applications.include and read_application.include take the same names', async () => {
    expect((await listed('include=job,stage')).status).toBe(200);
    expect((await first('?include=job,stage')).status).toBe(200);
    expect((await first('?include=questions')).status).toBe(400);
  });

  test('read_application.extra_fields[applications] returns the tags as context and name', async () => {
    const { body } = await first('?extra_fields[applications]=tags');
    const tags = list(at(body, 'data', 'attributes', 'tags'));
    expect(tags).toContainEqual({ context: null, name: 'referral' });
    expect(tags).toContainEqual({ context: 'custom_portal_source', name: 'Careers site' });
  });
});

test('read_application.fields[applications] selects', async () => {
  const { body } = await first('?fields[applications]=email,job');
  expect([names(at(body, 'data', 'attributes')), names(at(body, 'data', 'relationships'))]).toEqual([
    ['email'],
    ['job'],
  ]);
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

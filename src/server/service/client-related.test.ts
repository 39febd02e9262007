import { expect, test } from 'vitest';
import { jobSeekerId } from '../../core/model/ids.ts';
import type { ApplicationInclude, ListApplicationsParameters } from './application-query.ts';
import { useClientScene } from './client.support.ts';
import { type Kind, kinds, kindsOf } from './documented-kinds.support.ts';
import type { AnswerField, AnswerResource } from './resources/answer.ts';
import type { CandidateField, CandidateResource } from './resources/candidate.ts';
import type { CommentField, CommentResource } from './resources/comment.ts';
import { findIncluded, type IncludedResource, type UndescribedType } from './resources/included.ts';
import type { JobSeekerResource } from './resources/job-seeker.ts';
import { allVisibilities } from './visibilities.ts';

const scene = useClientScene({ samples: true, forms: ['nurse'] });

async function ask(include: readonly ApplicationInclude[], more: ListApplicationsParameters = {}) {
  const filter = { job_visibility: allVisibilities };
  const reply = await scene().client.listApplications({ filter, include, ...more });
  if (!reply.ok) throw new Error(reply.error.kind);
  return reply.value;
}
const isCandidate = (one: IncludedResource): one is CandidateResource => one.type === 'candidates';
const isAnswer = (one: IncludedResource): one is AnswerResource => one.type === 'answers';
const isComment = (one: IncludedResource): one is CommentResource => one.type === 'comments';
const isJobSeeker = (one: IncludedResource): one is JobSeekerResource => one.type === 'job_seekers';

/** Those of one type, of which there are some: a loop over none would show nothing. */
function some<One extends IncludedResource>(
  included: readonly IncludedResource[],
  isOne: (one: IncludedResource) => one is One,
): readonly One[] {
  const found = included.filter(isOne);
  expect(found.length).toBeGreaterThan(0);
  return found;
}

const attributeOf = ({ attributes }: { readonly attributes: object }, name: string): unknown =>
  Reflect.get(attributes, name);

/** What came over the wire, of one type and in its order. */
function sent(type: string, name: string): readonly unknown[] {
  const { included } = JSON.parse(scene().replies.at(-1) ?? '');
  return included.flatMap((one: { type: string; attributes: object }) =>
    one.type === type ? [Reflect.get(one.attributes, name)] : [],
  );
}

function expectRead(
  resources: readonly (CandidateResource | AnswerResource | CommentResource)[],
  name: string,
  kind: Kind,
) {
  expect(resources.map((one) => attributeOf(one, name))).toEqual(sent(resources[0]?.type ?? '', name));
  expect(resources.some((one) => kinds[kind](attributeOf(one, name)))).toBe(true);
}

const candidateAttributes = kindsOf<CandidateField>(
  [
    ...(['first_name', 'last_name', 'middle_name', 'preferred_name', 'full_name', 'email'] as const),
    ...(['locale', 'phone', 'phone_iso2', 'address1', 'address2', 'town', 'postcode'] as const),
    ...(['country', 'state_province', 'external_system_reference'] as const),
  ],
  { date_of_birth: 'date', blocked: 'boolean', created_at: 'date-time', updated_at: 'date-time' },
);

test.each([...candidateAttributes])('candidates.%s is read as it was sent (%s)', async (name, kind) => {
  const { included } = await ask(['candidate']);
  expectRead(some(included, isCandidate), name, kind);
});

test('candidates.address2.us and candidates.state_province.not_us are null', async () => {
  const { included } = await ask(['candidate']);
  const lines = (country: string) => {
    const one = some(included, isCandidate).find(({ attributes }) => attributes.country === country);
    return [one?.attributes.address2, one?.attributes.state_province];
  };
  expect([lines('US'), lines('GB')]).toEqual([
    [null, expect.any(String)],
    [expect.any(String), null],
  ]);
});

test('candidates.documents_base64 is not among what is read', async () => {
  const { included } = await ask(['candidate']);
  for (const one of some(included, isCandidate))
    expect(Object.keys(one.attributes).sort()).toEqual([...candidateAttributes.keys()].sort());
});

test.each(['attachments', 'tags'] as const)(
  'candidates.extra.%s comes only when it is asked for by candidates.extra_fields[candidates]',
  async (field) => {
    const plain = some((await ask(['candidate'])).included, isCandidate);
    const full = some(
      (await ask(['candidate'], { extra_fields: { candidates: [field] } })).included,
      isCandidate,
    );
    expect(plain.every(({ attributes }) => attributes[field] === undefined)).toBe(true);
    expect(full.some(({ attributes }) => kinds.objects(attributes[field]))).toBe(true);
  },
);

test('candidates.sparse_fields leaves the other attributes out', async () => {
  const { included } = await ask(['candidate'], { fields: { candidates: ['full_name'] } });
  for (const one of some(included, isCandidate)) expect(Object.keys(one.attributes)).toEqual(['full_name']);
});

test.each([
  ['applications', 'applications'],
  ['hris_references', 'hris_exports'],
  ['job_seekers', 'job_seekers'],
  ['skills', 'skills'],
  ['custom_attributes', 'custom_attributes'],
] as const)(
  'candidates.relationship.%s leads to resources of the type %s, by candidates.relationship.include',
  async (name, type) => {
    const { data, included } = await ask([`candidate.${name}`]);
    const linked = some(included, isCandidate).flatMap(({ relationships }) => [
      ...(relationships[name]?.data ?? []),
    ]);
    expect(linked.length).toBeGreaterThan(0);
    for (const one of linked) {
      expect(one.type).toBe(type);
      expect((findIncluded(included, one) ?? data.find(({ id }) => id === one.id))?.id).toBe(one.id);
    }
  },
);

test('job_seekers.extra.tags comes only when it is asked for by job_seekers.extra_fields[job_seekers]', async () => {
  const plain = some((await ask(['candidate.job_seekers'])).included, isJobSeeker);
  const full = (await ask(['candidate.job_seekers'], { extra_fields: { job_seekers: ['tags'] } })).included;
  expect(plain.every(({ attributes }) => attributes.tags === undefined)).toBe(true);
  expect(full.filter(isJobSeeker)[0]?.attributes.tags).toContainEqual({
    context: 'custom_talent_pool',
    name: 'Keep in touch',
  });
});

test('job_seekers.read hands back one job seeker, with its tags where they are asked for', async () => {
  const { included } = await ask(['candidate.job_seekers']);
  const id = included.find(isJobSeeker)?.id ?? jobSeekerId('');
  const reply = await scene().client.readJobSeeker(id, { extra_fields: { job_seekers: ['tags'] } });
  expect(new URL(scene().sent.at(-1)?.url ?? '').pathname).toBe(`/api/v1/job_seekers/${id}`);
  expect(reply.ok && reply.value.data).toMatchObject({ type: 'job_seekers', id });
  expect(reply.ok && reply.value.data.attributes.tags?.length).toBeGreaterThan(0);
});

test('job_seekers.fields that the document does not show are handed on', async () => {
  const { included } = await ask(['candidate.job_seekers']);
  const [first] = some(included, isJobSeeker);
  const raw = JSON.parse(scene().replies.at(-1) ?? '').included.find(
    ({ type, id }: { type: string; id: string }) => type === 'job_seekers' && id === first?.id,
  );
  expect(first?.attributes).toEqual(raw.attributes);
});

const answerAttributes = kindsOf<AnswerField>(
  ['title', 'additional_information', 'question_type', 'number_answer', 'url_answer', 'text_answer'],
  {
    ...({ boolean_answer: 'boolean', document_answer: 'object', multiple_choice_answer: 'texts' } as const),
    ...({ date_answer: 'date', date_from_answer: 'date', date_to_answer: 'date' } as const),
    ...({ created_at: 'date-time', updated_at: 'date-time' } as const),
  },
);

test.each([...answerAttributes])('answers.%s is read as it was sent (%s)', async (name, kind) => {
  const { included } = await ask(['answers']);
  expectRead(some(included, isAnswer), name, kind);
});

test('answers.extra.attachments comes only when it is asked for by answers.extra_fields[answers]', async () => {
  const plain = some((await ask(['answers'])).included, isAnswer);
  const full = some(
    (await ask(['answers'], { extra_fields: { answers: ['attachments'] } })).included,
    isAnswer,
  );
  expect(plain.every(({ attributes }) => attributes.attachments === undefined)).toBe(true);
  expect(full.some(({ attributes }) => kinds.objects(attributes.attachments))).toBe(true);
});

test('answers.sparse_fields takes each readable name', async () => {
  for (const name of answerAttributes.keys()) {
    const { included } = await ask(['answers'], { fields: { answers: [name] }, page: { size: 1 } });
    for (const one of some(included, isAnswer)) expect(Object.keys(one.attributes)).toEqual([name]);
  }
});

test('answers.relationship.question names the question of each, answers.relationship.include brings it', async () => {
  const { included } = await ask(['answers.question']);
  for (const { relationships } of some(included, isAnswer)) {
    const linkage = relationships.question?.data;
    expect(linkage?.type).toBe('questions');
    expect(linkage && findIncluded(included, linkage)?.id).toBe(linkage?.id);
  }
});

test('answers.relationship.answer_options holds the options that were chosen', async () => {
  const { included } = await ask(['answers.answer_options']);
  const linked = some(included, isAnswer).flatMap(
    ({ relationships }) => relationships.answer_options?.data ?? [],
  );
  expect(linked.length).toBeGreaterThan(0);
  for (const one of linked) expect(findIncluded(included, one)?.attributes['text']).toBeTypeOf('string');
});

test('answers.relationship.answerable is one of answers.relationship.answerable.applications, answers.relationship.answerable.job_seekers and answers.relationship.answerable.candidate_surveys', async () => {
  const { included } = await ask(['structured_section_responses.answers.answerable', 'answers.answerable']);
  const owners = some(included, isAnswer).map(({ relationships }) => relationships.answerable?.data);
  for (const one of owners) expect(one?.id).toBeTypeOf('string');
  expect(new Set(owners.map((one) => one?.type))).toEqual(
    new Set(['applications', 'job_seekers', 'candidate_surveys']),
  );
});

test('structured_section_responses.relationship.include reaches the answers of a section', async () => {
  const { included } = await ask(['structured_section_responses.answers']);
  expect(included.map(({ type }) => type)).toEqual(
    expect.arrayContaining(['structured_section_responses', 'answers']),
  );
});

const commentAttributes = kindsOf<CommentField>(['body_text', 'commentable_type'], {
  ...({ commentable_id: 'integer', private_comment: 'boolean', user_id: 'integer' } as const),
  ...({ created_at: 'date-time', updated_at: 'date-time' } as const),
});

test.each([...commentAttributes])('comments.%s is read as it was sent (%s)', async (name, kind) => {
  const { included } = await ask(['comments']);
  expectRead(some(included, isComment), name, kind);
});

test('comments.category is not among what is read', async () => {
  const { included } = await ask(['comments']);
  for (const one of some(included, isComment))
    expect(Object.keys(one.attributes).sort()).toEqual([...commentAttributes.keys()].sort());
});

test('comments.relationship.user names who wrote it, comments.relationship.include brings it', async () => {
  const { included } = await ask(['comments.user']);
  for (const { relationships } of some(included, isComment)) {
    const linkage = relationships.user?.data;
    expect(linkage && findIncluded(included, linkage)?.type).toBe('users');
  }
});

/** By the path that leads to them. */
const undescribed: Readonly<
  Record<Exclude<UndescribedType, 'answer_options' | 'candidate_surveys'>, ApplicationInclude>
> = {
  jobs: 'job',
  job_postings: 'job_posting',
  stages: 'stage',
  hris_exports: 'hris_reference',
  onboarding_applications: 'onboarding_application',
  document_requests: 'document_requests',
  offers: 'offers',
  custom_attributes: 'custom_attributes',
  structured_section_responses: 'structured_section_responses',
  scorecard_ratings: 'scorecard_ratings',
  scorecard_notes: 'scorecard_notes',
  scorecard_answers: 'scorecard_answers',
  user_scorecards: 'user_scorecards',
  resumes: 'resume',
  users: 'comments.user',
  skills: 'candidate.skills',
};

test.each(Object.entries(undescribed))('%s.fields are handed on as they came', async (type, path) => {
  const { included } = await ask([path]);
  const own = included.filter((one) => one.type === type);
  const raw = JSON.parse(scene().replies.at(-1) ?? '').included.filter(
    (one: { type: string }) => one.type === type,
  );
  expect(own.length).toBeGreaterThan(0);
  expect(own.map(({ attributes }) => attributes)).toEqual(
    raw.map(({ attributes }: IncludedResource) => attributes),
  );
});

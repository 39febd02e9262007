import { expect, test } from 'vitest';
import { jobSeekerId } from '../../core/model/ids.ts';
import { useClientScene } from './client.support.ts';
import { type Kind, kinds, kindsOf } from './documented-kinds.support.ts';
import { findIncluded, type IncludedResource, type UndescribedType } from './included.ts';
import { type ApplicationInclude, allVisibilities, type ListApplicationsParameters } from './queries.ts';
import type { AnswerField, CandidateField, CommentField } from './resources.ts';

const scene = useClientScene({ samples: true, forms: ['nurse'] });

async function ask(include: readonly ApplicationInclude[], more: ListApplicationsParameters = {}) {
  const filter = { job_visibility: allVisibilities };
  const reply = await scene().client.listApplications({ filter, include, ...more });
  if (!reply.ok) throw new Error(reply.error.kind);
  const raw: readonly IncludedResource[] = JSON.parse(scene().replies.at(-1) ?? '').included;
  return { ...reply.value, raw };
}

type Related<Type> = Extract<IncludedResource, { readonly type: Type }>;

/** Returns the resources of one type, and fails when there are none. */
function some<Type extends IncludedResource['type']>(included: readonly IncludedResource[], type: Type) {
  const found = included.filter((resource): resource is Related<Type> => resource.type === type);
  expect(found.length).toBeGreaterThan(0);
  return found;
}

const attributeOf = ({ attributes }: { readonly attributes: object }, name: string): unknown =>
  Reflect.get(attributes, name);

const candidateAttributes = kindsOf<CandidateField>(
  [
    ...(['first_name', 'last_name', 'middle_name', 'preferred_name', 'full_name', 'email'] as const),
    ...(['locale', 'phone', 'phone_iso2', 'address1', 'address2', 'town', 'postcode'] as const),
    ...(['country', 'state_province', 'external_system_reference'] as const),
  ],
  { date_of_birth: 'date', blocked: 'boolean', created_at: 'date-time', updated_at: 'date-time' },
);

const answerAttributes = kindsOf<AnswerField>(
  ['title', 'additional_information', 'question_type', 'number_answer', 'url_answer', 'text_answer'],
  {
    ...({ boolean_answer: 'boolean', document_answer: 'object', multiple_choice_answer: 'texts' } as const),
    ...({ date_answer: 'date', date_from_answer: 'date', date_to_answer: 'date' } as const),
    ...({ created_at: 'date-time', updated_at: 'date-time' } as const),
  },
);

const commentAttributes = kindsOf<CommentField>(['body_text', 'commentable_type'], {
  ...({ commentable_id: 'integer', private_comment: 'boolean', user_id: 'integer' } as const),
  ...({ created_at: 'date-time', updated_at: 'date-time' } as const),
});

const described = [
  ['candidates', 'candidate', candidateAttributes],
  ['answers', 'answers', answerAttributes],
  ['comments', 'comments', commentAttributes],
] as const;

const rows = described.flatMap(([type, include, attributes]) =>
  [...attributes].map(([name, kind]: readonly [string, Kind]) => [type, name, kind, include] as const),
);

test.each(rows)('%s.%s has the value of the reply (%s)', async (type, name, kind, include) => {
  const { included, raw } = await ask([include]);
  const values = some(included, type).map((resource) => attributeOf(resource, name));
  expect(values).toEqual(some(raw, type).map((resource) => attributeOf(resource, name)));
  expect(values.some(kinds[kind])).toBe(true);
});

test('candidates.address2.us and candidates.state_province.not_us are null', async () => {
  const { included } = await ask(['candidate']);
  const lines = (country: string) => {
    const candidate = some(included, 'candidates').find(({ attributes }) => attributes.country === country);
    return [candidate?.attributes.address2, candidate?.attributes.state_province];
  };
  expect([lines('US'), lines('GB')]).toEqual([
    [null, expect.any(String)],
    [expect.any(String), null],
  ]);
});

test('candidates.documents_base64 and comments.category are not returned', async () => {
  for (const [type, include, attributes] of described)
    for (const resource of some((await ask([include])).included, type))
      expect(Object.keys(resource.attributes).sort()).toEqual([...attributes.keys()].sort());
});

test.each([
  ['candidates', 'attachments', 'candidate', { candidates: ['attachments'] }],
  ['candidates', 'tags', 'candidate', { candidates: ['tags'] }],
  ['answers', 'attachments', 'answers', { answers: ['attachments'] }],
  ['job_seekers', 'tags', 'candidate.job_seekers', { job_seekers: ['tags'] }],
] as const)(
  '%s.extra.%s is returned only on request (candidates.extra_fields[candidates], answers.extra_fields[answers], job_seekers.extra_fields[job_seekers])',
  async (type, field, include, extra_fields) => {
    const plain = some((await ask([include])).included, type);
    const full = some((await ask([include], { extra_fields })).included, type);
    expect(plain.every((resource) => attributeOf(resource, field) === undefined)).toBe(true);
    expect(full.some((resource) => kinds.objects(attributeOf(resource, field)))).toBe(true);
  },
);

test('candidates.sparse_fields and answers.sparse_fields omit the other attributes', async () => {
  const fields = { candidates: ['full_name'], answers: ['title'] } as const;
  const { included } = await ask(['candidate', 'answers'], { fields });
  for (const { attributes } of some(included, 'candidates'))
    expect(Object.keys(attributes)).toEqual(['full_name']);
  for (const { attributes } of some(included, 'answers')) expect(Object.keys(attributes)).toEqual(['title']);
});

test.each([
  ['applications', 'applications'],
  ['hris_references', 'hris_exports'],
  ['job_seekers', 'job_seekers'],
  ['skills', 'skills'],
  ['custom_attributes', 'custom_attributes'],
] as const)(
  'candidates.relationship.%s leads to resources of type %s, by candidates.relationship.include',
  async (name, type) => {
    const { data, included } = await ask([`candidate.${name}`]);
    const linked = some(included, 'candidates').flatMap(({ relationships }) => [
      ...(relationships[name]?.data ?? []),
    ]);
    expect(linked.length).toBeGreaterThan(0);
    for (const identifier of linked) {
      expect(identifier.type).toBe(type);
      expect((findIncluded(included, identifier) ?? data.find(({ id }) => id === identifier.id))?.id).toBe(
        identifier.id,
      );
    }
  },
);

test('job_seekers.read returns one job seeker, with its tags on request', async () => {
  const { included } = await ask(['candidate.job_seekers']);
  const id = some(included, 'job_seekers')[0]?.id ?? jobSeekerId('');
  const reply = await scene().client.readJobSeeker(id, { extra_fields: { job_seekers: ['tags'] } });
  expect(new URL(scene().sent.at(-1)?.url ?? '').pathname).toBe(`/api/v1/job_seekers/${id}`);
  expect(reply.ok && reply.value.data).toMatchObject({ type: 'job_seekers', id });
  expect(reply.ok && reply.value.data.attributes.tags).toContainEqual({
    context: 'custom_talent_pool',
    name: 'Keep in touch',
  });
});

test('answers.relationship.question names the question that answers.relationship.include returns', async () => {
  const { included } = await ask(['answers.question']);
  for (const { relationships } of some(included, 'answers')) {
    const linkage = relationships.question?.data;
    expect(linkage?.type).toBe('questions');
    expect(linkage && findIncluded(included, linkage)?.id).toBe(linkage?.id);
  }
});

test('answers.relationship.answer_options names the chosen options', async () => {
  const { included } = await ask(['answers.answer_options']);
  const linked = some(included, 'answers').flatMap(
    ({ relationships }) => relationships.answer_options?.data ?? [],
  );
  expect(linked.length).toBeGreaterThan(0);
  for (const identifier of linked)
    expect(findIncluded(included, identifier)?.attributes['text']).toBeTypeOf('string');
});

test('answers.relationship.answerable covers answers.relationship.answerable.applications, answers.relationship.answerable.job_seekers and answers.relationship.answerable.candidate_surveys (structured_section_responses.relationship.include)', async () => {
  const { included } = await ask(['structured_section_responses.answers.answerable', 'answers.answerable']);
  const owners = some(included, 'answers').map(({ relationships }) => relationships.answerable?.data);
  for (const owner of owners) expect(owner?.id).toBeTypeOf('string');
  expect(new Set(owners.map((owner) => owner?.type))).toEqual(
    new Set(['applications', 'job_seekers', 'candidate_surveys']),
  );
});

test('comments.relationship.user names the author that comments.relationship.include returns', async () => {
  const { included } = await ask(['comments.user']);
  for (const { relationships } of some(included, 'comments')) {
    const linkage = relationships.user?.data;
    expect(linkage && findIncluded(included, linkage)?.type).toBe('users');
  }
});

/** The path that includes each type. */
const undescribed: Readonly<
  Record<Exclude<UndescribedType, 'answer_options' | 'candidate_surveys'> | 'job_seekers', ApplicationInclude>
> = {
  job_seekers: 'candidate.job_seekers',
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

test.each(Object.entries(undescribed))('%s.fields are returned unchanged', async (type, path) => {
  const { included, raw } = await ask([path]);
  const attributesOf = (resources: readonly IncludedResource[]) =>
    resources.filter((resource) => resource.type === type).map(({ attributes }) => attributes);
  expect(attributesOf(included).length).toBeGreaterThan(0);
  expect(attributesOf(included)).toEqual(attributesOf(raw));
});

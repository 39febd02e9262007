import { expect, test } from 'vitest';
import { applicationId } from '../../core/model/ids.ts';
import { openClientScene, useClientScene } from './client.support.ts';
import { type Kind, kinds, kindsOf, namesOf } from './documented-kinds.support.ts';
import { findIncluded } from './included.ts';
import {
  allVisibilities,
  type ListApplicationsParameters,
  type ReadApplicationParameters,
} from './queries.ts';
import type {
  ApplicationExtraField,
  ApplicationField,
  ApplicationRelationship,
  ApplicationResource,
} from './resources.ts';

const scene = useClientScene({ samples: true, forms: ['nurse'] });

const everywhere = { job_visibility: allVisibilities };
/** The first sample, which has every relationship. */
const first = applicationId('80001');
const american = applicationId('80002');

async function ask(parameters: ListApplicationsParameters = {}) {
  const reply = await scene().client.listApplications({ filter: everywhere, ...parameters });
  if (!reply.ok) throw new Error(reply.error.kind);
  return reply.value;
}
async function read(id = first, parameters: ReadApplicationParameters = {}) {
  const reply = await scene().client.readApplication(id, parameters);
  if (!reply.ok) throw new Error(reply.error.kind);
  return reply.value;
}
const queryOf = () => new URL(scene().sent.at(-1)?.url ?? '').searchParams;
const idsOf = ({ data }: { readonly data: readonly ApplicationResource[] }) => data.map(({ id }) => id);
const rawReply = () => JSON.parse(scene().replies.at(-1) ?? '');
const attributeOf = ({ attributes }: ApplicationResource, name: string): unknown =>
  Reflect.get(attributes, name);

test('list_applications returns list_applications.response.data, an empty list_applications.response.included and list_applications.response.meta', async () => {
  const { data, included, meta } = await ask();
  expect(data.length).toBeGreaterThan(5);
  expect(new Set(data.map(({ type }) => type))).toEqual(new Set(['applications']));
  expect([included, meta]).toEqual([[], rawReply().meta ?? {}]);
  expect(scene().sent.at(-1)?.method).toBe('GET');
  expect(new URL(scene().sent.at(-1)?.url ?? '').pathname).toBe('/api/v1/applications');
});

test('read_application returns one of service.resource_objects, with service.meta', async () => {
  const { data, meta } = await read();
  expect([data.type, data.id, typeof meta]).toEqual(['applications', '80001', 'object']);
  expect(Object.keys(data).sort()).toEqual(['attributes', 'id', 'relationships', 'type']);
  expect(new URL(scene().sent.at(-1)?.url ?? '').pathname).toBe('/api/v1/applications/80001');
});

/** The documented type of each readable attribute. */
const attributes = kindsOf<Exclude<ApplicationField, 'id' | ApplicationRelationship>>(
  [
    ...(['uuid', 'country_code', 'country_code_alpha3', 'country_name', 'full_name', 'locale'] as const),
    ...(['national_identifier', 'external_system_reference', 'phone_iso2', 'first_name'] as const),
    ...(['last_name', 'preferred_name', 'email', 'phone', 'date_of_birth', 'linkedin_url'] as const),
    ...(['summary', 'preferred_pronouns', 'channel_source', 'channel', 'address1', 'town'] as const),
    ...(['postcode', 'country', 'address2', 'state_province'] as const),
  ],
  {
    ...({ created_at: 'date-time', updated_at: 'date-time', rejected_at: 'date-time' } as const),
    ...({ hired_at: 'date-time', start_on: 'date', ai_score: 'object', is_demo: 'boolean' } as const),
    ...({ internal_candidate: 'boolean', concealed: 'boolean', candidate_id: 'integer' } as const),
    ...({ job_id: 'integer', job_posting_id: 'integer', stage_id: 'integer' } as const),
  },
);

test.each([...attributes])('applications.%s has the value of the reply (%s)', async (name, kind) => {
  const { data } = await ask();
  const sent = rawReply().data.map((raw: { attributes: object }) => Reflect.get(raw.attributes, name));
  expect(data.map((found) => attributeOf(found, name))).toEqual(sent);
  expect(data.some((found) => kinds[kind](attributeOf(found, name)))).toBe(true);
});

test.each([
  ['status', 'string'],
  ['score', 'number'],
  ['verdict', 'string'],
  ['strengths', 'texts'],
  ['concerns', 'texts'],
  ['interview_focus', 'texts'],
  ['scored_at', 'date-time'],
] as const)('applications.ai_score.%s is read (%s)', async (name, kind) => {
  expect(kinds[kind]((await read()).data.attributes.ai_score?.[name])).toBe(true);
});

test('applications.ai_score.disabled is null on each', async () => {
  const without = await openClientScene({ samples: true, forms: ['nurse'], aiScore: false });
  const reply = await without.client.listApplications();
  without.close();
  const scores = reply.ok ? reply.value.data.map(({ attributes: { ai_score } }) => ai_score) : [];
  expect(new Set(scores)).toEqual(new Set([null]));
});

test('applications.address2.us, applications.state_province.not_us, applications.ai_score.no_score and applications.job_posting_id.blank are null', async () => {
  const { data } = await read(applicationId(scene().sandbox.applyTo('nurse')));
  expect(data.attributes.job_posting_id).toBeNull();
  const [us, gb] = [(await read(american)).data.attributes, (await read()).data.attributes];
  expect([us.country, us.address2, typeof us.state_province]).toEqual(['US', null, 'string']);
  expect([gb.country, gb.state_province, typeof gb.address2]).toEqual(['GB', null, 'string']);
  expect(us.ai_score).toBeNull();
});

test('applications.write_only attributes are not returned', async () => {
  const { data } = await read(first, { extra_fields: { applications: ['attachments', 'tags'] } });
  const readable = new Set<string>([...attributes.keys(), 'attachments', 'tags']);
  expect(Object.keys(data.attributes).filter((name) => !readable.has(name))).toEqual([]);
});

const extraFields: Readonly<Record<ApplicationExtraField, Kind>> = {
  attachments: 'objects',
  average_rating: 'number',
  tags: 'objects',
  days_in_current_stage: 'integer',
};

test.each(Object.entries(extraFields))(
  'applications.extra.%s is returned only on request',
  async (name, kind) => {
    const field = namesOf(extraFields).filter((extra) => extra === name);
    expect(attributeOf((await read()).data, name)).toBeUndefined();
    expect(
      kinds[kind](attributeOf((await read(first, { extra_fields: { applications: field } })).data, name)),
    ).toBe(true);
  },
);

test('list_applications.extra_fields[applications] and read_application.extra_fields[applications] return tags (tags.rule.system)', async () => {
  await ask({ extra_fields: { applications: ['tags', 'average_rating'] } });
  expect(queryOf().get('extra_fields[applications]')).toBe('tags,average_rating');
  const { data } = await read(first, { extra_fields: { applications: ['tags'] } });
  expect(data.attributes.tags).toContainEqual({ context: 'custom_portal_source', name: 'Careers site' });
  expect(data.attributes.tags).toContainEqual({ context: null, name: 'referral' });
});

test('list_applications.fields[applications] omits the other attributes', async () => {
  const { data } = await ask({ fields: { applications: ['uuid', 'phone'] } });
  expect(queryOf().get('fields[applications]')).toBe('uuid,phone');
  expect(data.length).toBeGreaterThan(1);
  for (const { attributes } of data) expect(Object.keys(attributes).sort()).toEqual(['phone', 'uuid']);
});

test('applications.sparse_fields accepts each name by read_application.fields[applications] (applications.sparse_fields.id)', async () => {
  const namesRead = async (name: ApplicationField) =>
    Object.keys((await read(first, { fields: { applications: [name] } })).data.attributes);
  for (const name of attributes.keys()) expect(await namesRead(name)).toEqual([name]);
  expect(await namesRead('id')).toEqual([]);
});

const relationships: Readonly<Record<ApplicationRelationship, string>> = {
  job: 'jobs',
  job_posting: 'job_postings',
  stage: 'stages',
  furthest_stage: 'stages',
  candidate: 'candidates',
  hris_reference: 'hris_exports',
  onboarding_application: 'onboarding_applications',
  resume: 'resumes',
  document_requests: 'document_requests',
  offers: 'offers',
  answers: 'answers',
  custom_attributes: 'custom_attributes',
  structured_section_responses: 'structured_section_responses',
  scorecard_ratings: 'scorecard_ratings',
  scorecard_notes: 'scorecard_notes',
  scorecard_answers: 'scorecard_answers',
  user_scorecards: 'user_scorecards',
  comments: 'comments',
};
const relationshipNames = namesOf(relationships);
const isToMany = (name: ApplicationRelationship) => name.endsWith('s');

test.each(relationshipNames)(
  'applications.relationship.%s is included with resources of its type',
  async (name) => {
    const { data, included } = await read(first, { include: [name] });
    const linkage = data.relationships[name]?.data;
    expect(Array.isArray(linkage)).toBe(isToMany(name));
    const linked = [linkage ?? []].flat();
    expect(linked.length).toBeGreaterThan(0);
    for (const identifier of linked) {
      expect(identifier.type).toBe(relationships[name]);
      expect(findIncluded(included, identifier)?.id).toBe(identifier.id);
    }
    expect(included).toHaveLength(linked.length);
  },
);

test('applications.relationship.shape by read_application.include is one type and id, or a list of them', async () => {
  const { data } = await read(first, { include: ['job', 'comments'] });
  expect(data.relationships.job?.data).toEqual({ type: 'jobs', id: '4801' });
  expect(data.relationships.comments?.data?.[0]).toEqual({ type: 'comments', id: expect.any(String) });
});

test('applications.relationship.not_loaded has no data, and a meta that says so', async () => {
  const { data } = await read();
  for (const name of relationshipNames)
    expect(data.relationships[name]).toEqual({ meta: { included: false } });
});

test('applications.included contains all service.resource_types in one reply (service.compound_documents)', async () => {
  const before = scene().sent.length;
  const { included } = await ask({
    include: [...relationshipNames, 'candidate.job_seekers', 'answers.question'],
  });
  const types = new Set<string>(included.map(({ type }) => type));
  expect(types).toEqual(new Set([...Object.values(relationships), 'job_seekers', 'questions']));
  expect(scene().sent.length - before).toBe(1);
});

test('list_applications.response.cv contains the parsed CV, which the client returns unchanged', async () => {
  const { included } = await read(first, { include: ['resume'] });
  expect(included[0]?.attributes).toEqual(rawReply().included[0].attributes);
});

test('service.ids are texts, including those of relationships', async () => {
  const { data, included } = await ask({ include: ['job', 'stage'] });
  for (const {
    id,
    relationships: { job, stage },
  } of data)
    for (const each of [id, job?.data?.id, stage?.data?.id]) expect(each).toBeTypeOf('string');
  expect(included.length).toBeGreaterThan(1);
  for (const { id } of included) expect(id).toBeTypeOf('string');
});

test('list_applications.include sends each value once', async () => {
  await ask({ include: ['job', 'stage', 'job'] });
  expect(queryOf().get('include')).toBe('job,stage');
});

test('list_applications.filter[job_visibility].default omits confidential jobs', async () => {
  const reply = await scene().client.listApplications();
  expect(queryOf().has('filter[job_visibility]')).toBe(false);
  expect(reply.ok && idsOf(reply.value)).not.toContain('80003');
});

test.each([
  ['confidential', ['80003']],
  ['external', ['80001', '80002', '80004', '80005']],
  ['internal', ['80006']],
  ['private_job', ['80007']],
] as const)(
  'list_applications.filter[job_visibility].%s selects only its own applications',
  async (visibility, ids) => {
    const found = idsOf(await ask({ filter: { job_visibility: [visibility] } }));
    expect(found.filter((id) => id.startsWith('8'))).toEqual(ids);
  },
);

test('list_applications.filter[job_visibility] uses commas, and list_applications.filter[job_visibility].unknown is refused', async () => {
  await ask();
  expect(queryOf().get('filter[job_visibility]')).toBe('confidential,external,internal,private_job');
  const reply = await scene().client.listApplications(JSON.parse('{"filter":{"job_visibility":["public"]}}'));
  expect(reply).toEqual({ ok: false, error: { kind: 'bad_request' } });
});

test('list_applications.filter[candidate_phone] finds an E.164 number and sends its plus as %2B', async () => {
  const filter = { ...everywhere, candidate_phone: '+447700900991' };
  expect(idsOf(await ask({ filter })).sort()).toEqual(['80001', '80003']);
  expect(scene().sent.at(-1)?.url).toContain('=%2B447700900991');
});

test.each(['447700900991', '+44 7700 900991', '+'])(
  'list_applications.filter[candidate_phone].plus: %j is not an E.164 number and is not sent',
  async (phone) => {
    const before = scene().sent.length;
    const reply = await scene().client.listApplications({ filter: { candidate_phone: phone } });
    expect(reply).toEqual({
      ok: false,
      error: { kind: 'bad_request', parameter: 'filter.candidate_phone' },
    });
    expect(scene().sent).toHaveLength(before);
  },
);

const timed =
  (name: 'created_at' | 'updated_at') =>
  ({ attributes }: ApplicationResource) =>
    Date.parse(attributes[name] ?? '');

test.each([
  ['id', '-id', ({ id }: ApplicationResource) => Number(id)],
  ['created_at', '-created_at', timed('created_at')],
  ['updated_at', '-updated_at', timed('updated_at')],
] as const)(
  'list_applications.sort.%s sorts the list, and list_applications.sort.%s reverses it',
  async (sort, reverse, sortKeyOf) => {
    const values = (await ask({ sort: [sort] })).data.map(sortKeyOf);
    const descending = (await ask({ sort: [reverse] })).data.map(sortKeyOf);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(descending).toEqual([...values].reverse());
    expect(new Set(values).size).toBeGreaterThan(1);
  },
);

test('list_applications.sort sends several values, and a repeated one once (list_applications.sort.unique)', async () => {
  await ask({ sort: ['-updated_at', 'id'] });
  expect(queryOf().get('sort')).toBe('-updated_at,id');
  await scene().client.listApplications(JSON.parse('{"sort":["id","id"]}'));
  expect(queryOf().get('sort')).toBe('id');
});

test('list_applications.page[number] returns another page of at most list_applications.page[size] records', async () => {
  const all = idsOf(await ask({ sort: ['id'] }));
  expect(idsOf(await ask({ sort: ['id'], page: { number: 2, size: 2 } }))).toEqual(all.slice(2, 4));
});

test('list_applications.stats[total] returns the number of matches on request', async () => {
  const { data } = await ask();
  expect((await ask({ page: { size: 1 }, stats: { total: 'count' } })).total).toBe(data.length);
  expect((await ask({ page: { size: 1 } })).total).toBeNull();
});

test('states.carried include the stage, the furthest stage, the rejection and the hiring', async () => {
  const { data } = await ask({ include: ['stage', 'furthest_stage'] });
  const byId = new Map(data.map((application) => [String(application.id), application]));
  expect(byId.get('80004')?.attributes.rejected_at).toBeTypeOf('string');
  expect(byId.get('80005')?.attributes.hired_at).toBeTypeOf('string');
  const sample = byId.get('80001');
  const stage = String(sample?.attributes.stage_id);
  expect(sample?.relationships.stage?.data?.id).toBe(stage);
  expect(sample?.relationships.furthest_stage?.data?.id).not.toBe(stage);
});

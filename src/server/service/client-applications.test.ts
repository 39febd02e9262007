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
/** The first of the samples: every relationship of it leads somewhere. */
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

test('list_applications asks the documented path: list_applications.response.data is a list of applications, list_applications.response.included empty, list_applications.response.meta handed on', async () => {
  const { data, included, meta } = await ask();
  expect(data.length).toBeGreaterThan(5);
  expect(new Set(data.map(({ type }) => type))).toEqual(new Set(['applications']));
  expect([included, meta]).toEqual([[], rawReply().meta ?? {}]);
  expect(scene().sent.at(-1)?.method).toBe('GET');
  expect(new URL(scene().sent.at(-1)?.url ?? '').pathname).toBe('/api/v1/applications');
});

test('read_application hands back one, service.resource_objects with id, type, attributes and relationships, service.meta beside', async () => {
  const { data, meta } = await read();
  expect([data.type, data.id, typeof meta]).toEqual(['applications', '80001', 'object']);
  expect(Object.keys(data).sort()).toEqual(['attributes', 'id', 'relationships', 'type']);
  expect(new URL(scene().sent.at(-1)?.url ?? '').pathname).toBe('/api/v1/applications/80001');
});

/** What the document says of each readable attribute. */
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

test.each([...attributes])('applications.%s is read as it was sent (%s)', async (name, kind) => {
  const { data } = await ask();
  const sent = rawReply().data.map((one: { attributes: object }) => Reflect.get(one.attributes, name));
  expect(data.map((one) => attributeOf(one, name))).toEqual(sent);
  expect(data.some((one) => kinds[kind](attributeOf(one, name)))).toBe(true);
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

test('applications.write_only attributes are not among what is read', async () => {
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
  'applications.extra.%s comes only when it is asked for',
  async (name, kind) => {
    const field = namesOf(extraFields).filter((one) => one === name);
    expect(attributeOf((await read()).data, name)).toBeUndefined();
    expect(
      kinds[kind](attributeOf((await read(first, { extra_fields: { applications: field } })).data, name)),
    ).toBe(true);
  },
);

test('list_applications.extra_fields[applications] and read_application.extra_fields[applications] bring the tags with their contexts, tags.rule.system: null of a system tag', async () => {
  await ask({ extra_fields: { applications: ['tags', 'average_rating'] } });
  expect(queryOf().get('extra_fields[applications]')).toBe('tags,average_rating');
  const { data } = await read(first, { extra_fields: { applications: ['tags'] } });
  expect(data.attributes.tags).toContainEqual({ context: 'custom_portal_source', name: 'Careers site' });
  expect(data.attributes.tags).toContainEqual({ context: null, name: 'referral' });
});

test('list_applications.fields[applications] leaves the other attributes out', async () => {
  const { data } = await ask({ fields: { applications: ['uuid', 'phone'] } });
  expect(queryOf().get('fields[applications]')).toBe('uuid,phone');
  expect(data.length).toBeGreaterThan(1);
  for (const one of data) expect(Object.keys(one.attributes).sort()).toEqual(['phone', 'uuid']);
});

test('applications.sparse_fields takes each readable name, by read_application.fields[applications]; applications.sparse_fields.id alone leaves none', async () => {
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
  'applications.relationship.%s is included, each resource of its type',
  async (name) => {
    const { data, included } = await read(first, { include: [name] });
    const linkage = data.relationships[name]?.data;
    expect(Array.isArray(linkage)).toBe(isToMany(name));
    const linked = [linkage ?? []].flat();
    expect(linked.length).toBeGreaterThan(0);
    for (const one of linked) {
      expect(one.type).toBe(relationships[name]);
      expect(findIncluded(included, one)?.id).toBe(one.id);
    }
    expect(included).toHaveLength(linked.length);
  },
);

test('applications.relationship.shape is data of type and id, alone or in a list, by read_application.include', async () => {
  const { data } = await read(first, { include: ['job', 'comments'] });
  expect(data.relationships.job?.data).toEqual({ type: 'jobs', id: '4801' });
  expect(data.relationships.comments?.data?.[0]).toEqual({ type: 'comments', id: expect.any(String) });
});

test('applications.relationship.not_loaded has no data, and says so in its meta', async () => {
  const { data } = await read();
  for (const name of relationshipNames)
    expect(data.relationships[name]).toEqual({ meta: { included: false } });
});

test('applications.included holds resources of all types, service.resource_types: none is unknown to the client, service.compound_documents: all come in one', async () => {
  const before = scene().sent.length;
  const { included } = await ask({
    include: [...relationshipNames, 'candidate.job_seekers', 'answers.question'],
  });
  const types = new Set<string>(included.map(({ type }) => type));
  expect(types).toEqual(new Set([...Object.values(relationships), 'job_seekers', 'questions']));
  expect(scene().sent.length - before).toBe(1);
});

test('list_applications.response.cv: parsed data of a CV come as a resource that is handed on as it is', async () => {
  const { included } = await read(first, { include: ['resume'] });
  expect(included[0]?.attributes).toEqual(rawReply().included[0].attributes);
});

test('service.ids are texts, those of linkage, too', async () => {
  const { data, included } = await ask({ include: ['job', 'stage'] });
  for (const {
    id,
    relationships: { job, stage },
  } of data)
    for (const one of [id, job?.data?.id, stage?.data?.id]) expect(one).toBeTypeOf('string');
  expect(included.length).toBeGreaterThan(1);
  for (const { id } of included) expect(id).toBeTypeOf('string');
});

test('list_applications.include is a list, each value once', async () => {
  await ask({ include: ['job', 'stage', 'job'] });
  expect(queryOf().get('include')).toBe('job,stage');
});

test('list_applications.filter[job_visibility].default leaves confidential jobs out', async () => {
  const reply = await scene().client.listApplications();
  expect(queryOf().has('filter[job_visibility]')).toBe(false);
  expect(reply.ok && idsOf(reply.value)).not.toContain('80003');
});

test.each([
  ['confidential', ['80003']],
  ['external', ['80001', '80002', '80004', '80005']],
  ['internal', ['80006']],
  ['private_job', ['80007']],
] as const)('list_applications.filter[job_visibility].%s can be asked for alone', async (visibility, ids) => {
  const found = idsOf(await ask({ filter: { job_visibility: [visibility] } }));
  expect(found.filter((id) => id.startsWith('8'))).toEqual(ids);
});

test('list_applications.filter[job_visibility] is written with commas, list_applications.filter[job_visibility].unknown is bad_request', async () => {
  await ask();
  expect(queryOf().get('filter[job_visibility]')).toBe('confidential,external,internal,private_job');
  const reply = await scene().client.listApplications(JSON.parse('{"filter":{"job_visibility":["public"]}}'));
  expect(reply).toEqual({ ok: false, error: { kind: 'bad_request' } });
});

test('list_applications.filter[candidate_phone] finds by E.164, its plus as %2B', async () => {
  const filter = { ...everywhere, candidate_phone: '+447700900991' };
  expect(idsOf(await ask({ filter })).sort()).toEqual(['80001', '80003']);
  expect(scene().sent.at(-1)?.url).toContain('=%2B447700900991');
});

test.each(['447700900991', '+44 7700 900991', '+'])(
  'list_applications.filter[candidate_phone].plus: %j is no E.164 number, and nothing is sent',
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

const timed = (name: 'created_at' | 'updated_at') => (one: ApplicationResource) =>
  Date.parse(one.attributes[name] ?? '');

test.each([
  ['id', '-id', (one: ApplicationResource) => Number(one.id)],
  ['created_at', '-created_at', timed('created_at')],
  ['updated_at', '-updated_at', timed('updated_at')],
] as const)(
  'list_applications.sort.%s orders the list, list_applications.sort.%s the other way',
  async (sort, reverse, placeOf) => {
    const places = (await ask({ sort: [sort] })).data.map(placeOf);
    const descending = (await ask({ sort: [reverse] })).data.map(placeOf);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(descending).toEqual([...places].reverse());
    expect(new Set(places).size).toBeGreaterThan(1);
  },
);

test('list_applications.sort is a list, list_applications.sort.unique: a value that is given twice goes out once', async () => {
  await ask({ sort: ['-updated_at', 'id'] });
  expect(queryOf().get('sort')).toBe('-updated_at,id');
  await scene().client.listApplications(JSON.parse('{"sort":["id","id"]}'));
  expect(queryOf().get('sort')).toBe('id');
});

test('list_applications.page[number] hands back another part, list_applications.page[size] is the most that it holds', async () => {
  const all = idsOf(await ask({ sort: ['id'] }));
  expect(idsOf(await ask({ sort: ['id'], page: { number: 2, size: 2 } }))).toEqual(all.slice(2, 4));
});

test('list_applications.stats[total] tells how many match, else null', async () => {
  const { data } = await ask();
  expect((await ask({ page: { size: 1 }, stats: { total: 'count' } })).total).toBe(data.length);
  expect((await ask({ page: { size: 1 } })).total).toBeNull();
});

test('states.carried: the stage, the furthest stage, the rejection and the hiring can be read', async () => {
  const { data } = await ask({ include: ['stage', 'furthest_stage'] });
  const byId = new Map(data.map((one) => [String(one.id), one]));
  expect(byId.get('80004')?.attributes.rejected_at).toBeTypeOf('string');
  expect(byId.get('80005')?.attributes.hired_at).toBeTypeOf('string');
  const one = byId.get('80001');
  const stage = String(one?.attributes.stage_id);
  expect(one?.relationships.stage?.data?.id).toBe(stage);
  expect(one?.relationships.furthest_stage?.data?.id).not.toBe(stage);
});

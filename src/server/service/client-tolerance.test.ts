import { expect, test } from 'vitest';
import { applicationId } from '../../core/model/ids.ts';
import { createClient } from './client.ts';

/** What a service might send that the document does not show: the client reads what it can, and never throws. */
async function read(document: unknown) {
  const send = async () => new Response(JSON.stringify(document));
  return createClient({ baseUrl: 'http://service.test', key: 'k', send }).readApplication(applicationId('5'));
}

const application = (rest: object = {}) => ({ data: { type: 'applications', id: '5', ...rest } });

async function dataOf(rest: object) {
  const reply = await read(application(rest));
  if (!reply.ok) throw new Error(reply.error.kind);
  return reply.value.data;
}

test.each([
  ['a number for a text', { first_name: 7 }, { first_name: null }],
  ['a text for a number', { average_rating: '4.5' }, { average_rating: null }],
  ['digits for an integer', { candidate_id: '12' }, { candidate_id: 12 }],
  ['a list with something else', { attachments: [null] }, { attachments: null }],
  ['what is unheard of', { salary: 1, town: 'Oslo' }, { town: 'Oslo' }],
  ['null for all of them', null, {}],
])('%s is no failure: the attribute beside it is read', async (_what, attributes, expected) => {
  const beside = attributes === null ? {} : { email: 'sample@example.com' };
  const { attributes: found } = await dataOf({ attributes: attributes && { ...attributes, ...beside } });
  expect(found).toEqual({ ...expected, ...beside });
});

test('a relationship that leads to another type, or half to none, is one without its linkage', async () => {
  const { relationships } = await dataOf({
    relationships: {
      job: { data: { type: 'stages', id: '1' } },
      offers: { data: [{ type: 'offers', id: '1' }, { type: 'offers' }] },
      comments: null,
      stage: { data: { type: 'stages', id: 2 }, meta: { included: true } },
      interviews: { data: [] },
    },
  });
  expect(relationships).toEqual({
    job: {},
    offers: {},
    stage: { data: { type: 'stages', id: '2' }, meta: { included: true } },
  });
});

test('what is included is read one by one: what has no id is left out, another type is told by its name', async () => {
  const linked = { data: { type: 'users', id: '1' } };
  const reply = await read({
    ...application(),
    included: [
      null,
      { type: 'jobs' },
      { type: 'jobs', id: 1, attributes: { title: 'Nurse' }, relationships: { team: null, owner: linked } },
      { type: 'answers', id: '3', attributes: null, relationships: [] },
      { type: 'interviews', id: '4' },
    ],
    meta: [],
  });
  expect(reply).toMatchObject({ ok: true, value: { meta: {} } });
  expect(reply.ok && reply.value.included).toEqual([
    { type: 'jobs', id: '1', attributes: { title: 'Nurse' }, relationships: { team: {}, owner: linked } },
    { type: 'answers', id: '3', attributes: {}, relationships: {} },
    { type: 'unknown', named: 'interviews', id: '4', attributes: {}, relationships: {} },
  ]);
});

test.each([
  ['no document', null],
  ['no data', { meta: {} }],
  ['a list', { data: [] }],
  ['another type', { data: { type: 'candidates', id: '5' } }],
  ['no id', { data: { type: 'applications' } }],
])('%s is a bad_document', async (_what, document) => {
  expect(await read(document)).toEqual({ ok: false, error: { kind: 'bad_document', status: 200 } });
});

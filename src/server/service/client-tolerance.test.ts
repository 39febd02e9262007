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
  ['a list with something else', { attachments: [null] }, { attachments: null }],
  ['what is unheard of', { salary: 1, town: 'Oslo' }, { town: 'Oslo' }],
  ['null for all of them', null, {}],
])('%s is no failure: the attribute beside it is read', async (_what, attributes, expected) => {
  const beside = attributes === null ? {} : { email: 'sample@example.com' };
  const { attributes: found } = await dataOf({ attributes: attributes && { ...attributes, ...beside } });
  expect(found).toEqual({ ...expected, ...beside });
});

test.each([
  ['no document', null],
  ['no data', { meta: {} }],
  ['a list', { data: [] }],
  ['another type', { data: { type: 'candidates', id: '5' } }],
])('%s is a bad_document', async (_what, document) => {
  expect(await read(document)).toEqual({ ok: false, error: { kind: 'bad_document', status: 200 } });
});

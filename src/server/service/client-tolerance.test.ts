import { expect, test } from 'vitest';
import { applicationId } from '../../core/model/ids.ts';
import { createClient } from './client.ts';

/** Reads a reply that the document does not describe; the client must not throw. */
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
  ['a number instead of a text', { first_name: 7 }, { first_name: null }],
  ['a text instead of a number', { average_rating: '4.5' }, { average_rating: null }],
  ['a list with a foreign element', { attachments: [null] }, { attachments: null }],
  ['an unknown attribute', { salary: 1, town: 'Oslo' }, { town: 'Oslo' }],
  ['null instead of all attributes', null, {}],
])('%s is not a failure, and the other attributes are read', async (_name, attributes, expected) => {
  const others = attributes === null ? {} : { email: 'sample@example.com' };
  const { attributes: found } = await dataOf({ attributes: attributes && { ...attributes, ...others } });
  expect(found).toEqual({ ...expected, ...others });
});

test.each([
  ['no document', null],
  ['no data', { meta: {} }],
  ['a list', { data: [] }],
  ['another type', { data: { type: 'candidates', id: '5' } }],
])('%s is a bad_document', async (_name, document) => {
  expect(await read(document)).toEqual({ ok: false, error: { kind: 'bad_document', status: 200 } });
});

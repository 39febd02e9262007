import { expect, test } from 'vitest';
import { type JudgedReply, jsonApiFaults } from './json-api-rules.ts';

const mediaType = 'application/vnd.api+json';

interface Said extends Partial<Omit<JudgedReply, 'body' | 'url'>> {
  readonly query?: string;
  readonly text?: string;
}

function faultsOf(document: unknown, { query = '', text, ...said }: Said = {}): readonly string[] {
  const url = `https://service.test/api/v1/applications${query}`;
  const body = text ?? JSON.stringify(document);
  return jsonApiFaults({ method: 'GET', url, status: 200, contentType: mediaType, body, ...said });
}

const linkTo = (type: string, id: string) => ({ data: { type, id } });
const job = { type: 'jobs', id: '1', attributes: { title: 'Nurse' } };
const answer = { type: 'answers', id: '7', relationships: { question: linkTo('questions', '3') } };
const question = { type: 'questions', id: '3', attributes: {} };
const application = {
  type: 'applications',
  id: '1',
  attributes: { first_name: 'Ada', tags: [{ context: null, name: 'internal' }] },
  relationships: {
    job: linkTo('jobs', '1'),
    stage: { data: null },
    answers: { data: [{ type: 'answers', id: '7', meta: { position: 1 } }] },
    offers: { meta: { included: false } },
    comments: { links: { related: 'https://service.test/comments' } },
  },
};
const list = {
  data: [application],
  included: [job, answer, question],
  meta: { stats: { total: { count: 1 } } },
};
const refusal = {
  errors: [
    {
      code: 'unprocessable_entity',
      status: '422',
      title: 'Validation Error',
      detail: 'Email is not valid',
      source: { pointer: '/data/attributes/email' },
      meta: { attribute: 'email' },
    },
  ],
};

test.each<[string, unknown, Said]>([
  ['a list with what belongs to it', list, {}],
  ['one resource', { data: application, meta: {} }, {}],
  ['no body where there is none', null, { method: 'DELETE', status: 204, contentType: null, text: '' }],
  ['errors', refusal, { method: 'POST', status: 422 }],
  [
    'linkage that sparse fields took away',
    { data: [{ type: 'applications', id: '1', attributes: {} }], included: [job] },
    { query: '?include=job&fields[applications]=first_name' },
  ],
  [
    'a field that was asked for as an extra one',
    { data: { type: 'applications', id: '1', attributes: { tags: [] } } },
    { query: '?fields[applications]=id&extra_fields[applications]=tags' },
  ],
])('%s has no fault', (_name, document, said) => {
  expect(faultsOf(document, said)).toEqual([]);
});

const refused: Said = { method: 'POST', status: 422 };

test.each<[string, unknown, Said, string]>([
  ['another media type', list, { contentType: 'application/json' }, 'is not JSON:API'],
  ['a page', null, { text: '<html></html>' }, 'no JSON object'],
  ['a body of a reply that has none', null, { status: 204, text: '{}' }, 'has a body'],
  ['data beside errors', { ...list, ...refusal }, refused, 'stand in one document'],
  ['an unknown member', { ...list, total: 1 }, {}, 'total is no member'],
  ['errors of a success', refusal, { method: 'POST' }, 'errors in a reply of status 200'],
  ['201 without the resource', { meta: {} }, { method: 'POST', status: 201 }, 'that was created'],
  ['a number as id', { data: { ...job, id: 1 } }, {}, '/id: is no string'],
  ['an attribute named id', { data: { ...job, attributes: { id: '1' } } }, {}, 'a field is named id'],
  [
    'included that nothing names',
    { data: job, included: [question] },
    {},
    'nothing in the document names it',
  ],
  ['included twice', { ...list, included: [...list.included, job] }, {}, 'stands more than once'],
  ['no included though asked for', { data: [] }, { query: '?include=job' }, 'there is no included'],
  ['what lies deeper than was asked for', list, { query: '?include=job,answers' }, '["questions","3"]'],
  [
    'a field that was not asked for',
    { data: job },
    { query: '?fields[jobs]=state' },
    'title was not asked for',
  ],
  ['another status than the reply has', { errors: [{ status: '400' }] }, refused, "the reply's is 422"],
  ['a pointer that is none', { errors: [{ source: { pointer: 'data' } }] }, refused, 'no JSON Pointer'],
])('%s is found', (_name, document, said, fault) => {
  expect(faultsOf(document, said).join('\n')).toContain(fault);
});

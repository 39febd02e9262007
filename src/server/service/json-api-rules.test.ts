import { describe, expect, test } from 'vitest';
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
const stage = { type: 'stages', id: '1' };
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

describe('what JSON:API allows has no fault', () => {
  test.each<[string, unknown, Said]>([
    ['a list with what belongs to it', list, {}],
    ['a list with what was asked for', list, { query: '?include=job,answers.question' }],
    ['one resource', { data: application, meta: {} }, {}],
    ['nothing', { data: null }, {}],
    ['an empty list, and nothing included', { data: [], included: [] }, { query: '?include=job' }],
    ['a created resource', { data: answer }, { method: 'POST', status: 201 }],
    ['a write that answers by meta alone', { meta: { taken: true } }, { method: 'PATCH' }],
    ['no body where there is none', null, { method: 'DELETE', status: 204, contentType: null, text: '' }],
    ['errors', refusal, { method: 'POST', status: 422 }],
    ['a media type with a profile', list, { contentType: `${mediaType}; profile="https://service.test/p"` }],
    ['members that begin with an at sign', { '@context': 1, data: { ...job, '@id': 'x' } }, {}],
    ['a hyphen, a low line and a space in a name', { data: { ...job, attributes: { 'a-b_c d': 1 } } }, {}],
    ['links', { data: job, links: { self: 'a', related: { href: 'b' }, next: null } }, {}],
    ['its version', { data: job, jsonapi: { version: '1.1' } }, {}],
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
  ])('%s', (_name, document, said) => {
    expect(faultsOf(document, said)).toEqual([]);
  });
});

const withAttributes = (attributes: unknown) => ({ data: { ...job, attributes } });
const withRelationship = (relationship: unknown) => ({
  data: { ...job, relationships: { stage: relationship } },
});
const withError = (error: unknown) => ({ errors: [error] });
const refused: Said = { method: 'POST', status: 422 };

describe('each rule finds what breaks it', () => {
  test.each<[string, unknown, Said, string]>([
    ['another media type', list, { contentType: 'application/json' }, 'is not JSON:API'],
    ['no media type', list, { contentType: null }, 'is not JSON:API'],
    ['a media type with a charset', list, { contentType: `${mediaType}; charset=utf-8` }, 'charset=utf-8'],
    ['a page', null, { text: '<html></html>' }, 'no JSON object'],
    ['a list at the top', [job], {}, 'no JSON object'],
    ['a body of a reply that has none', null, { status: 204, text: '{}' }, 'has a body'],
    ['a body of a HEAD', list, { method: 'HEAD' }, 'has a body'],
    ['a document that says nothing', { links: {} }, {}, 'neither data nor errors nor meta'],
    ['data beside errors', { ...list, ...refusal }, refused, 'stand in one document'],
    ['included without data', { meta: {}, included: [] }, { method: 'POST' }, 'without data'],
    ['an unknown member', { ...list, total: 1 }, {}, 'total is no member'],
    ['meta that is no object', { data: job, meta: [] }, {}, '/meta: is no object'],
    ['errors of a success', refusal, { method: 'POST' }, 'errors in a reply of status 200'],
    ['a read without data', { meta: {} }, {}, 'a read without data'],
    ['a failure without errors', { meta: {} }, { status: 404 }, '/errors: is no array'],
    ['a failure without an error', { errors: [] }, { status: 404 }, '/errors: is empty'],
    ['201 without the resource', { meta: {} }, { method: 'POST', status: 201 }, 'that was created'],
    ['a resource that is none', { data: ['1'] }, {}, 'no resource object'],
    ['a number as id', { data: { ...job, id: 1 } }, {}, '/id: is no string'],
    ['an empty id', { data: { ...job, id: '' } }, {}, '/id: is no string'],
    ['no id', { data: { type: 'jobs' } }, {}, '/id: is no string'],
    ['no type', { data: { id: '1' } }, {}, '/type: is no string'],
    ['a type that could name no member', { data: { type: '_jobs', id: '1' } }, {}, '/type: is no string'],
    ['a resource with a member of its own', { data: { ...job, title: 'Nurse' } }, {}, 'title is no member'],
    ['attributes that are no object', withAttributes([]), {}, '/attributes: is no object'],
    ['relationships that are no object', { data: { ...job, relationships: [] } }, {}, 'ships: is no object'],
    ['an attribute named id', withAttributes({ id: '1' }), {}, 'a field is named id'],
    ['an attribute named type', withAttributes({ type: 'x' }), {}, 'a field is named type'],
    [
      'a relationship named type',
      { data: { ...job, relationships: { type: { data: null } } } },
      {},
      'a field is named type',
    ],
    [
      'a name that is attribute and relationship',
      { data: { ...job, relationships: { title: { data: null } } } },
      {},
      'an attribute and a relationship',
    ],
    ['links in an attribute', withAttributes({ a: [{ links: {} }] }), {}, 'links is reserved'],
    ['relationships in an attribute', withAttributes({ a: { relationships: 1 } }), {}, 'is reserved'],
    ['a name with a dot', withAttributes({ 'a.b': 1 }), {}, '"a.b" is no member name'],
    ['a name with a low line in front', withAttributes({ _a: 1 }), {}, '"_a" is no member name'],
    [
      'a name with a hyphen at its end',
      withAttributes({ deep: [{ 'a-': 1 }] }),
      {},
      '"a-" is no member name',
    ],
    ['an empty name', withAttributes({ '': 1 }), {}, '"" is no member name'],
    ['a relationship that is no object', withRelationship(null), {}, 'no relationship object'],
    ['a relationship that says nothing', withRelationship({}), {}, 'neither links nor data nor meta'],
    ['a relationship with other members', withRelationship({ data: null, id: '1' }), {}, 'id is no member'],
    ['links of a relationship that lead nowhere', withRelationship({ links: {} }), {}, 'neither self nor'],
    ['linkage that is text', withRelationship({ data: '1' }), {}, 'no resource identifier'],
    ['linkage with attributes', withRelationship({ data: job }), {}, 'attributes is no member'],
    [
      'linkage with a number as id',
      withRelationship({ data: [{ type: 'stages', id: 1 }] }),
      {},
      '/data/0/id',
    ],
    [
      'linkage whose meta is text',
      withRelationship({ data: { ...stage, meta: '' } }),
      {},
      'meta: is no object',
    ],
    ['included that is no list', { data: job, included: {} }, {}, '/included: is no array'],
    ['an included resource that is none', { data: job, included: [null] }, {}, '/included/0'],
    [
      'included that nothing names',
      { data: job, included: [question] },
      {},
      'nothing in the document names it',
    ],
    [
      'included that only another lost one names',
      { data: job, included: [answer, question] },
      {},
      '["questions","3"] is included, and nothing',
    ],
    ['included twice', { ...list, included: [...list.included, job] }, {}, 'stands more than once'],
    ['included that is primary too', { data: [application, job], included: [job] }, {}, 'more than once'],
    ['the same resource twice in a list', { data: [job, job] }, {}, 'stands more than once'],
    ['no included though asked for', { data: [] }, { query: '?include=job' }, 'there is no included'],
    [
      'included that was not asked for',
      list,
      { query: '?include=answers.question' },
      '["jobs","1"] is included',
    ],
    ['what lies deeper than was asked for', list, { query: '?include=job,answers' }, '["questions","3"]'],
    [
      'a field that was not asked for',
      { data: job },
      { query: '?fields[jobs]=state' },
      'title was not asked for',
    ],
    [
      'a relationship that was not asked for',
      { data: application },
      { query: '?fields[applications]=first_name,tags,job' },
      'stage was not asked for',
    ],
    [
      'a relationship that is to-one and to-many',
      { data: [withRelationship({ data: null }).data, { ...withRelationship({ data: [] }).data, id: '2' }] },
      {},
      'jobs.stage is to-one here',
    ],
    ['a link that is a number', { data: job, links: { self: 1 } }, {}, '/links/self: is no link'],
    ['a link object without a target', { data: { ...job, links: { self: {} } } }, {}, 'needs href'],
    ['links that are a list', { data: job, links: [] }, {}, '/links: is no object'],
    ['a jsonapi member that is text', { data: job, jsonapi: '1.1' }, {}, '/jsonapi: is no object'],
    ['a jsonapi member with more', { data: job, jsonapi: { name: 'x' } }, {}, 'name is no member'],
    ['an error that is text', withError('no'), refused, 'no error object'],
    ['an error that says nothing', withError({}), refused, 'says nothing'],
    ['an error with other members', withError({ message: 'no' }), refused, 'message is no member'],
    ['a number as status', withError({ status: 422 }), refused, '/status: is no string'],
    ['another status than the reply has', withError({ status: '400' }), refused, "the reply's is 422"],
    ['a detail that is no text', withError({ detail: ['no'] }), refused, '/detail: is no string'],
    ['a source that is text', withError({ source: '/data' }), refused, '/source: is no object'],
    ['a source with other members', withError({ source: { path: '/data' } }), refused, 'path is no member'],
    ['a pointer that is none', withError({ source: { pointer: 'data' } }), refused, 'no JSON Pointer'],
    ['meta of an error that is text', withError({ meta: 'x' }), refused, 'meta: is no object'],
  ])('%s', (_name, document, said, fault) => {
    expect(faultsOf(document, said).join('\n')).toContain(fault);
  });
});

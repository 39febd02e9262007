/**
 * Is a reply what JSON:API 1.1 says? Written from the text of the specification and from nothing else, so that it
 * judges sandbox and client alike. For tests.
 */

import { errorsFaults } from './json-api/error-rules.ts';
import {
  isObject,
  itemsOf,
  type JsonObject,
  metaFaults,
  namesOf,
  strangers,
} from './json-api/json-object.ts';
import { linksFaults } from './json-api/link-rules.ts';
import { cardinalityFaults, linkageFaults, repeatFaults, requestedFaults } from './json-api/linkage-rules.ts';
import { nameFaults } from './json-api/member-names.ts';
import { resourceFaults } from './json-api/resource-rules.ts';

export interface JudgedReply {
  readonly method: string;
  readonly url: string;
  readonly status: number;
  readonly contentType: string | null;
  /** '' when there was none. */
  readonly body: string;
}

/** Every rule that the reply breaks, as a sentence with its place; none when it is right. */
export function jsonApiFaults(reply: JudgedReply): readonly string[] {
  if (reply.status === 204 || reply.method === 'HEAD')
    return reply.body === '' ? [] : [`${reply.status}: has a body`];
  const document = parse(reply.body);
  const faults = isObject(document) ? documentFaults(document, reply) : ['the body is no JSON object'];
  return [...mediaTypeFaults(reply.contentType), ...faults];
}

/** "Content Negotiation": no parameters but `ext` and `profile`. */
function mediaTypeFaults(contentType: string | null): readonly string[] {
  const [type = '', ...parameters] = (contentType ?? '').split(';').map((part) => part.trim());
  const strange = parameters.filter((parameter) => !/^(ext|profile)="[^"]*"$/.test(parameter));
  return [
    ...(type === 'application/vnd.api+json' ? [] : [`content-type: ${contentType} is not JSON:API's`]),
    ...strange.map((parameter) => `content-type: ${parameter} is no parameter of JSON:API's media type`),
  ];
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const topLevel = ['data', 'errors', 'meta', 'jsonapi', 'links', 'included'];

function documentFaults(document: JsonObject, reply: JudgedReply): readonly string[] {
  return [
    ...nameFaults(document),
    ...strangers(document, topLevel, ''),
    ...coexistenceFaults(document),
    ...metaFaults(document, ''),
    ...linksFaults(document['links'], '/links'),
    ...implementationFaults(document),
    ...(reply.status >= 400
      ? errorsFaults(document['errors'], reply.status)
      : successFaults(document, reply)),
  ];
}

function coexistenceFaults(document: JsonObject): readonly string[] {
  const has = (name: string) => name in document;
  return [
    ...(['data', 'errors', 'meta'].some(has) ? [] : ['the document has neither data nor errors nor meta']),
    ...(has('data') && has('errors') ? ['data and errors stand in one document'] : []),
    ...(has('included') && !has('data') ? ['included stands without data'] : []),
  ];
}

function implementationFaults({ jsonapi }: JsonObject): readonly string[] {
  if (jsonapi === undefined) return [];
  return isObject(jsonapi)
    ? strangers(jsonapi, ['version', 'ext', 'profile', 'meta'], '/jsonapi')
    : ['/jsonapi: is no object'];
}

function successFaults(document: JsonObject, reply: JudgedReply): readonly string[] {
  const { data } = document;
  const resources = Array.isArray(data) ? itemsOf(data) : [data];
  return [
    ...('errors' in document ? [`errors in a reply of status ${reply.status}`] : []),
    ...missingFaults(document, reply),
    ...resources
      .filter((resource) => resource !== undefined && resource !== null)
      .flatMap((resource, index) => resourceFaults(resource, `/data/${index}`)),
    ...includedFaults(document, reply),
  ];
}

/** A read has data; what was created comes back as one resource. */
function missingFaults(document: JsonObject, { method, status }: JudgedReply): readonly string[] {
  if (status === 201 && !isObject(document['data'])) return ['201 without the resource that was created'];
  return method === 'GET' && !('data' in document) ? ['a read without data'] : [];
}

/** Linkage that sparse fields took away is the one exception to full linkage. */
function includedFaults(document: JsonObject, { url }: JudgedReply): readonly string[] {
  const query = new URL(url).searchParams;
  const isSparse = [...query.keys()].some((name) => name.startsWith('fields['));
  const { included } = document;
  const include = query.get('include');
  if (included !== undefined && !Array.isArray(included)) return ['/included: is no array'];
  return [
    ...(include !== null && included === undefined ? ['include was given, and there is no included'] : []),
    ...itemsOf(included).flatMap((resource, index) => resourceFaults(resource, `/included/${index}`)),
    ...repeatFaults(document),
    ...cardinalityFaults(document),
    ...fieldFaults(document, query),
    ...(isSparse ? [] : linkageFaults(document)),
    ...(isSparse || include === null ? [] : requestedFaults(document, include)),
  ];
}

/**
 * JSON:API 1.1, "Sparse Fieldsets": of a type whose fields were named, no others come. The service's own
 * `extra_fields[TYPE]` name more of them.
 */
function fieldFaults(document: JsonObject, query: URLSearchParams): readonly string[] {
  const { data } = document;
  const primary = Array.isArray(data) ? itemsOf(data) : [data];
  return [...primary, ...itemsOf(document['included'])].filter(isObject).flatMap((resource) => {
    const named = query.get(`fields[${resource['type']}]`);
    if (named === null) return [];
    const extra = query.get(`extra_fields[${resource['type']}]`) ?? '';
    const wanted = [...named.split(','), ...extra.split(',')];
    return fieldsOf(resource)
      .filter((name) => !wanted.includes(name))
      .map((name) => `${resource['type']}/${resource['id']}: ${name} was not asked for`);
  });
}

function fieldsOf({ attributes, relationships }: JsonObject): readonly string[] {
  return [
    ...(isObject(attributes) ? namesOf(attributes) : []),
    ...(isObject(relationships) ? namesOf(relationships) : []),
  ];
}

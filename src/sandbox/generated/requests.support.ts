/**
 * Requests of every kind for the sandbox: what the document shows, put together at random, and everything that a
 * careless or hostile client could send instead.
 */
import fc from '../../properties.support.ts';
import { mediaType } from '../json-api.ts';
import { jobSeekerIncludes } from '../readings.ts';
import { bodies } from './bodies.support.ts';
import * as queries from './queries.support.ts';
import { ids, listOf } from './words.support.ts';

export interface GeneratedRequest {
  /** With its query. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

interface Place {
  readonly path: fc.Arbitrary<string>;
  readonly rows: queries.Rows;
  readonly methods: readonly string[];
}

const below = (folder: string) => ids.map((id) => `/api/v1/${folder}/${encodeURIComponent(id)}`);

const places: readonly Place[] = [
  {
    path: fc.constant('/api/v1/applications'),
    rows: [...queries.listRows, ...queries.pageRows, ...queries.readRows],
    methods: ['GET', 'POST'],
  },
  { path: below('applications'), rows: queries.readRows, methods: ['GET', 'PATCH', 'PUT'] },
  {
    path: below('job_seekers'),
    rows: [['include', listOf(jobSeekerIncludes)], ...queries.extraFieldRows, ...queries.fieldRows],
    methods: ['GET', 'PATCH', 'PUT'],
  },
  { path: fc.constant('/api/v1/questions'), rows: queries.questionRows, methods: ['GET'] },
  { path: fc.constant('/api/v1/answers'), rows: [], methods: ['POST'] },
  { path: below('jobs'), rows: [['locale', fc.constant('en')]], methods: ['GET'] },
  {
    path: fc.constantFrom('/api', '/api/', '/api/v1', '/api/v2/applications', '/api/v1/offers'),
    rows: [],
    methods: ['GET'],
  },
];

const methods = fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS');

const rightHeaders = { 'x-api-key': 'sandbox-key', 'content-type': mediaType };
const anyHeaders = fc.record(
  {
    'x-api-key': fc.constantFrom('sandbox-key', 'other', '', 'sandbox-key, sandbox-key'),
    'content-type': fc.constantFrom(
      mediaType,
      `${mediaType}; charset=utf-8`,
      'application/json',
      'text/plain',
      ';',
    ),
    accept: fc.constantFrom(mediaType, 'text/html', '*/*', ''),
  },
  { requiredKeys: [] },
);
const headers = fc.oneof(
  { weight: 9, arbitrary: fc.constant(rightHeaders) },
  { weight: 2, arbitrary: anyHeaders },
);

const mayHaveBody = (method: string) => method !== 'GET' && method !== 'HEAD';

export const generatedRequests: fc.Arbitrary<GeneratedRequest> = fc.constantFrom(...places).chain((place) =>
  fc
    .record({
      path: place.path,
      pairs: fc.oneof(
        { weight: 3, arbitrary: queries.goodQuery(place.rows) },
        { weight: 2, arbitrary: queries.anyQuery },
      ),
      tail: fc.oneof({ weight: 5, arbitrary: fc.constant('') }, { weight: 1, arbitrary: queries.loose }),
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...place.methods) },
        { weight: 1, arbitrary: methods },
      ),
      headers,
      body: bodies,
    })
    .map(({ path, pairs, tail, method, headers, body }) => ({
      path: path + queries.queryText(pairs, tail),
      method,
      headers: Object.fromEntries(Object.entries(headers)),
      body: mayHaveBody(method) ? body : null,
    })),
);

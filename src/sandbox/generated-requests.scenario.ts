/**
 * Requests of every kind for the sandbox: what the document shows, put together at random, and everything that a
 * careless or hostile client could send instead.
 */
import fc from 'fast-check';
import { mediaType } from './json-api.ts';
import { extraFieldTypes, jobSeekerIncludes, nestedIncludes } from './readings.ts';
import { readableNames } from './resource-types/resource-type.ts';
import { resourceTypes } from './resource-types/resource-types.ts';

export interface GeneratedRequest {
  /** With its query. */
  readonly path: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Of the sample applications and of the form `engineer`. */
const ids = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('80001', '80002', '80003', '90001', '90002', '101', '103', '4711'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '0',
      '-1',
      '1e9',
      '99999999999999999999',
      '__proto__',
      'constructor',
      ' ',
      '%',
      '..',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);

const words = fc.oneof(
  fc.constantFrom(
    '',
    ',',
    ',,',
    'true',
    'null',
    '0',
    '-0',
    '1e309',
    '9'.repeat(400),
    '[',
    ']',
    '[]',
    'a[b]',
    '%',
    '\0',
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'applications',
    'id',
    '-id',
    'x'.repeat(5000),
    '+447700900999',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const listOf = (values: readonly string[]) =>
  fc
    .uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 5 })
    .map((members) => members.join(','));

type Rows = readonly (readonly [name: string, value: fc.Arbitrary<string>])[];

const fieldsOf = (type: string): fc.Arbitrary<string> => {
  const found = resourceTypes.get(type);
  return listOf(['id', ...(found === undefined ? [] : readableNames(found))]);
};

const fieldRows: Rows = ['applications', 'candidates', 'answers', 'comments', 'job_seekers', 'questions'].map(
  (type) => [`fields[${type}]`, fieldsOf(type)],
);

const extraFieldRows: Rows = extraFieldTypes.map((type) => [
  `extra_fields[${type}]`,
  listOf(resourceTypes.get(type)?.extraFields ?? []),
]);

const relationships = (resourceTypes.get('applications')?.relationships ?? []).map(({ name }) => name);

const pageRows: Rows = [
  ['page[number]', fc.nat({ max: 4 }).map((number) => String(number + 1))],
  ['page[size]', fc.constantFrom('0', '1', '2', '100', '1000')],
  ['stats[total]', fc.constant('count')],
  ['locale', fc.constantFrom('en', 'de', 'es', 'fr', 'pt', 'pt-BR')],
];

const listRows: Rows = [
  ['filter[job_visibility]', listOf(['confidential', 'external', 'internal', 'private_job'])],
  ['filter[candidate_phone]', fc.constantFrom('+447700900999', ' 447700900999', '0')],
  ['sort', listOf(['id', '-created_at', 'updated_at'])],
];

const readRows: Rows = [
  ['include', listOf([...relationships, ...nestedIncludes])],
  ...extraFieldRows,
  ...fieldRows,
];

const moments = fc.constantFrom('2020-01-01T00:00:00Z', '2030-01-01T00:00:00+02:00', '2026-02-30T00:00:00Z');

const questionRows: Rows = [
  ...pageRows,
  ['include', fc.constantFrom('conditional_questions', 'conditional_questions.conditional_questions')],
  ['fields[questions]', fieldsOf('questions')],
  ['fields[scorecard_sections]', fc.constant('name')],
  ['filter[banked]', fc.constantFrom('true', 'false')],
  ...(['created_at', 'updated_at'] as const).flatMap(
    (name): Rows => [
      [`filter[${name}][gt]`, moments],
      [`filter[${name}][lt]`, moments],
    ],
  ),
  ['filter[structured_section_id]', fc.constantFrom('1', '2')],
  ['filter[questionable_id]', fc.constantFrom('4711', '4713', '1')],
  ['filter[questionable_id][eq]', fc.constantFrom('4711', '4713', '1')],
  ['sort', fc.constantFrom('id', '-id')],
];

interface Place {
  readonly path: fc.Arbitrary<string>;
  readonly rows: Rows;
  readonly methods: readonly string[];
}

const below = (folder: string) => ids.map((id) => `/api/v1/${folder}/${encodeURIComponent(id)}`);

const places: readonly Place[] = [
  {
    path: fc.constant('/api/v1/applications'),
    rows: [...listRows, ...pageRows, ...readRows],
    methods: ['GET', 'POST'],
  },
  { path: below('applications'), rows: readRows, methods: ['GET', 'PATCH', 'PUT'] },
  {
    path: below('job_seekers'),
    rows: [['include', listOf(jobSeekerIncludes)], ...extraFieldRows, ...fieldRows],
    methods: ['GET', 'PATCH', 'PUT'],
  },
  { path: fc.constant('/api/v1/questions'), rows: questionRows, methods: ['GET'] },
  { path: fc.constant('/api/v1/answers'), rows: [], methods: ['POST'] },
  { path: below('jobs'), rows: [['locale', fc.constant('en')]], methods: ['GET'] },
  {
    path: fc.constantFrom('/api', '/api/', '/api/v1', '/api/v2/applications', '/api/v1/offers'),
    rows: [],
    methods: ['GET'],
  },
];

const methods = fc.constantFrom('GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'HEAD', 'OPTIONS');

/** Right names with right values, each name once. */
const goodQuery = (rows: Rows) =>
  rows.length === 0
    ? fc.constant([])
    : fc
        .uniqueArray(fc.nat({ max: rows.length - 1 }), { maxLength: 3 })
        .chain((chosen) =>
          fc.tuple(
            ...chosen.map((index) =>
              (rows[index]?.[1] ?? fc.constant('')).map((value) => [rows[index]?.[0] ?? '', value] as const),
            ),
          ),
        );

const everyName = [...listRows, ...pageRows, ...readRows, ...questionRows].map(([name]) => name);
const strangeNames = [
  '',
  'include[]',
  'page',
  'page[size',
  'page[size]]',
  'filter[__proto__]',
  'filter[][eq]',
  'extra_fields',
  '[]',
];
const anyName = fc.oneof(fc.constantFrom(...everyName), fc.constantFrom(...strangeNames), words);

/** Any name with any value, some of them twice. */
const anyQuery = fc.array(fc.tuple(anyName, words), { maxLength: 4 }).map((pairs) => pairs);

const loose = fc.constantFrom(
  '',
  '',
  '',
  '&',
  '&&=&',
  '&%zz=%',
  '&include=%ff%fe',
  '&filter[candidate_phone]=+44',
  '&=',
  '&a=b=c',
  '#x',
);

function queryText(pairs: readonly (readonly [string, string])[], tail: string): string {
  const query = pairs
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return query === '' && tail === '' ? '' : `?${query}${tail}`;
}

const tag = fc.record({
  tag: fc.constantFrom('Portal', 'internal', 'Too far away', ''),
  context: fc.constantFrom('custom_source', 'rejection', 'Custom Source', ''),
});

const goodFile = fc.constantFrom('data:text/plain;base64,SGk=', 'data:application/pdf;base64,JVBERi0=');

const applicationAttributes = fc.record(
  {
    first_name: fc.constantFrom('Sample', 'Ñandú', 'x'.repeat(300)),
    email: fc.constantFrom('sample@example.com', 'no address'),
    country: fc.constantFrom('US', 'GB', 'Atlantis'),
    address2: fc.constantFrom('Flat 2', null),
    state_province: fc.constantFrom('Ohio', null),
    hired_at: fc.constantFrom('2026-01-01T00:00:00Z', 'soon'),
    start_on: fc.constantFrom('2026-01-01', '2026-02-30'),
    is_demo: fc.boolean(),
    locale: fc.constantFrom('de', 'xx'),
    uuid: fc.constant('read-only'),
    cover_letter_base64_data: goodFile,
    cover_letter_base64_filename: fc.constantFrom('letter.txt', 'letter.exe'),
    documents_base64: fc.array(fc.record({ data: goodFile, filename: fc.constantFrom('a.txt', 'b.exe') }), {
      maxLength: 2,
    }),
    equality_monitoring_option_ids: fc.array(fc.nat(), { maxLength: 2 }),
    add_tag_with_context: tag,
    add_tags_with_context: fc.array(tag, { maxLength: 2 }),
    remove_tag_with_context: tag,
    remove_tags_with_context: fc.array(tag, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

/** Few of them: a body of many is never right as a whole. */
const fewAttributes = fc.tuple(applicationAttributes, fc.nat({ max: 17 })).map(([all, from]) => {
  const entries = Object.entries(all);
  return Object.fromEntries(entries.slice(from % (entries.length + 1)).slice(0, 2));
});

const newApplication = fewAttributes.map((attributes) => ({
  data: {
    type: 'applications',
    attributes: { first_name: 'Sample', last_name: 'Applicant', email: 'sample@example.com', ...attributes },
    relationships: { job: { data: { type: 'jobs', id: '4711' } } },
  },
}));

const changedResource = fc
  .tuple(fc.constantFrom('applications', 'job_seekers'), ids, fewAttributes)
  .map(([type, id, attributes]) => ({ data: { type, id, attributes } }));

const answer = fc
  .tuple(
    fc.constantFrom('101', '102', '103', '104', '105', '106', '107', '108'),
    ids,
    fc.record(
      {
        text_answer: fc.string({ unit: 'binary', maxLength: 8 }),
        boolean_answer: fc.boolean(),
        number_answer: fc.constantFrom('1.50', '1e9', 'NaN'),
        date_answer: fc.constantFrom('2026-01-01', '2026-02-30'),
        document_base64_data: goodFile,
        document_base64_filename: fc.constantFrom('a.pdf', 'a.exe'),
      },
      { requiredKeys: [] },
    ),
  )
  .map(([question, application, attributes]) => ({
    data: {
      type: 'answers',
      attributes,
      relationships: {
        question: { data: { type: 'questions', id: question } },
        answerable: { data: { type: 'applications', id: application } },
      },
    },
  }));

const goodAnswer = fc.constantFrom('90001', '90002').map((id) => ({
  data: {
    type: 'answers',
    attributes: { text_answer: 'A planner' },
    relationships: {
      question: { data: { type: 'questions', id: '101' } },
      answerable: { data: { type: 'applications', id } },
    },
  },
}));

const goodBody: fc.Arbitrary<unknown> = fc.oneof(
  newApplication,
  changedResource,
  changedResource,
  answer,
  goodAnswer,
);

/** Puts something else where some step of some path leads. */
function mutate(value: unknown, steps: readonly number[], other: unknown): unknown {
  const [step = 0, ...rest] = steps;
  if (steps.length === 0 || typeof value !== 'object' || value === null) return other;
  const entries = Object.entries(value);
  const chosen = entries.length === 0 ? -1 : step % entries.length;
  const changed = entries.map(([name, inner], index) => [
    name,
    index === chosen ? mutate(inner, rest, other) : inner,
  ]);
  return Array.isArray(value) ? changed.map(([, inner]) => inner) : Object.fromEntries(changed);
}

const anyJson = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('', [], {}, null, 1e308, -0, 'x'.repeat(70_000)),
);

const mutated = fc
  .tuple(goodBody, fc.array(fc.nat({ max: 6 }), { minLength: 1, maxLength: 5 }), anyJson)
  .map(([body, steps, other]) => JSON.stringify(mutate(body, steps, other)));

const deep = fc
  .tuple(fc.constantFrom(2, 500, 5000, 100_000), fc.boolean(), fc.boolean())
  .map(([depth, isList, isAttribute]) => {
    const text = isList
      ? '['.repeat(depth) + ']'.repeat(depth)
      : `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
    return isAttribute
      ? `{"data":{"type":"answers","attributes":{"text_answer":${text}},"relationships":${text}}}`
      : text;
  });

const bodies = fc.oneof(
  { weight: 8, arbitrary: goodBody.map((body) => JSON.stringify(body)) },
  { weight: 6, arbitrary: mutated },
  { weight: 1, arbitrary: deep },
  { weight: 1, arbitrary: fc.json({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '{',
      'null',
      '[]',
      '{"data":null}',
      '{"data":[]}',
      '\ufeff{}',
      '{"__proto__":1}',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
);

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
      pairs: fc.oneof({ weight: 3, arbitrary: goodQuery(place.rows) }, { weight: 2, arbitrary: anyQuery }),
      tail: fc.oneof({ weight: 5, arbitrary: fc.constant('') }, { weight: 1, arbitrary: loose }),
      method: fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...place.methods) },
        { weight: 1, arbitrary: methods },
      ),
      headers,
      body: bodies,
    })
    .map(({ path, pairs, tail, method, headers, body }) => ({
      path: path + queryText(pairs, tail),
      method,
      headers: Object.fromEntries(Object.entries(headers)),
      body: mayHaveBody(method) ? body : null,
    })),
);

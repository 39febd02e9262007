/** Bodies: such as are right, the same with something else in some place, and anything. */
import fc from '../../properties.support.ts';
import { ids } from './words.support.ts';

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
    date_of_birth: fc.constantFrom('1990-01-31', '1990-02-30'),
    phone_iso2: fc.constantFrom('GB', 'gb', null),
    linkedin_url: fc.constantFrom('https://example.com/in/sample', 'in/sample'),
    equality_monitoring_option_ids: fc.array(fc.constantFrom(901, '919', 7), { maxLength: 2 }),
    add_tag_with_context: tag,
    add_tags_with_context: fc.array(tag, { maxLength: 2 }),
    remove_tag_with_context: tag,
    remove_tags_with_context: fc.array(tag, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);

/** Few of them: a body of many is never right as a whole. */
const fewAttributes = fc.tuple(applicationAttributes, fc.nat({ max: 20 })).map(([all, from]) => {
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

export const bodies = fc.oneof(
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

import { describe, expect, test } from 'vitest';
import { ask, list } from '../client.support.ts';
import { createSandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';
import { attributeNames, readableNames } from './resource-type.ts';
import { resourceTypes } from './resource-types.ts';

/** Every attribute that the document lists, read from the samples: rows of the feature matrix by their ids. */

const now = () => Date.parse('2026-06-01T00:00:00Z');
const sandbox = createSandbox({ samples: true, now });

const extra = [
  'extra_fields[applications]=attachments,average_rating,tags,days_in_current_stage',
  'extra_fields[candidates]=attachments,tags',
  'extra_fields[job_seekers]=tags',
  'extra_fields[answers]=attachments',
].join('&');
const include = [
  ...['candidate.job_seekers', 'answers.answerable', 'answers.answer_options', 'answers.question'],
  ...['structured_section_responses.answers.answerable', 'comments.user'],
].join(',');

const read = async (path: string) => (await ask(sandbox, `/api/v1/applications/${path}`)).body;
const documents = new Map(
  await Promise.all(
    ['80001', '80002', '80004', '80005', '80006', '80007'].map(
      async (id) => [id, await read(`${id}?include=${include}&${extra}`)] as const,
    ),
  ),
);

const applicationOf = (id: string) => at(documents.get(id), 'data', 'attributes');
const includedOf = (id: string, type: string) =>
  list(at(documents.get(id), 'included')).filter((one) => at(one, 'type') === type);
const candidateOf = (id: string) => at(includedOf(id, 'candidates')[0], 'attributes');
const attributeOfAnswer = (question: string, name: string) => {
  const found = includedOf('80001', 'answers').find(
    (one) => at(one, 'relationships', 'question', 'data', 'id') === question,
  );
  return at(found, 'attributes', name);
};

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

const attachments = [
  ['cv', 'sample-cv.txt'],
  ['cover_letter', 'sample-cover-letter.txt'],
  ['document', 'sample-certificate.txt'],
].map(([context, name]) => ({
  context,
  name,
  url: `http://sandbox.test/files/sample-80001-${context}/${name}`,
}));

describe('applications', () => {
  test.each<[string, unknown]>([
    ['uuid', '5a3b1e00-0000-4000-8000-000000080001'],
    ['created_at', '2026-03-01T09:30:00.000Z'],
    ['updated_at', '2026-03-18T16:45:00.000Z'],
    ['candidate_id', 81_001],
    ['job_id', 4801],
    ['job_posting_id', 800_011],
    ['stage_id', 2],
    ['rejected_at', null],
    ['internal_candidate', false],
    ['concealed', false],
    ['country_code', 'GB'],
    ['country_code_alpha3', 'GBR'],
    ['country_name', 'United Kingdom'],
    ['full_name', 'Sample Applicant 1'],
    ['national_identifier', 'QQ123456C'],
    ['ai_score', expect.objectContaining({ status: 'completed', score: 82 })],
    ['external_system_reference', 'sample-1'],
    ['hired_at', null],
    ['start_on', '2026-09-01'],
    ['locale', 'en'],
    ['phone_iso2', 'GB'],
    ['is_demo', true],
    ['first_name', 'Sample'],
    ['last_name', 'Applicant 1'],
    ['preferred_name', 'Preferred 1'],
    ['email', 'sample.applicant.1@example.com'],
    ['phone', '+447700900991'],
    ['date_of_birth', '1990-01-01'],
    ['linkedin_url', 'https://www.example.com/in/sample-applicant-1'],
    ['summary', 'Plans for a living.\nLikes lists.'],
    ['preferred_pronouns', 'they/them'],
    ['channel_source', 'Careers site'],
    ['channel', 'careers_site'],
    ['address1', '1 Sample Street'],
    ['town', 'Northwater'],
    ['postcode', 'ZZ99 9ZZ'],
    ['country', 'GB'],
    ['address2', 'Flat 2'],
    ['state_province', null],
    ['extra.attachments', attachments],
    ['extra.average_rating', 3.6],
    [
      'extra.tags',
      [
        { context: null, name: 'referral' },
        { context: 'custom_portal_source', name: 'Careers site' },
      ],
    ],
    ['extra.days_in_current_stage', 74],
  ])('applications.%s is read', (name, value) => {
    expect(at(applicationOf('80001'), name.replace('extra.', ''))).toEqual(value);
  });

  test.each<[string, string, unknown]>([
    ['address2.us is null for a US address', '80002', { address2: null, country_code_alpha3: 'USA' }],
    ['state_province is read for a US address', '80002', { state_province: 'Oregon', country: 'US' }],
    ['state_province.not_us is null elsewhere', '80001', { state_province: null }],
    ['ai_score.no_score is null without a score', '80002', { ai_score: null }],
    ['rejected_at is the time of a rejection', '80004', { rejected_at: '2026-03-15T16:45:00.000Z' }],
    ['hired_at is the time of hiring', '80005', { hired_at: '2026-04-01T08:00:00.000Z', stage_id: 5 }],
    ['internal_candidate is true for one', '80006', { internal_candidate: true }],
    ['concealed is true for one', '80007', { concealed: true }],
  ])('applications.%s', (_, id, expected) => {
    expect(applicationOf(id)).toMatchObject(Object(expected));
  });

  test.each<[string, unknown]>([
    ['status', 'completed'],
    ['score', 82],
    ['verdict', 'strong_match'],
    ['strengths', ['Has planned warehouses for six years', 'Holds the licence']],
    ['concerns', ['Has not led a night shift']],
    ['interview_focus', ['How a plan is changed in the middle of a shift']],
    ['scored_at', expect.stringMatching(TIME)],
  ])('applications.ai_score.%s is a member of the score', (name, value) => {
    expect(at(applicationOf('80001'), 'ai_score', name)).toEqual(value);
  });

  test('applications.ai_score.disabled is null for everybody where the feature is off', async () => {
    const off = createSandbox({ samples: true, aiScore: false });
    expect(
      at((await ask(off, '/api/v1/applications/80001')).body, 'data', 'attributes', 'ai_score'),
    ).toBeNull();
  });

  test('applications.job_posting_id.blank is null where no posting form was used', async () => {
    const own = createSandbox();
    const { body } = await ask(own, `/api/v1/applications/${own.applyTo('nurse')}`);
    expect(at(body, 'data', 'attributes', 'job_posting_id')).toBeNull();
  });

  test('states.carried: stage, furthest stage, rejection and hiring', async () => {
    const body = await read('80001?include=stage,furthest_stage');
    expect([at(body, 'data', 'attributes', 'stage_id'), list(at(body, 'included'))]).toMatchObject([
      2,
      [{ attributes: { name: 'Screening' } }, { attributes: { name: 'Interview' } }],
    ]);
  });
});

describe('candidates', () => {
  test.each<[string, unknown]>([
    ['first_name', 'Sample'],
    ['last_name', 'Applicant 1'],
    ['middle_name', 'Middle'],
    ['preferred_name', 'Preferred 1'],
    ['email', 'sample.applicant.1@example.com'],
    ['locale', 'en'],
    ['phone', '+447700900991'],
    ['phone_iso2', 'GB'],
    ['address1', '1 Sample Street'],
    ['town', 'Northwater'],
    ['postcode', 'ZZ99 9ZZ'],
    ['country', 'GB'],
    ['external_system_reference', 'sample-candidate-1'],
    ['date_of_birth', '1990-01-01'],
    ['blocked', false],
    ['address2', 'Flat 2'],
    ['state_province', null],
    ['full_name', 'Sample Applicant 1'],
    ['created_at', '2026-03-01T09:30:00.000Z'],
    ['updated_at', '2026-03-18T16:45:00.000Z'],
    ['extra.attachments', expect.arrayContaining(attachments)],
    ['extra.tags', [{ context: 'custom_talent_pool', name: 'Keep in touch' }]],
  ])('candidates.%s is read', (name, value) => {
    expect(at(candidateOf('80001'), name.replace('extra.', ''))).toEqual(value);
  });

  test.each<[string, string, unknown]>([
    ['address2.us is null for a US address', '80002', { address2: null }],
    ['state_province is read for a US address', '80002', { state_province: 'Oregon' }],
    ['state_province.not_us is null elsewhere', '80001', { state_province: null }],
    ['blocked is true for one', '80004', { blocked: true }],
  ])('candidates.%s', (_, id, expected) => {
    expect(candidateOf(id)).toMatchObject(Object(expected));
  });
});

describe('answers', () => {
  const document = {
    context: 'document_answer',
    name: 'sample-certificate.txt',
    url: 'http://sandbox.test/files/sample-80001-document/sample-certificate.txt',
  };

  test.each<[string, string, unknown]>([
    ['title', '8502', 'Describe a plan that went wrong.'],
    ['additional_information', '8502', '<p>And what you did then.</p>'],
    ['question_type', '8502', 'long_text'],
    ['document_answer', '8509', expect.objectContaining(document)],
    ['multiple_choice_answer', '8508', ['Early', 'Night']],
    ['created_at', '8501', expect.stringMatching(TIME)],
    ['updated_at', '8501', expect.stringMatching(TIME)],
    ['extra.attachments', '8509', [document]],
    ['boolean_answer', '8503', true],
    ['number_answer', '8505', '42.5'],
    ['date_answer', '8504', '2019-05-20'],
    ['date_from_answer', '8507', '2020-01-01'],
    ['date_to_answer', '8507', '2025-12-31'],
    ['url_answer', '8506', 'https://www.example.com/planner'],
    ['text_answer', '8502', 'Snow.\nWe moved everything by a day.'],
  ])('answers.%s is read', (name, question, value) => {
    expect(attributeOfAnswer(question, name.replace('extra.', ''))).toEqual(value);
  });

  test.each(['applications', 'job_seekers', 'candidate_surveys'])(
    'answers.relationship.answerable.%s: an answer belongs to one',
    (type) => {
      const answerables = includedOf('80001', 'answers').map((one) =>
        at(one, 'relationships', 'answerable', 'data'),
      );
      expect(answerables.map((one) => at(one, 'type'))).toContain(type);
    },
  );
});

describe('comments', () => {
  test.each<[string, unknown]>([
    ['body_text', ['Sample comment 1: worth a conversation.', 'Sample comment 2: worth a conversation.']],
    ['commentable_id', [80_001, 80_001]],
    ['commentable_type', ['Application', 'Application']],
    ['private_comment', [false, true]],
    ['user_id', [87_001, 87_002]],
    ['created_at', ['2026-03-01T09:30:00.000Z', '2026-03-01T09:30:00.000Z']],
    ['updated_at', ['2026-03-01T09:30:00.000Z', '2026-03-01T09:30:00.000Z']],
  ])('comments.%s is read', (name, values) => {
    expect(includedOf('80001', 'comments').map((one) => at(one, 'attributes', name))).toEqual(values);
  });
});

describe('every type', () => {
  const everything = [...documents.values()].flatMap((body) => [
    at(body, 'data'),
    ...list(at(body, 'included')),
  ]);
  const namesOf = (type: string) =>
    everything
      .filter((one) => at(one, 'type') === type)
      .map((one) => Object.keys(Object(at(one, 'attributes'))));

  test.each(['applications', 'candidates', 'answers', 'comments', 'job_seekers'])(
    '%s returns exactly the attributes of its table, and the extra fields that were asked for',
    (name) => {
      const type = resourceTypes.get(name);
      if (type === undefined) throw new Error(name);
      const expected = [...readableNames(type), ...type.extraFields].sort();
      const all = namesOf(name);
      expect(all.length).toBeGreaterThan(0);
      for (const names of all) expect([...names].sort()).toEqual(expected);
    },
  );

  test.each(
    [...resourceTypes.values()].flatMap((type) =>
      attributeNames(type, 'write-only').map((name) => [type.type, name] as const),
    ),
  )('%s.%s is never returned', (type, name) => {
    expect(namesOf(type).flat()).not.toContain(name);
  });

  test('the extra fields of applications are left out unless they are asked for', async () => {
    const type = resourceTypes.get('applications');
    const names = Object.keys(Object(at(await read('80001'), 'data', 'attributes')));
    expect([...names].sort()).toEqual([...(type === undefined ? [] : readableNames(type))].sort());
  });
});

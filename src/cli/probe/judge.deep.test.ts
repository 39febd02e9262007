/** Each judgement over replies as services might give them; the three configurations of the sandbox are tested beside. */
import { expect, test } from 'vitest';
import { applicationReadings } from './application-readings.ts';
import { conditionReadings, orderOf } from './condition-readings.ts';
import { formReadings } from './form-readings.ts';
import { questionReadings } from './question-readings.ts';
import { type Finding, judgeReading, type Reading, type Settings, type Verdict } from './reading.ts';
import type { Replies, Reply } from './replies.ts';
import { hiddenReadings, serviceReadings } from './service-readings.ts';

const current: Settings = {
  questionFilter: 'eq',
  questionsBy: 'job',
  readPosting: 'single',
  dateOrder: 'dmy',
  readBack: 'auto',
  withoutReadBack: 'park',
};

const judge = (reading: Reading, replies: Replies, settings = current): Finding =>
  judgeReading(reading, replies, { current: settings, limited: undefined });

const mediaType = 'application/vnd.api+json';
const good = (document: unknown): Reply => ({ status: 200, mediaType, document });
const refused: Reply = { status: 400, mediaType, document: {} };
const questions = (...data: readonly unknown[]) => good({ data });

const question = (id: string, attributes: object = {}) => ({
  type: 'questions',
  id,
  attributes,
  relationships: {},
});
const choice = (id: string, attributes: object) =>
  question(id, { question_type: 'multiple_choice', ...attributes });
const child = (id: string, operator: string, value: string) =>
  question(id, { conditional: { parent_question_id: '1', position: 1, conditions: [{ operator, value }] } });
const date = question('1', { question_type: 'date' });

const nothing: Replies = {
  questions: null,
  applications: null,
  sample: { application: '99', job: '4711', posting: '5', phone: '+447700900123' },
  single: null,
  answersQuestion: null,
  answers: null,
  byPhone: null,
  job: null,
  filters: { eq: null, plain: null, eqOfNothing: null, plainOfNothing: null, posting: null },
  posting: null,
  postingList: null,
  deeper: null,
  secondQuestion: null,
  total: null,
  secondApplication: null,
  sparse: null,
  languages: new Map(),
  canonical: null,
  wrongLanguage: null,
  stranger: null,
  missing: null,
  dates: null,
  section: null,
  banked: null,
  nested: null,
  jobSeeker: null,
  further: null,
};

const [some, none] = [questions(question('1')), questions()];

test.each<readonly [string, Partial<Replies['filters']>, Verdict, Partial<Settings>]>([
  ['both forms work', { eq: some, plain: some, eqOfNothing: none, plainOfNothing: none }, 'seen', {}],
  [
    'the plain one alone',
    { eq: refused, plain: some, plainOfNothing: none },
    'not_seen',
    { questionFilter: 'plain' },
  ],
  [
    '[eq] is taken and filters nothing',
    { eq: some, eqOfNothing: some, plain: some, plainOfNothing: none },
    'not_seen',
    { questionFilter: 'plain' },
  ],
  ['neither is taken', { eq: refused, plain: refused }, 'not_seen', {}],
  ['the job has no questions', { eq: none, plain: none }, 'unknown', {}],
])('the form of the filter: %s', (_, filters, verdict, set) => {
  const replies = { ...nothing, filters: { ...nothing.filters, ...filters } };
  expect(judge(formReadings.filter, replies, current)).toMatchObject({ verdict, set });
});

test.each<
  readonly [string, Partial<Replies['filters']>, Settings['questionsBy'], Verdict, Partial<Settings>]
>([
  ['the job has some', { eq: some, eqOfNothing: none }, 'job', 'seen', {}],
  ['the posting alone', { eq: none, posting: some }, 'job', 'not_seen', { questionsBy: 'posting' }],
  ['the posting alone, as it is set', { eq: none, posting: some }, 'posting', 'not_seen', {}],
  [
    'the job, and the posting is set',
    { eq: some, eqOfNothing: none, posting: none },
    'posting',
    'seen',
    { questionsBy: 'job' },
  ],
  ['neither', { eq: none, posting: none }, 'job', 'unknown', {}],
])('what the questions belong to: %s', (_, filters, questionsBy, verdict, set) => {
  const replies = { ...nothing, filters: { ...nothing.filters, ...filters } };
  expect(judge(formReadings.owner, replies, { ...current, questionsBy })).toMatchObject({ verdict, set });
});

const posting = (more: object) => good({ data: { type: 'job_postings', id: '5', ...more } });
const named = posting({ relationships: { job: { data: { type: 'jobs', id: '4711' } } } });
const job = (more: object) => good({ data: [{ type: 'jobs', id: '4711', ...more }] });
const advertised = job({ relationships: { job_postings: { data: [{ type: 'job_postings', id: '5' }] } } });
const unloaded = job({ relationships: { job_postings: { meta: { included: false } } } });
const forbidden: Reply = { status: 403, mediaType, document: {} };

test.each<
  readonly [
    string,
    Pick<Replies, 'posting' | 'postingList'>,
    Settings['readPosting'],
    Verdict,
    Partial<Settings>,
  ]
>([
  ['the posting names it', { posting: named, postingList: null }, 'single', 'seen', {}],
  [
    'the posting names it by an attribute',
    { posting: posting({ attributes: { job_id: 4711 } }), postingList: null },
    'single',
    'seen',
    {},
  ],
  [
    'the posting names it, and the list is set',
    { posting: named, postingList: null },
    'list',
    'seen',
    { readPosting: 'single' },
  ],
  [
    'the jobs alone name their postings',
    { posting: forbidden, postingList: advertised },
    'single',
    'not_seen',
    { readPosting: 'list' },
  ],
  ['as it is set', { posting: forbidden, postingList: advertised }, 'list', 'not_seen', {}],
  ['nothing names it', { posting: posting({}), postingList: unloaded }, 'single', 'not_seen', {}],
  ['both are refused', { posting: forbidden, postingList: forbidden }, 'single', 'not_seen', {}],
  ['no posting is known', { posting: null, postingList: unloaded }, 'single', 'unknown', {}],
])('the job of a posting: %s', (_, replies, readPosting, verdict, set) => {
  const settings = { ...current, readPosting };
  expect(judge(formReadings.posting, { ...nothing, ...replies }, settings)).toMatchObject({ verdict, set });
});

const loaded = { ...question('2'), relationships: { conditional_questions: { data: [] } } };

test.each<readonly [string, Reply | null, Verdict]>([
  ['named by each follow-up', good({ data: [], included: [loaded] }), 'seen'],
  ['not named', good({ data: [], included: [question('2')] }), 'not_seen'],
  ['refused', refused, 'not_seen'],
  ['no follow-up', none, 'unknown'],
  ['not asked', null, 'unknown'],
])('follow-ups of follow-ups: %s', (_, deeper, verdict) => {
  expect(judge(formReadings.deeper, { ...nothing, deeper }).verdict).toBe(verdict);
});

test.each([
  ['25/06/2026', 'dmy'],
  ['06/25/2026', 'mdy'],
  ['25.6.2026', 'dmy'],
  ['05/06/2026', 'either'],
  ['2026-06-25', null],
  ['25 June 2026', null],
  ['45/45/2026', null],
])('the order of %s', (value, order) => {
  expect(orderOf(value)).toBe(order);
});

test.each<readonly [string, readonly string[], Verdict, Partial<Settings>]>([
  ['day first', ['25/06/2026'], 'seen', {}],
  ['month first', ['05/06/2026', '06/25/2026'], 'not_seen', { dateOrder: 'mdy' }],
  ['both', ['25/06/2026', '06/25/2026'], 'unknown', {}],
  ['dates that can be either', ['05/06/2026'], 'unknown', {}],
  ['ISO', ['2026-06-25'], 'unknown', {}],
  ['none', [], 'unknown', {}],
])('dates in conditions: %s', (_, values, verdict, set) => {
  const children = values.map((value, index) => child(`${index + 2}`, 'equals', value));
  const replies = { ...nothing, questions: good({ data: [date], included: children }) };
  expect(judge(conditionReadings.dates, replies, current)).toMatchObject({ verdict, set });
});

test('an unknown operator is named, and does not hide that the others are known', () => {
  const of = (...operators: readonly string[]) =>
    judge(conditionReadings.operators, {
      ...nothing,
      questions: questions(date, ...operators.map((one, index) => child(`${index + 2}`, one, 'x'))),
    });
  expect(of('equals', 'less_thanThan', 'between')).toMatchObject({
    verdict: 'seen',
    detail: expect.stringContaining('never shown by between'),
  });
  expect(of('between')).toMatchObject({ verdict: 'not_seen' });
  expect(of()).toMatchObject({ verdict: 'unknown' });
});

test('a question that is strange is told with its job, where the form of the job or the question itself names it', () => {
  const strange = question('8', { question_type: 'matrix' });
  const owned = question('9', { question_type: 'slider', questionable_id: 4799 });
  const dates = ['1', '2', '3'].map((id) => question(id, { question_type: 'date' }));
  const detailOf = (list: readonly unknown[], form: readonly unknown[] = []) =>
    judge(questionReadings.types, {
      ...nothing,
      questions: questions(...list),
      canonical: form.length > 0 ? questions(...form) : null,
    }).detail;
  expect(detailOf(dates, [...dates, strange])).toMatch(/: matrix \(8\) of job 4711$/);
  expect(detailOf([...dates, strange])).toMatch(/: matrix \(8\), of jobs that the list does not name$/);
  expect(detailOf([...dates, owned])).toMatch(/: slider \(9\) of job 4799$/);
});

test.each<readonly [string, readonly object[], Verdict, Verdict]>([
  [
    'texts, and both kinds',
    [
      { multiple_choice_options: ['a'], max_num_required_answer_options: 1 },
      { multiple_choice_options: ['a'], max_num_required_answer_options: null },
    ],
    'seen',
    'seen',
  ],
  [
    'objects, and one kind',
    [{ multiple_choice_options: [{ text: 'a' }], max_num_required_answer_options: 1 }],
    'seen',
    'unknown',
  ],
  ['ids alone, and no limit', [{ multiple_choice_options: [{ id: 7 }] }], 'not_seen', 'not_seen'],
  ['no choices', [], 'unknown', 'unknown'],
])('choices: %s', (_, choices, options, several) => {
  const replies = {
    ...nothing,
    questions: questions(...choices.map((one, index) => choice(`${index}`, one))),
  };
  expect([
    judge(questionReadings.options, replies).verdict,
    judge(questionReadings.several, replies).verdict,
  ]).toEqual([options, several]);
});

const answer = (relationships: object = {}) => ({ type: 'answers', id: '7', attributes: {}, relationships });
const naming = answer({ question: { data: { type: 'questions', id: '1' } } });
const holder = (answers: unknown) => ({
  type: 'applications',
  id: '99',
  attributes: {},
  relationships: { answers },
});
const held = { data: [{ type: 'answers', id: '7' }] };

test.each<readonly [string, Reply | null, Verdict]>([
  ['each names its question', good({ data: holder(held), included: [naming] }), 'seen'],
  ['none names its question', good({ data: holder(held), included: [answer()] }), 'not_seen'],
  ['named and not there', good({ data: holder(held), included: [] }), 'not_seen'],
  ['not loaded', good({ data: holder({ meta: { included: false } }) }), 'not_seen'],
  ['refused', refused, 'not_seen'],
  ['no answers', good({ data: holder({ data: [] }) }), 'unknown'],
  ['not asked', null, 'unknown'],
])('answers of one application: %s', (_, answersQuestion, verdict) => {
  expect(judge(applicationReadings.answersQuestion, { ...nothing, answersQuestion }).verdict).toBe(verdict);
});

test.each<readonly [string, Reply | null, string | null, Verdict]>([
  ['it is found', good({ data: [holder(held)], included: [answer()] }), '+447700900123', 'seen'],
  ['it is not among them', good({ data: [] }), '+447700900123', 'not_seen'],
  ['refused', refused, '+447700900123', 'not_seen'],
  ['it has no phone', null, null, 'unknown'],
])('applications by phone: %s', (_, byPhone, phone, verdict) => {
  const sample = { ...nothing.sample, phone };
  expect(judge(applicationReadings.byPhone, { ...nothing, sample, byPhone }).verdict).toBe(verdict);
});

const inList = good({ data: [holder(held)], included: [naming] });

test.each<readonly [string, Partial<Replies>, Partial<Settings>, Verdict, Partial<Settings>]>([
  [
    'nothing works',
    { answersQuestion: refused, answers: refused, byPhone: refused },
    {},
    'not_seen',
    { readBack: 'none' },
  ],
  ['the list works', { answersQuestion: refused, answers: refused, byPhone: inList }, {}, 'seen', {}],
  [
    'the list works, the other is set',
    { answersQuestion: refused, answers: refused, byPhone: inList },
    { readBack: 'single' },
    'seen',
    { readBack: 'auto' },
  ],
  ['one fails, the other was not tried', { answersQuestion: refused, answers: refused }, {}, 'unknown', {}],
])('looking up: %s', (_, replies, settings, verdict, set) => {
  expect(
    judge(applicationReadings.readBack, { ...nothing, ...replies }, { ...current, ...settings }),
  ).toMatchObject({
    verdict,
    set,
  });
});

const entry = (id: string, created_at: string, reference: object = { external_system_reference: null }) => ({
  type: 'applications',
  id,
  attributes: { created_at, ...reference },
});

test.each<readonly [string, readonly unknown[], Verdict]>([
  ['newest first', [entry('2', '2026-02-01T00:00:00Z'), entry('1', '2026-01-01T00:00:00Z')], 'seen'],
  ['oldest first', [entry('1', '2026-01-01T00:00:00Z'), entry('2', '2026-02-01T00:00:00Z')], 'not_seen'],
  ['without references', [entry('1', '2026-01-01T00:00:00Z', {})], 'not_seen'],
  ['none', [], 'unknown'],
])('applications by reference: %s', (_, data, verdict) => {
  expect(judge(applicationReadings.reference, { ...nothing, sparse: good({ data }) }).verdict).toBe(verdict);
});

const two = questions(question('1'), question('2'));

test.each<readonly [string, Reply | null, Verdict]>([
  ['the second', questions(question('2')), 'seen'],
  ['the first again', questions(question('1')), 'not_seen'],
  ['both', two, 'not_seen'],
  ['refused', refused, 'not_seen'],
  ['not asked', null, 'unknown'],
])('the second page of one: %s', (_, secondQuestion, verdict) => {
  expect(judge(formReadings.pages, { ...nothing, questions: two, secondQuestion }).verdict).toBe(verdict);
});

test('a total stands where it is read, or it does not', () => {
  const total = good({ data: [], meta: { stats: { total: { count: 3 } } } });
  expect(judge(serviceReadings.total, { ...nothing, total }).verdict).toBe('seen');
  expect(
    judge(serviceReadings.total, { ...nothing, total: good({ data: [], meta: { total: 3 } }) }).verdict,
  ).toBe('not_seen');
});

test('a name that is taken tells nothing where any name is', () => {
  expect(judge(serviceReadings.banked, { ...nothing, banked: none, stranger: refused }).verdict).toBe('seen');
  expect(judge(serviceReadings.banked, { ...nothing, banked: none, stranger: none }).verdict).toBe('unknown');
  expect(judge(serviceReadings.banked, { ...nothing, banked: refused, stranger: refused }).verdict).toBe(
    'not_seen',
  );
});

const titled = (title: string, id = '1') => questions(question(id, { title }));

test.each<readonly [string, Reply | null, Verdict]>([
  ['other texts', titled('Wann?'), 'seen'],
  ['the same texts', titled('When?'), 'unknown'],
  ['other questions', titled('Wann?', '2'), 'not_seen'],
  ['refused', refused, 'not_seen'],
  ['not asked', null, 'unknown'],
])('the questions in another language: %s', (_, reply, verdict) => {
  const languages = new Map([['de', reply]]);
  expect(
    judge(questionReadings.languages, { ...nothing, canonical: titled('When?'), languages }).verdict,
  ).toBe(verdict);
});

test('media types, ids and relationships are those of the document, or they are not', () => {
  const html: Reply = { ...refused, mediaType: 'text/html' };
  expect(judge(serviceReadings.mediaType, { ...nothing, questions: some }).verdict).toBe('seen');
  expect(judge(serviceReadings.mediaType, { ...nothing, questions: some, missing: html }).verdict).toBe(
    'not_seen',
  );
  expect(
    judge(serviceReadings.ids, { ...nothing, questions: questions({ ...question('1'), id: 1 }) }).verdict,
  ).toBe('not_seen');
  const unloaded = (job: object) => ({
    ...nothing,
    single: good({ data: { id: '99', relationships: { job } } }),
  });
  expect(judge(serviceReadings.unloaded, unloaded({ meta: { included: false } })).verdict).toBe('seen');
  expect(judge(serviceReadings.unloaded, unloaded({})).verdict).toBe('not_seen');
  expect(judge(serviceReadings.unloaded, unloaded({ data: { type: 'jobs', id: '1' } })).verdict).toBe(
    'not_seen',
  );
});

test('a no has its errors, or it has not', () => {
  const errors = [{ code: 'not_found', status: '404', title: 'Not Found', detail: 'Record not found' }];
  const missing = { status: 404, mediaType, document: { errors } };
  expect(judge(serviceReadings.errors, { ...nothing, missing }).verdict).toBe('seen');
  expect(judge(serviceReadings.errors, { ...nothing, missing: { ...missing, status: 400 } }).verdict).toBe(
    'not_seen',
  );
  expect(
    judge(serviceReadings.errors, { ...nothing, missing: { ...missing, document: undefined } }).verdict,
  ).toBe('not_seen');
});

test('a 429 shows its Retry-After; without a 429 it is unknown', () => {
  expect(
    [3, null, undefined].map(
      (limited) => judgeReading(hiddenReadings.retryAfter, nothing, { current, limited }).verdict,
    ),
  ).toEqual(['seen', 'not_seen', 'unknown']);
});

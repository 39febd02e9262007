import { expect, test } from 'vitest';
import { type Answered, createAsker, MOST_REQUESTS, type Query } from './asker.ts';
import { lookAtFilter, lookAtOwner, lookAtPosting, orderOf } from './looks.ts';
import { QUESTIONS, type Scene, type Settings } from './sample.ts';

const current: Settings = {
  questionFilter: 'eq',
  questionsBy: 'job',
  readPosting: 'single',
  dateOrder: 'dmy',
  readBack: 'auto',
  withoutReadBack: 'park',
};

const good = (data: unknown): Answered => ({ status: 200, document: { data } });
const refused: Answered = { status: 400, document: {} };

function sceneOf(answer: (path: string, query: Query) => Answered, settings: Partial<Settings> = {}): Scene {
  return {
    ask: async (path, query = {}) => answer(path, query),
    limited: () => undefined,
    sample: { application: '99', job: '4711', posting: '5', phone: null },
    current: { ...current, ...settings },
  };
}

/** Owners that have questions, by the form of the filter that is taken. */
const withQuestions =
  (owners: Readonly<Partial<Record<'eq' | 'plain', readonly string[] | 'any'>>>) =>
  (_path: string, query: Query): Answered => {
    const [form, id] =
      query['filter[questionable_id][eq]'] === undefined
        ? (['plain', query['filter[questionable_id]']] as const)
        : (['eq', query['filter[questionable_id][eq]']] as const);
    const of = owners[form];
    if (of === undefined) return refused;
    return good(of === 'any' || of.includes(id ?? '') ? [{ type: 'questions', id: '1' }] : []);
  };

test.each([
  ['both forms work', { eq: ['4711'], plain: ['4711'] }, { seen: true, set: {} }],
  ['the plain one alone', { plain: ['4711'] }, { seen: false, set: { questionFilter: 'plain' } }],
  [
    '[eq] is taken and filters nothing',
    { eq: 'any', plain: ['4711'] },
    { seen: false, set: { questionFilter: 'plain' } },
  ],
  ['neither is taken', {}, false],
  ['the job has no questions', { eq: [], plain: [] }, null],
] as const)('the form of the filter: %s', async (_name, owners, seen) => {
  expect(await lookAtFilter(sceneOf(withQuestions(owners)))).toEqual(seen);
});

test.each([
  ['the job', ['4711'], 'job', { seen: true, set: {} }],
  ['the posting alone', ['5'], 'job', { seen: false, set: { questionsBy: 'posting' } }],
  ['the posting, as it is set', ['5'], 'posting', { seen: false, set: {} }],
  ['the job, and the posting is set', ['4711'], 'posting', { seen: true, set: { questionsBy: 'job' } }],
  ['neither', [], 'job', null],
] as const)('what the questions belong to: %s', async (_name, eq, questionsBy, seen) => {
  expect(await lookAtOwner(sceneOf(withQuestions({ eq }), { questionsBy }))).toEqual(seen);
});

const linkTo = (name: string, data: unknown) => ({ relationships: { [name]: { data } } });

test.each([
  ['by itself', linkTo('job', { id: '4711' }), null, { seen: true, set: {} }],
  ['by its job', {}, linkTo('job_postings', [{ id: '5' }]), { seen: false, set: { readPosting: 'list' } }],
  ['in no way', {}, {}, false],
] as const)('which job a posting advertises is said %s', async (_name, posting, job, seen) => {
  const scene = sceneOf((path) => (path === '/api/v1/jobs' ? good([job]) : good(posting)));
  expect(await lookAtPosting(scene)).toEqual(seen);
});

test.each([
  ['25/06/2026', 'dmy'],
  ['06/25/2026', 'mdy'],
  ['05/06/2026', null],
  ['2026-06-25', null],
  ['31/31/2026', null],
])('the order of day and month in %s is %s', (value, order) => {
  expect(orderOf(value)).toBe(order);
});

test('no more than the most is asked, however much is wanted, and the same once', async () => {
  const asked: string[] = [];
  const { ask, count } = createAsker({
    baseUrl: 'http://service.test',
    key: 'secret',
    gap: 500,
    pause: async () => undefined,
    tell: () => undefined,
    send: async ({ url }) => {
      asked.push(url);
      return Response.json({ data: [] });
    },
  });
  for (let page = 0; page < MOST_REQUESTS; page += 1) {
    expect(await ask(QUESTIONS, { page: `${page}` })).not.toBeNull();
    expect(await ask(QUESTIONS, { page: `${page}` })).not.toBeNull();
  }
  expect(await ask(QUESTIONS, { page: 'more' })).toBeNull();
  expect([asked.length, count()]).toEqual([MOST_REQUESTS, MOST_REQUESTS]);
});

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type OpenBench, openBench, type ReplyBody, type Sent } from '../process/server.support.ts';

let bench: OpenBench;

beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());
beforeEach(() => bench.setFaults({}));

const questionsOf = ({ data, included }: ReplyBody) => [...data, ...included];
const find = (body: ReplyBody, id: string) => questionsOf(body).find((question) => question.id === id);
const problemsIn = (of: OpenBench) =>
  of.log
    .map((line) => JSON.parse(line))
    .filter(({ event, locale }) => event === 'question_problems' && locale);

test('a form in another language has translated texts and the same revision', async () => {
  const visitor = await bench.apply('translated');
  const [canonical, translated] = [
    (await bench.readForm(visitor)).json,
    (await bench.readForm(visitor, 'pt-BR')).json,
  ];
  // The lifetime of the token and the notice of the sandbox differ.
  const { expiresIn: _, notice: _notice, ...meta } = canonical.meta;
  expect(translated.meta).toMatchObject(meta);
  const withoutShown = questionsOf(translated).map(({ meta: _shown, ...question }) => question);
  expect(withoutShown).toEqual(questionsOf(canonical));
  expect(questionsOf(translated).filter((question) => question.meta === undefined)).toEqual([]);
  expect(find(translated, '6002')?.meta?.shown.title).toBe('A partir de que dia você está livre?');
  expect(find(translated, '6002')?.attributes.title).toBe('From which day are you free?');
  expect(problemsIn(bench)).toEqual([]);
});

const season: Sent = ['6001', { multiple_choice_answer: ['The whole year'] }];
const rest: readonly Sent[] = [
  ['6101', { number_answer: '14' }],
  ['6002', { date_answer: '2027-03-01' }],
  ['6003', { multiple_choice_answer: ['Restaurant and bar'] }],
  ['6103', { number_answer: '3' }],
  ['6004', { multiple_choice_answer: ['German'] }],
  ['6005', { boolean_answer: false }],
];
const FILE = '6f1b6d0e-0000-4000-8000-000000006006';

async function sendIn(locale: string | undefined, first: Sent) {
  const visitor = await bench.apply('translated');
  const { revision } = (await bench.readForm(visitor, locale)).json.meta;
  await bench.putFile(visitor, FILE, { name: 'cv.pdf', bytes: '%PDF-1.4\n%%EOF\n', question: '6006' });
  const answers: readonly Sent[] = [first, ...rest, ['6006', { document: FILE }]];
  const reply = await bench.send(visitor, answers, { revision, ...(locale === undefined ? {} : { locale }) });
  return { reply, held: bench.answers(visitor.application), posts: bench.posts(visitor.application) };
}

test.each(['de', 'ar'])('a form in %s sends canonical texts, one POST an answer', async (locale) => {
  const { reply, held, posts } = await sendIn(locale, season);
  expect([reply.status, reply.json.data.attributes.state]).toEqual([200, 'complete']);
  expect(posts).toEqual(['6001', '6101', '6002', '6003', '6103', '6004', '6005', '6006']);
  expect(held.find(({ question }) => question === '6001')?.value).toEqual(['The whole year']);
});

test('a translated text is refused as an answer (control)', async () => {
  const { reply, posts } = await sendIn('de', ['6001', { multiple_choice_answer: ['Das ganze Jahr'] }]);
  expect([reply.status, posts]).toEqual([422, []]);
});

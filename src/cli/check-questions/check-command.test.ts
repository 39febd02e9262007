import { expect, test } from 'vitest';
import { question, shownWhen } from '../../core/check/question-sets.support.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import { runCheckQuestions, usage } from './check-command.ts';

const KEY = 'a-key-that-is-never-printed';

const service = {
  APPLY_MODE: 'service',
  APPLY_SERVICE_URL: 'http://service.example',
  APPLY_SERVICE_KEY: KEY,
  APPLY_ORIGINS: 'https://careers.example.com',
  APPLY_PUBLIC_URL: 'https://forms.example.com',
};

interface Scene {
  readonly files?: Readonly<Record<string, string>>;
  readonly environment?: Readonly<Record<string, string>>;
  /** What the service answers instead; undefined: as ever. */
  readonly reply?: (url: URL) => Response | undefined;
}

async function run(args: readonly string[], { files = {}, environment = service, reply }: Scene = {}) {
  const sandbox = createSandbox({ key: KEY });
  const methods = new Set<string>();
  let pauses = 0;
  const result = await runCheckQuestions(args, {
    environment,
    send: (request) => {
      methods.add(request.method);
      const instead = reply?.(new URL(request.url));
      if (instead !== undefined) return Promise.resolve(instead);
      return sandbox.fetch(request, { address: '127.0.0.1' });
    },
    pause: async () => {
      pauses += 1;
    },
    readFile(file) {
      const text = files[file];
      if (text === undefined) throw new Error(`ENOENT: no such file, open '${file}'`);
      return text;
    },
  });
  const text = [result.stdout ?? '', ...result.stderr].join('\n');
  expect(text).not.toContain(KEY);
  return { code: result.code, text, methods: [...methods], pauses };
}

const right = JSON.stringify({ data: [question('1', 'boolean')] });
const withoutId = { type: 'questions', attributes: { title: 'Why?', question_type: 'date' } };
const wrong = JSON.stringify({
  data: [question('1', 'boolean'), question('2', 'date', shownWhen('1', 'equals', 'yes'))],
});

test('a document without faults is reported in one line', async () => {
  const { code, text } = await run(['right.json'], { files: { 'right.json': `\uFEFF${right}` } });
  expect([code, text]).toEqual([0, 'right.json: nothing wrong found in 1 question.']);
});

test('no text of a set controls the terminal', async () => {
  const hostile = question('1', 'matrix', { title: 'A\u202e\u001b[31m' });
  const { text } = await run(['a'], { files: { a: JSON.stringify({ data: [hostile] }) } });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
});

test('a fault is printed below its question, with what is wrong and what to do', async () => {
  const { code, text } = await run(['wrong.json'], { files: { 'wrong.json': wrong } });
  expect([code, text]).toEqual([
    1,
    [
      'wrong.json: 1 thing to put right, at 1 question of 2.',
      '',
      'Question 2  [2]',
      '  Wrong   Its condition compares “Question 1”, a yes/no question, with “yes”, which cannot be read',
      '          as such, so it is never shown.',
      '  To do   Write true for yes, or false for no.',
    ].join('\n'),
  ]);
});

test('a program gets the findings as JSON, one entry for each set', async () => {
  const { code, text } = await run(['a', 'b', '--json'], { files: { a: right, b: wrong } });
  expect([code, JSON.parse(text)]).toEqual([
    1,
    [
      { source: { file: 'a' }, title: null, questions: 1, findings: [] },
      {
        source: { file: 'b' },
        title: null,
        questions: 2,
        findings: [expect.objectContaining({ code: 'bad_value', question: '2', title: 'Question 2' })],
      },
    ],
  ]);
});

test('the questions of jobs are read from the service, two requests a second, and nothing is written', async () => {
  const { code, text, methods, pauses } = await run(['--job', '4711', '--job', '4718']);
  expect([code, methods, pauses > 1]).toEqual([1, ['GET'], true]);
  expect(text).toContain('Software Engineer, Timetables (job 4711): ');
  expect(text).toContain('“5 June 2027” or “6 May 2027”');
  expect(text).toContain('Relief Lighthouse Keeper (job 4718): nothing wrong found in 60 questions.');
});

const isList = ({ pathname }: URL) => pathname.endsWith('/questions');
const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/vnd.api+json' } });

const noQuestions = (url: URL) => (isList(url) ? json(200, { data: [] }) : undefined);

const byPosting = {
  ...service,
  APPLY_CONFIG: JSON.stringify({ tenants: { default: { questionsBy: 'posting' } } }),
};

test('where questions belong to postings, one is judged by its id, under no title of a job', async () => {
  const ask = (url: URL) => (isList(url) ? json(200, JSON.parse(wrong)) : undefined);
  const { code, text } = await run(['--posting', '4711'], { environment: byPosting, reply: ask });
  expect([code, text]).toEqual([1, expect.stringMatching(/^Posting 4711: 1 thing to put right/)]);
});

test.each<readonly [string, readonly string[], Scene, string]>([
  ['no set is named', [], {}, usage],
  ['an option is not known', ['--jobs', '1'], {}, 'Unknown option --jobs.'],
  ['there is no such job', ['--job', '999'], {}, 'There is no job 999 at http://service.example'],
  [
    'a file has no questions',
    ['a'],
    { files: { a: '{"data":[]}' } },
    'a: there is nothing to judge, since its list "data" is empty.',
  ],
  [
    'questions that are included have no id',
    ['a'],
    { files: { a: JSON.stringify({ data: [question('1', 'boolean')], included: [withoutId, withoutId] }) } },
    'a part is not judged: 2 of its 3 entries have no "id"',
  ],
  [
    'a job has no questions',
    ['--job', '4711'],
    { reply: noQuestions },
    'the service gives no questions for it.',
  ],
  [
    'questions belong to postings',
    ['--job', '4711'],
    { environment: byPosting },
    'belong to postings, not to jobs (questionsBy): name the posting by --posting ID.',
  ],
  [
    'questions belong to jobs',
    ['--posting', '4711'],
    {},
    'do not belong to postings (questionsBy is "job"): name the job by --job ID.',
  ],
])('nothing is judged, and it is said why, when %s', async (_name, args, given, sentence) => {
  const { code, text } = await run(args, given);
  expect([code, text]).toEqual([2, expect.stringContaining(sentence)]);
});

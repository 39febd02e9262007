import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { question, shownWhen } from '../core/check/question-sets.support.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { checkQuestions } from './check-questions.ts';
import { runCommand } from './run-command.support.ts';

const KEY = 'a-key-that-is-never-printed';
const service = { APPLY_SERVICE_URL: 'http://service.example', APPLY_SERVICE_KEY: KEY };
const byPosting = { APPLY_CONFIG: JSON.stringify({ tenants: { default: { questionsBy: 'posting' } } }) };

const folder = mkdtempSync(join(tmpdir(), 'check-questions-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, document: unknown): string {
  const file = join(folder, name);
  writeFileSync(file, `\uFEFF${JSON.stringify(document)}`);
  return file;
}

const right = fileOf('right.json', { data: [question('1', 'boolean')] });
const faulty = { data: [question('1', 'boolean'), question('2', 'date', shownWhen('1', 'equals', 'yes'))] };
const wrong = fileOf('wrong.json', faulty);
const empty = fileOf('empty.json', { data: [] });
const withoutId = { type: 'questions', attributes: { title: 'Why?', question_type: 'date' } };
const partial = fileOf('partial.json', { data: [question('1', 'boolean')], included: [withoutId] });
const hostile = fileOf('hostile.json', { data: [question('1', 'matrix', { title: 'A\n\u202e\u001b[31m' })] });

/** @param questions replaces the questions of the service */
async function run(line: string, environment: object = {}, questions?: object) {
  const sandbox = createSandbox({ key: KEY });
  const methods = new Set<string>();
  const result = await runCommand(checkQuestions, line, {
    environment: { ...service, ...environment },
    async send(request) {
      methods.add(request.method);
      const isList = new URL(request.url).pathname.endsWith('/questions');
      if (isList && questions !== undefined) return Response.json(questions);
      return sandbox.fetch(request, { address: '127.0.0.1' });
    },
  });
  expect(result.stdout + result.stderr).not.toContain(KEY);
  return { ...result, methods: [...methods] };
}

test('prints a fault below its question, with its remedy', async () => {
  expect(await run(`${right} ${wrong}`)).toMatchObject({
    code: 1,
    stdout: [
      `${right}: no faults found in 1 question.`,
      '',
      `${wrong}: 1 fault to correct in 1 of 2 questions.`,
      '',
      'Question 2  [2]',
      '  Fault: Its condition compares “Question 1”, a yes/no question, with “yes”, which cannot be read as such, so it is never shown.',
      '  To do: Write true for yes, or false for no.',
    ].join('\n'),
  });
});

test('prints the findings as JSON, one entry for each set', async () => {
  const { code, stdout } = await run(`${right} ${wrong} --json`);
  expect([code, JSON.parse(stdout)]).toEqual([
    1,
    [
      { source: { file: right }, title: null, questions: 1, findings: [] },
      {
        source: { file: wrong },
        title: null,
        questions: 2,
        findings: [expect.objectContaining({ code: 'bad_value', question: '2', title: 'Question 2' })],
      },
    ],
  ]);
});

test('a line break in a title cannot begin a new line', async () => {
  expect((await run(hostile)).stdout).toContain('A\\u000a\\u202e\\u001b[31m  [1]');
});

test('reads the questions of jobs from the service and writes nothing', async () => {
  const { code, stdout, methods } = await run('--job 4711 --job 4718');
  expect([code, methods]).toEqual([1, ['GET']]);
  expect(stdout).toContain('Software Engineer, Timetables (job 4711): ');
  expect(stdout).toContain('“5 June 2027” or “6 May 2027”');
  expect(stdout).toContain('Relief Lighthouse Keeper (job 4718): no faults found in 60 questions.');
});

test('checks a posting by its id if questions belong to postings', async () => {
  const { code, stdout } = await run('--posting 4711', byPosting, faulty);
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^posting 4711: 1 fault to correct/)]);
});

test.each<readonly [string, string, object, object | undefined]>([
  ['', 'Name a file, a job or a posting.\nUsage:', {}, undefined],
  ['--jobs 1', 'Unknown option --jobs.', {}, undefined],
  ['--job=', 'An id is empty.', {}, undefined],
  ['no-such-file.json', 'no-such-file.json cannot be read as JSON: ENOENT', {}, undefined],
  ['--job 999', 'There is no job 999 at http://service.example', {}, undefined],
  [empty, 'empty.json has no questions: there is nothing to check.', {}, undefined],
  [
    partial,
    'was not checked: entries without an "id" or of a type other than "questions": 1.',
    {},
    undefined,
  ],
  ['--job 4711', 'job 4711) has no questions', {}, { data: [] }],
  ['--job 4711', 'belong to postings (questionsBy): use --posting ID.', byPosting, undefined],
  ['--posting 4711', 'belong to jobs (questionsBy): use --job ID.', {}, undefined],
])('checks nothing and says why: "%s"', async (line, sentence, environment, questions) => {
  const { code, stdout, stderr } = await run(line, environment, questions);
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining(sentence)]);
});

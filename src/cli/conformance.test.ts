import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { conformance } from './conformance.ts';
import { runCommand } from './run-command.support.ts';

const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(text: string): string {
  const file = join(folder, `${text.length}.json`);
  writeFileSync(file, `\uFEFF${text}`);
  return file;
}

const run = (cases: unknown, ...options: readonly string[]) =>
  runCommand(conformance, [...options, fileOf(JSON.stringify({ cases }))]);

const condition = { operator: 'equals', value: 'true' };
const right = { id: 'right', parentType: 'boolean', condition, answer: true, expect: true };
const wrong = { ...right, id: 'wr\nong', answer: false };
const conditional = { parent_question_id: '1', conditions: [condition] };
const tree = {
  id: 'tree',
  document: {
    data: [
      { type: 'questions', id: '1', attributes: { question_type: 'boolean' } },
      { type: 'questions', id: '2', attributes: { question_type: 'multi_document', conditional } },
      { type: 'questions', id: '10', attributes: { conditional: 7 } },
      { type: 'questions', id: '9', attributes: { conditional: 7 } },
    ],
  },
  answers: { 1: true, 2: ['a.pdf', 'b.pdf'] },
  visible: ['1', '2'],
  post: ['1', '2'],
};
const problems = ['9', '10'].map((questionId) => ({ code: 'bad_conditional', questionId }));
const date = {
  parentType: 'date',
  condition: { operator: 'equals', value: '5/6/2024' },
  answer: '2024-05-06',
};
const unanswered = {
  parentType: 'short_text',
  condition: { operator: 'not_equals', value: 'x' },
  answer: null,
};

test.each([
  ['right and wrong', [right, wrong], 'FAILED wr ong: result: expected true, got false\n1 passed, 1 failed'],
  [
    'every difference in a tree',
    [{ ...tree, visible: ['1'], post: [] }],
    'FAILED tree: visible: expected ["1"], got ["1","2"]; post: expected [], got ["1","2"]\n0 passed, 1 failed',
  ],
  [
    'a case that expects nothing',
    [{ ...right, expect: undefined }],
    'FAILED right: result: expected nothing, got true\n0 passed, 1 failed',
  ],
  [
    'problems in any order',
    [
      { ...tree, problems },
      { ...tree, problems: problems.toReversed() },
    ],
    '2 passed, 0 failed',
  ],
  [
    'the options of a case',
    [
      { ...date, dateOrder: 'mdy', expect: true },
      { ...date, dateOrder: 'dmy', expect: false },
      { ...unanswered, unanswered: 'negated', expect: true },
      { ...unanswered, unanswered: 'hidden', expect: false },
    ],
    '4 passed, 0 failed',
  ],
])('judges %s', async (_, cases, stdout) => {
  expect(await run(cases)).toEqual({ code: stdout.includes(' 0 failed') ? 0 : 1, stdout, stderr: '' });
});

test('"--results" prints one JSON line for each case and judges nothing', async () => {
  expect(await run([right, wrong, tree], '--results')).toEqual({
    code: 0,
    stdout: [
      '{"id":"right","result":true}',
      '{"id":"wr\\nong","result":false}',
      '{"id":"tree","visible":["1","2"],"post":["1","2"],"problems":[{"code":"bad_conditional","questionId":"10"},{"code":"bad_conditional","questionId":"9"}]}',
    ].join('\n'),
    stderr: '',
  });
});

test.each([
  ['{"cases":', '.json is not JSON.'],
  ['[]', '.json has no list of "cases".'],
  ['{"cases":{}}', '.json has no list of "cases".'],
  ['{"cases":[{},null]}', '.json has a case that is not an object.'],
])('exits with 2 for a file with %s', async (text, sentence) => {
  const none = { code: 2, stdout: '' };
  expect(await runCommand(conformance, [fileOf(text)])).toEqual({
    ...none,
    stderr: expect.stringContaining(sentence),
  });
});

test.each([
  ['missing.json', 'missing.json cannot be read.'],
  ['--results', 'Usage: npx apply-form-server conformance [--results] FILE…'],
])('"%s" exits with 2', async (line, sentence) => {
  expect(await runCommand(conformance, line)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(sentence),
  });
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { runProgram } from '../server/process/run-program.support.ts';

const command = fileURLToPath(new URL('./conformance.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const run = (...words: readonly string[]) => runProgram(command, words);

const one = {
  id: 'one',
  parentType: 'boolean',
  condition: { operator: 'equals', value: 'true' },
  answer: true,
  expect: true,
};
const passing = fileOf('passing.json', `\uFEFF${JSON.stringify({ cases: [one] })}`);
const failing = fileOf('failing.json', JSON.stringify({ cases: [{ ...one, id: 'two', answer: false }] }));

test('all cases of all files are judged', async () => {
  expect(await run(passing, failing)).toEqual({
    code: 1,
    stdout: 'FAILED two: result: expected true, got false\n1 passed, 1 failed\n',
    stderr: '',
  });
});

test.each<readonly [string, () => string, string]>([
  ['a file that is not JSON', () => fileOf('text.json', 'not JSON'), 'text.json is not JSON.\n'],
  ['a file that is missing', () => join(folder, 'missing.json'), 'missing.json cannot be read.\n'],
  ['no file', () => '--results', 'Usage: npx apply-form-server conformance [--results] FILE…\n'],
])('%s ends the command with 2 and one message', async (_name, word, sentence) => {
  expect(await run(word())).toEqual({ code: 2, stdout: '', stderr: expect.stringContaining(sentence) });
});

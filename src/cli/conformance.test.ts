import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { programArguments } from '../../e2e/support/programs/program-arguments.ts';

const command = fileURLToPath(new URL('./conformance.ts', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
afterAll(() => rmSync(folder, { recursive: true }));

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

function run(...parameters: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [...programArguments(command), ...parameters],
    { encoding: 'utf8' },
  );
  return { status, stdout, stderr };
}

const one = {
  id: 'one',
  parentType: 'boolean',
  condition: { operator: 'equals', value: 'true' },
  answer: true,
  expect: true,
};
const passing = fileOf('passing.json', `\uFEFF${JSON.stringify({ cases: [one] })}`);
const failing = fileOf('failing.json', JSON.stringify({ cases: [{ ...one, id: 'two', answer: false }] }));

test('all cases of all files are judged', () => {
  expect(run(passing, failing)).toEqual({
    status: 1,
    stdout: 'FAILED two: result: expected true, got false\n1 passed, 1 failed\n',
    stderr: '',
  });
});

test('a file that cannot be used: one message, exit 2, and nothing is run', { tags: 'deep' }, () => {
  const text = fileOf('text.json', 'not JSON');
  expect(run(passing, text)).toEqual({ status: 2, stdout: '', stderr: `${text} is not JSON.\n` });
  const missing = join(folder, 'missing.json');
  expect(run(missing)).toEqual({ status: 2, stdout: '', stderr: `${missing} cannot be read.\n` });
});

test('without a file it says how it is used', () => {
  expect(run('--results')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: 'Usage: npx apply-form-server conformance [--results] FILE…\n',
  });
});

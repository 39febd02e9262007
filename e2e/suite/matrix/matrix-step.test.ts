import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readMatrix, rowsOf } from './matrix-row.ts';
import { matrixFailures } from './matrix-step.ts';
import { sideFolders, sidesOf } from './row-tests.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => void vi.restoreAllMocks());

const sandboxFile = '/here/src/sandbox/a.test.ts';
const formFile = `/here/${sideFolders.form}`;

/** A report in which every row has a test on each side that passed, but for one of the sandbox. */
function reportWithout(broken: string | null, fate: string) {
  const rows = rowsOf(readMatrix());
  return {
    testResults: [sandboxFile, '/here/src/server/service/a.test.ts', formFile].map((name) => ({
      name,
      assertionResults: rows.flatMap((row) => {
        const { id } = row;
        const here = id === broken && name === sandboxFile;
        if (name === formFile && !sidesOf(row).includes('form')) return [];
        if (here && fate === 'gone') return [];
        return [{ ancestorTitles: ['all'], title: `${id} is shown`, status: here ? fate : 'passed' }];
      }),
    })),
  };
}

test('nothing fails where all tests passed, and the sum says so', () => {
  expect(matrixFailures(reportWithout(null, ''), '/here/')).toEqual([]);
  expect(process.stdout.write).toHaveBeenCalledWith(
    expect.stringMatching(
      /^matrix: \d+ rows \(\d+ documented, \d+ readings\), sandbox 100 %, client 100 %, form 100 %\n$/,
    ),
  );
});

test.each([
  ['gone', () => 'has no test: sandbox'],
  ['failed', (name: string) => `has a test that did not pass: ${name}`],
  ['skipped', (name: string) => `has a test that did not pass: ${name}`],
])('a test of the project that is %s is a failure of each of its rows', (fate, message) => {
  const id = String(rowsOf(readMatrix())[0]?.id);
  const failures = matrixFailures(reportWithout(id, fate), '/here/');
  const name = `src/sandbox/a.test.ts > all > ${id} is shown`;
  expect(failures).toEqual([{ name: `matrix › ${id}`, message: message(name) }]);
});

test('without a report there is one failure that says what to do', () => {
  expect(matrixFailures(null, '/here/')).toEqual([
    { name: 'matrix', message: expect.stringContaining('unit') },
  ]);
});

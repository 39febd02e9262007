import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readMatrix } from './matrix-row.ts';
import { matrixFailures } from './matrix-step.ts';

beforeEach(() => void vi.spyOn(process.stdout, 'write').mockReturnValue(true));
afterEach(() => void vi.restoreAllMocks());

/** A report in which every test that the matrix names has passed, but for these. */
function reportWithout(broken: Readonly<Record<string, string>>) {
  const names = new Set(readMatrix().flatMap(({ sandbox, client }) => [...sandbox, ...client]));
  return {
    testResults: [...names].flatMap((name) => {
      const [file, ...titles] = name.split(' > ');
      if (broken[name] === 'gone') return [];
      const title = titles.at(-1);
      const status = broken[name] ?? 'passed';
      return [
        { name: `/here/${file}`, assertionResults: [{ ancestorTitles: titles.slice(0, -1), title, status }] },
      ];
    }),
  };
}

test('nothing fails where all tests passed, and the sum says so', () => {
  expect(matrixFailures(reportWithout({}), '/here/')).toEqual([]);
  expect(process.stdout.write).toHaveBeenCalledWith(
    expect.stringMatching(
      /^matrix: \d+ rows \(\d+ documented, \d+ readings\), sandbox 100 %, client 100 %\n$/,
    ),
  );
});

test.each([
  ['gone', 'names a test that does not exist'],
  ['failed', 'names a test that did not pass'],
  ['skipped', 'names a test that did not pass'],
])('a test of the project that is %s is a failure of each of its rows', (fate, message) => {
  const [row] = readMatrix();
  const name = String(row?.sandbox[0]);
  const failures = matrixFailures(reportWithout({ [name]: fate }), '/here/');
  expect(failures).toContainEqual({ name: `matrix › ${row?.id}`, message: `${message}: ${name}` });
});

test('without a report there is one failure that says what to do', () => {
  expect(matrixFailures(null, '/here/')).toEqual([
    { name: 'matrix', message: expect.stringContaining('unit') },
  ]);
});

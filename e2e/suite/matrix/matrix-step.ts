/** The step of `npm test` that holds the matrix to the tests that ran. */

import { print } from '../../../src/server/app/print.ts';
import type { FailedTest } from '../failed-tests.ts';
import { checkMatrix, summaryOf } from './check-matrix.ts';
import { readMatrix, rowsOf } from './matrix-row.ts';
import { testResults } from './test-results.ts';

/** `report` is vitest's, of the whole suite; null when there is none. */
export function matrixFailures(report: unknown, root: string): readonly FailedTest[] {
  if (report === null)
    return [{ name: 'matrix', message: 'There is no report of the tests: run "unit" first.' }];
  const rows = rowsOf(readMatrix());
  const results = testResults(report, root);
  print(`matrix: ${summaryOf(rows, results)}`);
  return checkMatrix(rows, results).map(({ row, message }) => ({ name: `matrix › ${row}`, message }));
}

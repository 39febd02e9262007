/** Does every row of the matrix have a test on each of its sides, and did each of them pass? */
import { basisOf, type MatrixRow } from './matrix-row.ts';
import { type RowTests, type Side, sides, sidesOf, titledTests } from './row-tests.ts';
import type { TestResult } from './test-results.ts';

export interface Complaint {
  /** Id of the row, or what a title has in its place. */
  readonly row: string;
  readonly message: string;
}

export function checkMatrix(
  rows: readonly MatrixRow[],
  results: readonly TestResult[],
): readonly Complaint[] {
  const passed = passedByName(results);
  const { shown, unknown } = titledTests(rows, [...passed.keys()]);
  const ids = rows.map(({ id }) => id);
  const complaints = rows.flatMap(({ id }, place) => {
    const messages =
      ids.indexOf(id) === place ? testFaults(sidesOf({ id }), shown.get(id), passed) : ['is there twice'];
    return messages.map((message) => ({ row: id, message }));
  });
  const strays = unknown.map(({ id, name }) => ({
    row: id,
    message: `is no row, and a title has it: ${name}`,
  }));
  return [...complaints, ...strays];
}

/** Tests that share a name passed when all of them did. */
function passedByName(results: readonly TestResult[]): ReadonlyMap<string, boolean> {
  const passed = new Map<string, boolean>();
  for (const result of results) passed.set(result.name, (passed.get(result.name) ?? true) && result.passed);
  return passed;
}

function testFaults(
  demanded: readonly Side[],
  tests: RowTests | undefined,
  passed: ReadonlyMap<string, boolean>,
): readonly string[] {
  return demanded.flatMap((side) => {
    const names = tests?.[side] ?? [];
    if (names.length === 0) return [`has no test: ${side}`];
    const broken = names.filter((name) => passed.get(name) !== true);
    return broken.map((name) => `has a test that did not pass: ${name}`);
  });
}

/** `354 rows (294 documented, 60 readings), sandbox 100 %, client 100 %`: with a passing test, rounded down. */
export function summaryOf(rows: readonly MatrixRow[], results: readonly TestResult[]): string {
  const passed = passedByName(results);
  const names = [...passed.keys()].filter((name) => passed.get(name) === true);
  const { shown } = titledTests(rows, names);
  const documented = rows.filter((row) => basisOf(row) === 'documented').length;
  const shares = sides.flatMap((side) => {
    const demanded = rows.filter((row) => sidesOf(row).includes(side));
    const count = demanded.filter(({ id }) => (shown.get(id)?.[side].length ?? 0) > 0).length;
    return demanded.length === 0 ? [] : `${side} ${Math.floor((100 * count) / demanded.length)} %`;
  });
  const kinds = `${documented} documented, ${rows.length - documented} readings`;
  return `${rows.length} rows (${kinds}), ${shares.join(', ')}`;
}

/** Does every row of the matrix have a test on both sides, and did each of them pass? */
import { documentParts } from './document-parts.ts';
import { type MatrixRow, sides } from './matrix-row.ts';
import type { TestResult } from './test-results.ts';

export interface Complaint {
  /** Id of the row. */
  readonly row: string;
  readonly message: string;
}

export function checkMatrix(
  rows: readonly MatrixRow[],
  results: readonly TestResult[],
): readonly Complaint[] {
  const passed = passedByName(results);
  const ids = rows.map(({ id }) => id);
  return rows.flatMap((row, place) => {
    const messages = [
      ...(ids.indexOf(row.id) === place ? [] : ['is there twice']),
      ...(documentParts.some(({ heading }) => heading === row.part) ? [] : [`has no part: ${row.part}`]),
      ...basisFaults(row),
      ...sides.filter((side) => row[side].length === 0).map((side) => `has no test: ${side}`),
      ...namesOf(row).flatMap((name) => testFaults(name, passed)),
    ];
    return messages.map((message) => ({ row: row.id, message }));
  });
}

const namesOf = ({ sandbox, client, product = [] }: MatrixRow) => [...sandbox, ...client, ...product];

/** Whoever reads differently must know where. */
function basisFaults({ basis, where }: MatrixRow): readonly string[] {
  if (basis === 'reading') return where === undefined ? ['is a reading without the place that holds it'] : [];
  return where === undefined ? [] : ['is documented, and has the place of a reading'];
}

/** Tests that share a name passed when all of them did. */
function passedByName(results: readonly TestResult[]): ReadonlyMap<string, boolean> {
  const passed = new Map<string, boolean>();
  for (const result of results) passed.set(result.name, (passed.get(result.name) ?? true) && result.passed);
  return passed;
}

function testFaults(name: string, passed: ReadonlyMap<string, boolean>): readonly string[] {
  if (!passed.has(name)) return [`names a test that does not exist: ${name}`];
  return passed.get(name) === true ? [] : [`names a test that did not pass: ${name}`];
}

/** `354 rows (294 documented, 60 readings), sandbox 100 %, client 100 %`: with a passing test, rounded down. */
export function summaryOf(rows: readonly MatrixRow[], results: readonly TestResult[]): string {
  const passed = passedByName(results);
  const documented = rows.filter(({ basis }) => basis === 'documented').length;
  const shares = sides.map((side) => {
    const shown = rows.filter((row) => row[side].some((name) => passed.get(name) === true)).length;
    return `${side} ${Math.floor((100 * shown) / Math.max(1, rows.length))} %`;
  });
  const kinds = `${documented} documented, ${rows.length - documented} readings`;
  return `${rows.length} rows (${kinds}), ${shares.join(', ')}`;
}

import { expect, test } from 'vitest';
import { findDifference, runCase } from '../../cli/conformance-case.ts';
import { ownCases } from '../../cli/own-cases.support.ts';

/* The same files that the conformance command reads: every row and every sentence of `src/core/conditions/README.md` on a whole form. */
test.each(ownCases('tree').map((row) => ({ name: String(row['id']), row })))('$name', ({ row }) => {
  expect(findDifference(row, runCase(row))).toBeNull();
});

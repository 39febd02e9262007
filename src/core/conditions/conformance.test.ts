import { expect, test } from 'vitest';
import { findDifference, runCase } from '../../cli/conformance-case.ts';
import { ownCases } from '../../cli/own-cases.support.ts';

/* The same files that the conformance command reads: every row and every sentence of `src/core/conditions/README.md#one-condition`. */
test.each(ownCases('conditions').map((row) => ({ name: String(row['id']), row })))('$name', ({ row }) => {
  expect(findDifference(row, runCase(row))).toBeNull();
});

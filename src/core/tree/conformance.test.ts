import { expect, test } from 'vitest';
import { runCase } from '../../commands/conformance-case.ts';
import { findDifference } from '../../commands/conformance-verdict.ts';
import { ownCases } from '../../commands/own-cases.ts';

/* The same files that the conformance command reads: every row and every sentence of `src/core/conditions/README.md` on a whole form. */
test.each(ownCases('tree').map((one) => ({ name: String(one['id']), one })))('$name', ({ one }) => {
  expect(findDifference(one, runCase(one))).toBeNull();
});

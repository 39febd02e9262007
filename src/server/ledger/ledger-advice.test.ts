import { expect, test } from 'vitest';
import type { LedgerEvent, LedgerLogFields } from './ledger-log.ts';
import { createStoreEvents } from './store-outcomes.ts';

test.each<readonly ['warn' | 'error', LedgerEvent, LedgerLogFields, RegExp | null]>([
  ['warn', 'late_commit', { count: 40 }, /APPLY_QUIET_SECONDS/],
  ['error', 'duplicates_observed', { count: 1 }, /take the second away/],
  ['error', 'store_failed', {}, /APPLY_STORE/],
  ['warn', 'application_refused', { advice: 'Mend the job.' }, /^Mend the job\.$/],
  ['warn', 'store_works_again', {}, null],
])('a line of the ledger says what to do: %s %s', (level, event, fields, advice) => {
  const lines: LedgerLogFields[] = [];
  const add = (_event: LedgerEvent, told: LedgerLogFields) => lines.push(told);
  const { log } = createStoreEvents({ warn: add, error: add }, { monotonic: () => 0 });
  log[level](event, fields);
  expect(lines).toEqual([advice === null ? fields : { ...fields, advice: expect.stringMatching(advice) }]);
});

import { expect, test } from 'vitest';
import type { HeldRow } from './people-client.ts';
import { mayBeThere } from './people-table.ts';

const item = { question: '1', part: 0, title: null, code: null, is_held: true, file: null, files: [] };

const submission = (...states: readonly string[]): HeldRow => ({
  reference: 'AAAA-BBBB-CCCC',
  state: 'attention',
  accepted_at: '2026-01-01T00:00:00.000Z',
  kept_until: '2026-02-01T00:00:00.000Z',
  application: null,
  job: '4711',
  items: states.map((state) => ({ ...item, state })),
  files: [],
  consents: [],
});

test.each<readonly [string, boolean]>([
  ['queued', false],
  ['held', false],
  ['refused', false],
  ['delivered', true],
  ['sending', true],
  ['checking', true],
  ['parked', true],
])('what is %s may be at the service: %s', (state, expected) => {
  expect(mayBeThere({ submissions: [submission('queued', state)] }, [])).toBe(expected);
});

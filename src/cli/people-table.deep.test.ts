import { expect, test } from 'vitest';
import type { HeldRow } from './people-client.ts';
import { erasedLine, mayBeThere } from './people-table.ts';

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

test.each([
  [0, 'the application may be on the way to the service; waits for the outcome.'],
  [2, '2 answers may be on the way to the service; waits for the outcome.'],
])('with %s answers on the way it says so: %s', (sending, sentence) => {
  const told = { reference: 'R', state: 'erasing', delivered: 0, unsent: 3, sending } as const;
  expect(erasedLine(told)).toBe(`R: ${sentence}`);
});

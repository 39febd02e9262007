import { expect, test } from 'vitest';
import { showTime } from './times.ts';

const now = Date.parse('2026-01-08T12:00:00.000Z');

test.each([
  ['2026-01-15T12:00:00.000Z', 'in 7 days'],
  ['2026-01-09T11:59:00.000Z', 'in 23 hours'],
  ['2026-01-09T12:00:00.000Z', 'tomorrow'],
  ['2026-01-08T12:00:30.000Z', 'in less than a minute'],
  ['2026-01-08T11:59:59.000Z', 'just now'],
  ['2026-01-08T11:57:30.000Z', '2 minutes ago'],
  ['2026-01-07T12:00:00.000Z', 'yesterday'],
])('seen from noon of the 8th, %s is %s', (iso, words) => {
  expect(showTime(iso, now)?.relative).toBe(words);
});

test('a time is shown in UTC and in the reader’s own zone', () => {
  expect(showTime('2026-01-08T09:05:59.000Z', now)?.utc).toBe('2026-01-08 09:05 UTC');
});

test('what is no time is none', () => {
  expect(showTime('soon', now)).toBeNull();
});

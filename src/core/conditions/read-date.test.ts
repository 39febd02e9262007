import { expect, test } from 'vitest';
import { isIsoDay, readDate } from './read-date.ts';

test.each([
  ['5/6/2024', 'dmy', '2024-06-05', true],
  ['5/6/2024', 'mdy', '2024-05-06', true],
  ['5/5/2024', 'dmy', '2024-05-05', false],
  ['12/12/2024', 'mdy', '2024-12-12', false],
  ['12/11/2024', 'dmy', '2024-11-12', true],
  ['12/11/2024', 'mdy', '2024-12-11', true],
  ['13/12/2024', 'mdy', '2024-12-13', false],
  ['12/13/2024', 'dmy', '2024-12-13', false],
  ['2024-06-05', 'mdy', '2024-06-05', false],
  ['5 June 2024', 'mdy', '2024-06-05', false],
  ['0099-01-02', 'dmy', '0099-01-02', false],
] as const)('%s in the order %s is %s, ambiguous: %s', (text, order, day, ambiguous) => {
  expect(readDate(` ${text} `, order)).toEqual({ text, day, ambiguous });
});

/* The number of days of each month, written out independently of the code. */
test.each([
  [2023, [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]],
  [2024, [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]],
  [1900, [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]],
  [2000, [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]],
])('the months of %i have the right number of days', (year, lengths) => {
  lengths.forEach((length, index) => {
    const month = `${year}-${String(index + 1).padStart(2, '0')}`;
    expect([isIsoDay(`${month}-${length}`), isIsoDay(`${month}-${length + 1}`)]).toEqual([true, false]);
  });
});

test.each(['2024-6-05', '2024/06/05', ' 2024-06-05', '2024-06-05T00:00:00Z', '05.06.2024', ''])(
  'an answer is an ISO day, and %j is not one',
  (text) => {
    expect(isIsoDay(text)).toBe(false);
  },
);

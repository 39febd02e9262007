import { expect, test } from 'vitest';
import { choicesOf, type Filter, filterWaiting, isFiltering, noFilter } from './filter.ts';
import { item, waiting } from './waiting.support.ts';

const all = [
  waiting('AAAA-1111-2222', { application: '12', job: '4711', items: [item()] }),
  waiting('BBBB-1111-2222', {
    application: '112',
    job: '900',
    items: [item({ state: 'refused', code: 'invalid_answer' }), item({ code: 'conflict' })],
  }),
  waiting('CCCC-1111-2222', {
    application: null,
    job: '4711',
    items: [
      item({ question: null, title: null, state: 'refused', code: 'job_closed' }),
      item({ state: 'held', code: null }),
    ],
  }),
];

test.each<[Partial<Filter>, string]>([
  [{}, 'A B C'],
  [{ words: ' bbbb-1 ' }, 'B'],
  [{ words: '12' }, 'A'],
  [{ words: '1111-22' }, 'A B C'],
  [{ state: 'refused' }, 'B C'],
  [{ code: 'unclear' }, 'A'],
  [{ job: '4711' }, 'A C'],
  [{ job: '4711', state: 'parked' }, 'A'],
  [{ state: 'parked', code: 'invalid_answer' }, ''],
  [{ words: 'nothing like this' }, ''],
])('of three, the filter %j lists "%s"', (filter, letters) => {
  const shown = filterWaiting(all, { ...noFilter, ...filter });
  expect(shown.map(({ reference }) => reference.charAt(0)).join(' ')).toBe(letters);
});

test('what can be chosen is what is there, but for what only waits', () => {
  expect(choicesOf(all)).toEqual({
    states: ['parked', 'refused'],
    codes: ['conflict', 'invalid_answer', 'job_closed', 'unclear'],
    jobs: ['900', '4711'],
  });
});

test('blanks filter nothing', () => {
  expect(isFiltering({ ...noFilter, words: '  ' })).toBe(false);
  expect(isFiltering({ ...noFilter, job: '1' })).toBe(true);
});

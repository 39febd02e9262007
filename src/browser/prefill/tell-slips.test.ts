import { expect, test } from 'vitest';
import { tellSlips } from './tell-slips.ts';

const SHAPE = 'Write { details: { first_name: "Ada" }, answers: { "7": "Nurse" } }.';

test.each<[string, unknown, RegExp]>([
  ['a text', 'canary', /: it is a text\./],
  ['a number', 7, /: it is a number\./],
  ['true', true, /: it is true or false\./],
  ['a list', ['canary'], /: it is a list\./],
  ['a promise', Promise.resolve('canary'), /: it is a promise, to be awaited first\./],
  ['another object', new Map([['first_name', 'canary']]), /: it is of the kind Map\./],
  ['a text for details', { details: 'canary' }, /: "details" is a text\./],
  ['a list for details', { details: [{ first_name: 'canary' }] }, /: "details" is a list\./],
  ['a list for answers', { details: {}, answers: ['canary'] }, /: "answers" is a list\./],
  [
    'a detail beside answers',
    { answers: {}, first_name: 'canary' },
    /: "first_name" stands beside "answers" and not in "details" or "answers"\./,
  ],
  ['both', { details: 'canary', '7': 'canary' }, /: "details" is a text; "7" stands beside "details" and/],
])('%s as prefill is named, with how to write it, and not what was given', (_what, given, words) => {
  const told = tellSlips(given);
  expect(told).toMatch(words);
  expect(told).toContain(SHAPE);
  expect(told).not.toContain('canary');
});

test('however many members stand in the wrong place, and however long their names are, the line is short', () => {
  const names = Array.from({ length: 50 }, (_, place) => [`${place}`.repeat(500), 'canary']);
  const told = tellSlips({ details: {}, ...Object.fromEntries(names) });
  expect(told?.length).toBeLessThan(1_000);
});

test.each<[string, unknown]>([
  ['nothing', null],
  ['nothing at all', undefined],
  ['an empty object', {}],
  ['plain details', { first_name: 'Ada', email: null }],
  ['details and answers', { details: { first_name: 'Ada' }, answers: { '7': ['Nurse'] } }],
  ['only answers', { answers: { '7': true } }],
  ['parts that are not known', { details: null, answers: undefined }],
  ['an object without a class', Object.assign(Object.create(null), { first_name: 'Ada' })],
])('of %s there is nothing to tell', (_what, given) => {
  expect(tellSlips(given)).toBeNull();
});

import { expect, test } from 'vitest';
import type { Question, QuestionType } from '../../core/model/question.ts';
import { question } from '../../form/form.support.ts';
import { knownValues, readKnown } from './prefill.ts';

const times = question('1', 'multiple_choice', { options: ['Full time', 'Part time'] });
const several = question('1', 'multiple_choice', { options: ['Full time', 'Part time'], maximum: null });

const answerOf = (canonical: Question, value: unknown, shown = canonical) =>
  readKnown({ question: canonical, shown }, value, new Map());

test.each<[QuestionType, unknown, object]>([
  ['short_text', ' Nurse ', { kind: 'text', text: 'Nurse' }],
  ['url', 'example.com/cv', { kind: 'url', text: 'https://example.com/cv' }],
  ['boolean', false, { kind: 'boolean', value: false }],
  ['number', 12.5, { kind: 'number', text: '12.5' }],
  ['number', '-3', { kind: 'number', text: '-3' }],
  ['date', '2027-03-01', { kind: 'date', day: '2027-03-01' }],
  ['date_range', { from: '2027-03-01' }, { kind: 'date_range', from: '2027-03-01', to: '' }],
])('a %s reads %j as if the applicant had typed it', (type, value, answer) => {
  expect(answerOf(question('1', type), value)).toEqual(answer);
});

test.each<[QuestionType, unknown]>([
  ['short_text', 7],
  ['url', { secret: 1 }],
  ['boolean', 'secret'],
  ['number', 'secret'],
  ['number', 1e21],
  ['date', '2027-02-30'],
  ['date_range', { from: 'secret' }],
  ['document', 'secret'],
])('a %s ignores %j', (type, value) => {
  expect(answerOf(question('1', type), value)).toBeUndefined();
});

test('a choice accepts canonical options, and translated ones when they are unique', () => {
  const shownAs = (...words: readonly string[]): Question => ({
    ...several,
    type: 'multiple_choice',
    options: ['Full time', 'Part time'].map((text, index) => ({ text, shown: words[index] ?? '' })),
    minimum: 0,
    maximum: null,
  });
  expect(answerOf(times, 'Part time')).toEqual({ kind: 'choice', options: ['Part time'] });
  const both = { kind: 'choice', options: ['Full time', 'Part time'] };
  expect(answerOf(several, ['Part time', 'Full time'])).toEqual(both);
  expect(answerOf(several, ['Vollzeit', 'Part time'], shownAs('Vollzeit', 'Teilzeit'))).toEqual(both);
  expect(answerOf(several, 'Zeit', shownAs('Zeit', 'Zeit'))).toBeUndefined();
  expect(answerOf(times, ['Part time', 'Full time'])).toBeUndefined();
  expect(answerOf(times, 'Never')).toBeUndefined();
});

test('each value of the page wins over the session, and each fills the gaps of the other', () => {
  const session = { details: { first_name: 'Session', email: 'session' }, answers: { '7': 'Session' } };
  const known = knownValues(session, { first_name: 'Page', email: null });
  expect([...known]).toEqual([
    ['detail:first_name', 'Page'],
    ['detail:email', 'session'],
    ['7', 'Session'],
  ]);
  expect(knownValues(null, undefined, 'text', ['list']).size).toBe(0);
});

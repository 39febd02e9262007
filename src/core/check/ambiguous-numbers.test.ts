import { expect, test } from 'vitest';
import { codesIn, findingsIn, question, shownWhen } from './question-sets.support.ts';

const comparing = (type: string, operator: string, value: unknown) => [
  question('1', type),
  question('2', 'date', shownWhen('1', operator, value)),
];

test.each<readonly [operator: string, value: string, thousands: string, decimal: string]>([
  ['greater_than', '50.000', '50000', '50'],
  ['less_than', ' 1.000 ', '1000', '1'],
  ['equals', '1.250', '1250', '1.25'],
  ['not_equals', '-12.500', '-12500', '-12.5'],
])('%s %j can be %s or %s', (operator, value, thousands, decimal) => {
  expect(findingsIn(comparing('number', operator, value))).toEqual([
    {
      code: 'ambiguous_number',
      question: '2',
      title: 'Question 2',
      found: `Its condition compares “Question 1” with “${value.trim()}”, which can be ${thousands} or ${decimal}. The form reads it as ${decimal}.`,
      fix: `Write ${thousands} or ${decimal}, without a point that can be read in two ways.`,
    },
  ]);
});

test.each<readonly [type: string, value: unknown]>([
  ['number', '50000'],
  ['number', '50,000'],
  ['number', '50.00'],
  ['number', '3.142'],
  ['number', '0.250'],
  ['number', '1000.000'],
  ['number', '1.2500'],
  ['number', 50],
  ['short_text', '50.000'],
])('control: for a %s, %j can be read in one way only', (type, value) => {
  expect(codesIn(comparing(type, 'equals', value))).toEqual([]);
});

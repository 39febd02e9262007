import { expect, test } from 'vitest';
import { findingsIn, question, shownWhen } from './question-sets.support.ts';

const atLeast = (value: number) =>
  `The comparison belongs into the operator: write “greater_than” with ${value - 1}, if only whole numbers are answered, else with a value close to ${value}.`;
const atMost = (value: number) =>
  `The comparison belongs into the operator: write “less_than” with ${value + 1}, if only whole numbers are answered, else with a value close to ${value}.`;
const strictly = (operator: string, value: number) =>
  `The comparison belongs into the operator: write “${operator}” with ${value}.`;
const unclear =
  'The comparison belongs into the operator, “greater_than” or “less_than”, and the value is one number in digits.';

const example = 'Write one number in digits, with a point before decimals: 3.5.';

test.each<readonly [operator: string, value: string, fix: string]>([
  ['greater_than', '5 or more', atLeast(5)],
  ['equals', '5+', atLeast(5)],
  ['equals', '5+ years', atLeast(5)],
  ['equals', '>= -5', atLeast(-5)],
  ['equals', 'mindestens 1.000.000', atLeast(1_000_000)],
  ['equals', '5 años o más', atLeast(5)],
  ['equals', '5 ans ou plus', atLeast(5)],
  ['equals', 'pelo menos 5', atLeast(5)],
  ['less_than', 'no more than 5', atMost(5)],
  ['equals', '≤ 5', atMost(5)],
  ['equals', '5 ou moins', atMost(5)],
  ['equals', '<5', strictly('less_than', 5)],
  ['greater_than', '>5', strictly('greater_than', 5)],
  ['greater_than', 'über 5 Jahre', strictly('greater_than', 5)],
  ['equals', 'weniger als 5', strictly('less_than', 5)],
  [
    'equals',
    '2.5+',
    'The comparison belongs into the operator: write “greater_than” with a value a little smaller than 2.5.',
  ],
  ['less_than', '5 or more', unclear],
  ['not_equals', '5+', unclear],
  ['equals', 'ab sofort', example],
  ['equals', '> 5 and < 10', unclear],
  ['equals', '1.000+', unclear],
  ['equals', '70k+', unclear],
  ['equals', '5 years +', atLeast(5)],
  ['equals', 'not over 5', unclear],
  ['equals', '≠5', 'The comparison belongs into the operator: write “not_equals” with 5.'],
  ['equals', '<> 5', 'The comparison belongs into the operator: write “not_equals” with 5.'],
  ['equals', 'greater than or equal to 5', atLeast(5)],
  ['equals', 'mehr als oder gleich 5', atLeast(5)],
  ['equals', '5 or greater', atLeast(5)],
  ['equals', '5 oder größer', atLeast(5)],
  ['equals', 'less than or equal to 5', atMost(5)],
  ['equals', 'nicht mehr als 5', atMost(5)],
  ['equals', '5 + 3', example],
])('a number that %s %j, which holds a comparison itself', (operator, value, fix) => {
  const data = [question('1', 'number'), question('2', 'date', shownWhen('1', operator, value))];
  expect(findingsIn(data)).toMatchObject([{ code: 'bad_value', fix }]);
});

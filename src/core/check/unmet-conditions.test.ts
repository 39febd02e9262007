import { describe, expect, test } from 'vitest';
import { codesIn, findingsIn, question, shownWhen } from './question-sets.support.ts';

const asked = (type: string, operator: string, value: string) => [
  question('1', type),
  question('2', 'date', shownWhen('1', operator, value)),
];

describe('what excludes an answer that nothing is', () => {
  test.each<readonly [type: string, operator: string, value: string, fix: string]>([
    ['url', 'not_equals', 'github.com', 'Write “https://github.com”.'],
    ['url', 'not_equals', 'my page', 'Write a whole web address, beginning with https://.'],
    ['long_text', 'not_equals', 'a\u0007b', 'Write the text in one line'],
    ['short_text', 'not_contains', 'a\nb', 'Write the text in one line'],
    ['number', 'not_equals', '1e300', 'Write a number of 40 digits at the most.'],
  ])('a %s, %s %j, is shown after every answer', (type, operator, value, fix) => {
    expect(findingsIn(asked(type, operator, value))).toMatchObject([
      {
        code: 'unreachable_value',
        question: '2',
        found: expect.stringMatching(/so it is shown after every answer\.$/),
        fix: expect.stringContaining(fix),
      },
    ]);
  });

  test.each<readonly [type: string, operator: string, value: string]>([
    ['url', 'not_equals', 'https://github.com'],
    ['url', 'not_equals', ''],
    ['long_text', 'not_contains', 'a\nb'],
    ['short_text', 'not_contains', ' a '],
    ['short_text', 'not_equals', 'Nurse'],
    ['number', 'not_equals', '5.5'],
    ['date', 'not_equals', '1 June 2027'],
  ])('control: nothing is wrong with a %s, %s %j', (type, operator, value) => {
    expect(codesIn(asked(type, operator, value))).toEqual([]);
  });

  test('control: a blank before the text is told once', () => {
    expect(codesIn(asked('url', 'not_equals', ' github.com'))).toEqual(['2 unreachable_value']);
  });
});

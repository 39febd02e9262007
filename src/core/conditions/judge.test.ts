import { describe, expect, test } from 'vitest';
import { defaultSemantics, type QuestionType } from '../model/question.ts';
import { findWarnings } from './find-warnings.ts';
import { judge } from './judge.ts';

const parent = (type: QuestionType | 'unknown', options: readonly string[] | null = null) => ({
  type,
  options,
});

const judgeDefault = (
  type: QuestionType | 'unknown',
  condition: unknown,
  options: readonly string[] | null = null,
) => judge(parent(type, options), condition, defaultSemantics);

test.each<[string, QuestionType | 'unknown', unknown, string]>([
  ['an unknown type comes before the operator', 'unknown', { operator: 'is' }, 'unknown_parent_type'],
  ['a date range comes before a missing condition', 'date_range', undefined, 'unsupported_parent_type'],
  ['a date range comes before the operator', 'date_range', { operator: 'is' }, 'unsupported_parent_type'],
  ['a condition of null is missing', 'boolean', null, 'missing_condition'],
  ['a condition of false has no operator', 'boolean', false, 'unknown_operator'],
  [
    'an unknown operator comes before a bad value',
    'number',
    { operator: 'is', value: 'x' },
    'unknown_operator',
  ],
  ['a missing value is a bad value', 'number', { operator: 'equals' }, 'bad_value'],
  ['an unreadable value is a bad value', 'date', { operator: 'equals', value: 'soon' }, 'bad_value'],
])('only the first of several faults is reported: %s', (_name, type, condition, code) => {
  expect(judgeDefault(type, condition)).toMatchObject({ readable: false, code });
});

describe('the message of a problem', () => {
  test.each([
    ['unknown', null, 'the type of its parent is not known.'],
    ['date_range', null, 'no condition can read a date_range.'],
    ['boolean', undefined, 'there is none.'],
    ['boolean', 7, 'its operator is not known: missing.'],
    ['boolean', { operator: null }, 'its operator is not known: null.'],
    ['boolean', { operator: 'is' }, 'its operator is not known: "is".'],
    ['boolean', { operator: 'contains' }, 'contains is not for a boolean.'],
    ['number', { operator: 'less_thanThan', value: '3,5' }, 'its value cannot be read for a number: "3,5".'],
    ['number', { operator: 'equals', value: true }, 'its value cannot be read for a number: true.'],
    ['number', { operator: 'equals' }, 'its value cannot be read for a number: missing.'],
  ] as const)('names the fault of a %s with %j', (type, condition, why) => {
    const detail = `The condition cannot be interpreted: ${why}`;
    expect(judgeDefault(type, condition)).toMatchObject({ readable: false, detail });
  });

  test('cuts a long value', () => {
    const judgement = judgeDefault('number', { operator: 'equals', value: 'x'.repeat(1_000_000) });
    expect(judgement).toMatchObject({
      detail: `The condition cannot be interpreted: its value cannot be read for a number: "${'x'.repeat(60)}…".`,
    });
  });
});

describe('warnings', () => {
  const warningsOf = (type: QuestionType, condition: unknown, options: readonly string[] | null = null) => {
    const judgement = judgeDefault(type, condition, options);
    return judgement.readable ? findWarnings(judgement.rule.comparison, { options }) : 'unreadable';
  };

  test('an ambiguous date gets a warning with the day as read', () => {
    expect(warningsOf('date', { operator: 'equals', value: '5/6/2024' })).toEqual([
      {
        code: 'ambiguous_date',
        detail: '"5/6/2024" could be two dates; the date order makes it 2024-06-05.',
      },
    ]);
  });

  test('a value that is not an option gets a warning', () => {
    expect(warningsOf('multiple_choice', { operator: 'equals', value: 'C' }, ['A', 'B'])).toEqual([
      { code: 'value_not_an_option', detail: '"C" is not an option of the parent.' },
    ]);
  });

  test('a text that no trimmed answer can equal gets a warning', () => {
    expect(warningsOf('short_text', { operator: 'not_equals', value: 'C ' })).toEqual([
      {
        code: 'unreachable_value',
        detail: '"C " begins or ends with white space, so no answer can equal it.',
      },
    ]);
  });

  test.each([
    ['an option', 'multiple_choice', { operator: 'equals', value: 'A' }, ['A', 'B']],
    ['a choice that lists no options', 'multiple_choice', { operator: 'equals', value: 'C' }, []],
    ['a text that is contained with its space', 'long_text', { operator: 'contains', value: ' C' }, null],
    ['a plain text', 'short_text', { operator: 'equals', value: 'C' }, null],
    ['a truth value with white space', 'boolean', { operator: 'equals', value: ' true' }, null],
    ['a date that says its month', 'date', { operator: 'equals', value: '5 June 2024' }, null],
  ] as const)('%s gets no warning', (_name, type, condition, options) => {
    expect(warningsOf(type, condition, options)).toEqual([]);
  });
});

test('a condition reads no value from its prototype', () => {
  const condition: unknown = Object.create({ operator: 'equals', value: 'true' });
  expect(judgeDefault('boolean', condition)).toMatchObject({ code: 'unknown_operator' });
});

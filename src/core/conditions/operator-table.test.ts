import { describe, expect, test } from 'vitest';
import type { Case } from '../../cli/conformance-case.ts';
import { ownCases } from '../../cli/own-cases.support.ts';
import { questionTypes } from '../model/question.ts';
import { judge } from './judge.ts';

/*
 * Written from the table of the service's document ("questions") and `src/core/conditions/README.md`, not from
 * the code: which operator may be used with which type of parent. The code and the case files must both cover it.
 */
const allowed: Record<string, readonly string[]> = {
  boolean: ['equals', 'not_equals'],
  short_text: ['equals', 'not_equals', 'contains', 'not_contains'],
  long_text: ['equals', 'not_equals', 'contains', 'not_contains'],
  url: ['equals', 'not_equals'],
  multiple_choice: ['equals', 'not_equals'],
  number: ['equals', 'not_equals', 'greater_than', 'less_than', 'less_thanThan'],
  date: ['equals', 'not_equals', 'greater_than', 'less_than', 'less_thanThan'],
  document: ['equals', 'not_equals'],
  multi_document: ['equals', 'not_equals'],
  date_range: [],
};

const operators = [
  'equals',
  'not_equals',
  'contains',
  'not_contains',
  'greater_than',
  'less_than',
  'less_thanThan',
];

/** A readable value for each type that cannot read “true”. */
const readableValues: Record<string, string> = { number: '5', date: '2024-06-05' };

const cells = questionTypes.flatMap((type) =>
  operators.map((operator) => ({ type, operator, may: (allowed[type] ?? []).includes(operator) })),
);

const cases = ownCases('conditions');

function casesOf(type: string, operator: string): readonly Case[] {
  return cases.filter((row) => {
    const condition = Object(row['condition']);
    return (
      row['parentType'] === type && Object.hasOwn(condition, 'operator') && condition.operator === operator
    );
  });
}

test('the table has a row for each of the ten types', () => {
  expect(Object.keys(allowed).sort()).toEqual([...questionTypes].sort());
});

describe('the code agrees with the table', () => {
  test.each(cells)('$operator on $type: allowed is $may', ({ type, operator, may }) => {
    const condition = { operator, value: readableValues[type] ?? 'true' };
    const judgement = judge({ type, options: null }, condition, { dateOrder: 'dmy', unanswered: 'hidden' });
    expect(judgement.readable).toBe(may);
  });
});

describe('the case files cover the table', () => {
  test.each(cells)('$operator on $type', ({ type, operator, may }) => {
    const results = new Set(casesOf(type, operator).map((row) => row['expect']));
    if (may) expect([true, false].every((result) => results.has(result))).toBe(true);
    else expect(results).toEqual(new Set(['uninterpretable']));
  });
});

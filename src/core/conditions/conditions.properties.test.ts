import { expect, test } from 'vitest';
import { readCaseAnswer } from '../../cli/conformance-case.ts';
import fc from '../../properties.support.ts';
import type { Semantics } from '../model/question.ts';
import { questionTypes } from '../model/question.ts';
import { evaluate, explain } from './explain.ts';
import { judge } from './judge.ts';
import { compareDecimals, readNumber } from './read-number.ts';

const type = fc.constantFrom(...questionTypes, 'unknown' as const);
const anySemantics: fc.Arbitrary<Semantics> = fc.record({
  dateOrder: fc.constantFrom('dmy' as const, 'mdy' as const),
  unanswered: fc.constantFrom('hidden' as const, 'negated' as const),
});
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'true',
    ' TRUE ',
    '1,000',
    '1e1000000000',
    '5/6/2024',
    '2024-06-05',
    'June 5, 2024',
    '',
    ' ',
    '__proto__',
  ),
);
const operator = fc.oneof(
  fc.constantFrom(
    'equals',
    'not_equals',
    'contains',
    'not_contains',
    'greater_than',
    'less_than',
    'less_thanThan',
  ),
  fc.constantFrom('constructor', '__proto__', 'toString'),
  fc.jsonValue(),
);
const condition = fc.oneof(
  fc.jsonValue(),
  fc.record({ operator, value: fc.oneof(text, fc.jsonValue()) }, { requiredKeys: [] }),
);
const json = fc.oneof(text, fc.jsonValue(), fc.array(text), fc.record({ from: text, to: text }));

test('judging and evaluating never throw, for any JSON', () => {
  fc.assert(
    fc.property(
      type,
      condition,
      json,
      anySemantics,
      fc.option(fc.array(text)),
      (parent, stored, given, semantics, options) => {
        const judgement = judge({ type: parent, options }, stored, semantics);
        const result = evaluate(judgement, readCaseAnswer(parent, given));
        expect([true, false, 'uninterpretable']).toContain(result);
      },
    ),
  );
});

test('explain and evaluate agree, and only an unreadable condition is uninterpretable', () => {
  fc.assert(
    fc.property(type, condition, json, anySemantics, (parent, stored, given, semantics) => {
      const judgement = judge({ type: parent, options: null }, stored, semantics);
      const answer = readCaseAnswer(parent, given);
      expect(explain(judgement, answer).holds).toBe(evaluate(judgement, answer));
      expect(evaluate(judgement, answer) === 'uninterpretable').toBe(!judgement.readable);
    }),
  );
});

test('an operator and its negation are opposites while the parent is answered', () => {
  fc.assert(
    fc.property(type, text, json, anySemantics, (parent, value, given, semantics) => {
      const answer = readCaseAnswer(parent, given);
      for (const [affirming, denying] of [
        ['equals', 'not_equals'],
        ['contains', 'not_contains'],
      ]) {
        const first = explain(
          judge({ type: parent, options: null }, { operator: affirming, value }, semantics),
          answer,
        );
        const second = explain(
          judge({ type: parent, options: null }, { operator: denying, value }, semantics),
          answer,
        );
        if (!first.unanswered && first.problem === null) expect(first.holds).toBe(!second.holds);
      }
    }),
  );
});

test('no condition holds without an answer by default, except for files', () => {
  fc.assert(
    fc.property(type, condition, (parent, stored) => {
      fc.pre(parent !== 'document' && parent !== 'multi_document');
      const semantics: Semantics = { dateOrder: 'dmy', unanswered: 'hidden' };
      expect(evaluate(judge({ type: parent, options: null }, stored, semantics), null)).not.toBe(true);
    }),
  );
});

const whole = fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n });

test('whole numbers of any length compare exactly', () => {
  fc.assert(
    fc.property(whole, whole, (first, second) => {
      const [a, b] = [readNumber(String(first)), readNumber(String(second))];
      if (a === null || b === null) throw new Error('a whole number was not read');
      expect(Math.sign(compareDecimals(a, b))).toBe(Number(first > second) - Number(first < second));
    }),
  );
});

test('shifting the decimal point equals an exponent', () => {
  fc.assert(
    fc.property(whole, fc.integer({ min: 1, max: 40 }), (number, places) => {
      const digits = String(number < 0n ? -number : number).padStart(places + 1, '0');
      const sign = number < 0n ? '-' : '';
      const pointed = readNumber(`${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`);
      const raised = readNumber(`${number}e-${places}`);
      if (pointed === null || raised === null) throw new Error('a number was not read');
      expect(compareDecimals(pointed, raised)).toBe(0);
    }),
  );
});

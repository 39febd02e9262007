import { describe, expect, test } from 'vitest';
import type { Applied } from './candidate.ts';
import { type Held, judge } from './judge.ts';

const applied: Applied = {
  kind: 'anonymous',
  name: 'candidate 1',
  address: '20.1.7.9',
  application: null,
  texts: ['one', 'two'],
  reference: 'R1',
  form: 1,
  receipt: 1,
  delivery: 1,
  refusals: [],
};
const answer = (value: string, application = '90001') => ({ application, value });
const held = (answers: Held['answers'], applications = ['90001'], stored = ['R1']): Held => ({
  answers,
  references: new Map([['R1', applications]]),
  stored: new Set(stored),
});
const whole = [answer('one'), answer('two')];
const fine = { lost: 0, twice: 0, unfinished: 0, withoutReceipt: 0 };

describe('a real candidate', () => {
  test('whose answers are at the service once and together is neither lost nor twice', () => {
    expect(judge([applied], held(whole))).toEqual(fine);
  });

  test('is lost where an answer is missing after all was said to be delivered, or nothing waits in the store', () => {
    expect(judge([applied], held([answer('one')]))).toEqual({ ...fine, lost: 1 });
    expect(judge([{ ...applied, delivery: null }], held([], [], []))).toEqual({ ...fine, lost: 1 });
  });

  test('is unfinished where the rest waits in the store', () => {
    expect(judge([{ ...applied, delivery: null }], held([answer('one')]))).toEqual({
      ...fine,
      unfinished: 1,
    });
  });

  test('is there twice with a second answer, or a second application of one reference', () => {
    expect(judge([applied], held([...whole, answer('two')]))).toEqual({ ...fine, twice: 1 });
    expect(judge([applied], held(whole, ['90001', '90002']))).toEqual({ ...fine, twice: 1 });
  });

  test('without a receipt is counted as such', () => {
    expect(judge([{ ...applied, reference: null }], held([]))).toEqual({ ...fine, withoutReceipt: 1 });
  });
});

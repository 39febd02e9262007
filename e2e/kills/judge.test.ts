import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { HeldAnswer } from '../../src/sandbox/control/held-answers.ts';
import type { GivenAnswer } from './answer-form.ts';
import { judge, type LastWord } from './judge.ts';

const text = (question: string, value: string): GivenAnswer => ({
  question,
  attributes: { text_answer: value },
  held: value,
});

const held = (question: string, value: unknown, application = '1', changed = 'then'): HeldAnswer => ({
  id: randomUUID(),
  application,
  question,
  title: '',
  type: 'short_text',
  value,
  at: 'then',
  created_at: 'then',
  updated_at: changed,
});

const complete: LastWord = { state: 'complete', answers: [], application: null };
const promise = (answers: readonly GivenAnswer[], application: string | null = '1') => ({
  reference: 'R',
  token: '',
  application,
  answers,
  files: [],
});

const verdict = (
  answers: readonly GivenAnswer[],
  there: readonly HeldAnswer[],
  last: LastWord = complete,
) => {
  const { faults, ...figures } = judge([{ promised: promise(answers), last }], {
    held: there,
    references: new Map(),
  });
  expect(faults.length > 0).toBe(figures.lost + figures.duplicated > 0);
  return figures;
};

describe('what was promised and what is there', () => {
  test('everything once is neither lost nor duplicated', () => {
    expect(verdict([text('7', 'a'), text('8', 'b')], [held('8', 'b'), held('7', 'a')])).toEqual({
      answers: 2,
      lost: 0,
      duplicated: 0,
      parked: 0,
    });
  });

  test.each([
    ['not there', []],
    ['there for another applicant', [held('7', 'a', '2')]],
    ['there for another question', [held('8', 'a')]],
  ])('an answer that is %s is lost', (_, there) => {
    expect(verdict([text('7', 'a')], there)).toMatchObject({ lost: 1 });
  });

  test('an answer with another value is lost, and there is one too many', () => {
    expect(verdict([text('7', 'a')], [held('7', 'b')])).toMatchObject({ lost: 1, duplicated: 1 });
  });

  test.each([
    ['twice there', [held('7', 'a'), held('7', 'a')]],
    ['put in the place of another', [held('7', 'a', '1', 'later')]],
    ['there with one that was never given', [held('7', 'a'), held('9', 'x')]],
  ])('an answer that is %s is duplicated', (_, there) => {
    expect(verdict([text('7', 'a')], there)).toMatchObject({ lost: 0, duplicated: 1 });
  });

  test('what is refused here was sent a second time', () => {
    const last = { ...complete, answers: [{ question: '7', state: 'refused' }] };
    expect(verdict([text('7', 'a')], [held('7', 'a')], last)).toMatchObject({ duplicated: 1 });
  });

  test('what the receipt says is parked is told, not lost', () => {
    const last = { ...complete, state: 'attention', answers: [{ question: '7', state: 'parked' }] };
    expect(verdict([text('7', 'a'), text('8', 'b')], [], last)).toMatchObject({ lost: 1, parked: 1 });
  });
});

test('files are known by name and bytes', () => {
  const file = (name: string, sha256: string) => ({
    filename: name,
    sha256,
    size: 1,
    type: 'application/pdf',
  });
  const given = ['a', 'b'].map((name) => ({
    question: '9',
    attributes: {},
    held: { filename: name, sha256: name },
  }));
  expect(verdict(given, [held('9', file('a', 'a')), held('9', file('b', 'b'))])).toMatchObject({
    lost: 0,
    duplicated: 0,
  });
  expect(verdict(given, [held('9', file('a', 'a')), held('9', file('b', 'other'))])).toMatchObject({
    lost: 1,
  });
});

describe('applications that were made for a receipt', () => {
  const judged = (references: readonly string[], there: readonly HeldAnswer[]) =>
    judge([{ promised: promise([text('7', 'a')], null), last: complete }], {
      held: there,
      references: new Map([['R', references]]),
    });

  test('one with its answers is right', () => {
    expect(judged(['5'], [held('7', 'a', '5')])).toMatchObject({ lost: 0, duplicated: 0 });
  });

  test('none is all answers lost', () => {
    expect(judged([], [])).toMatchObject({ lost: 1, duplicated: 0 });
  });

  test('a second one is duplicated, empty or not', () => {
    expect(judged(['5', '6'], [held('7', 'a', '5')])).toMatchObject({ duplicated: 1 });
    expect(judged(['5', '6'], [held('7', 'a', '5'), held('7', 'a', '6')])).toMatchObject({ duplicated: 2 });
  });
});

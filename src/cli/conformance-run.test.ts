import { describe, expect, test } from 'vitest';
import { judgeCases, printResults, readCases } from './conformance-run.ts';

const condition = { operator: 'equals', value: 'true' };
const right = { id: 'right', parentType: 'boolean', condition, answer: true, expect: true };
const wrong = { id: 'wrong', parentType: 'boolean', condition, answer: false, expect: true };
const document = {
  data: [
    { type: 'questions', id: '1', attributes: { question_type: 'boolean' } },
    {
      type: 'questions',
      id: '2',
      attributes: {
        question_type: 'multi_document',
        conditional: { parent_question_id: '1', conditions: [condition] },
      },
    },
    { type: 'questions', id: '10', attributes: { conditional: 7 } },
    { type: 'questions', id: '9', attributes: { conditional: 7 } },
  ],
};
const tree = {
  id: 'tree',
  document,
  answers: { 1: true, 2: ['a.pdf', 'b.pdf'] },
  visible: ['1', '2'],
  post: ['1', '2'],
};

describe('judging', () => {
  test('all that differs in a tree is printed in one line', () => {
    const { lines } = judgeCases([{ ...tree, visible: ['1'], post: [] }]);
    expect(lines[0]).toContain('expected ["1"], got ["1","2"]; post: expected [], got ["1","2"]');
  });

  test('an evaluator case that expects nothing fails', () => {
    const { expect: _expect, ...nothing } = right;
    expect(judgeCases([nothing]).lines[0]).toBe('FAILED right: result: expected nothing, got true');
  });

  test('problems are compared by code and question, in any order', () => {
    const problems = ['9', '10'].map((questionId) => ({
      code: 'bad_conditional',
      questionId,
      detail: 'more',
    }));
    expect(
      judgeCases([
        { ...tree, problems },
        { ...tree, problems: problems.reverse() },
      ]).exitCode,
    ).toBe(0);
    expect(judgeCases([{ ...tree, problems: [null, 7] }]).exitCode).toBe(1);
  });

  test('the options of a case are used', () => {
    const date = {
      parentType: 'date',
      condition: { operator: 'equals', value: '5/6/2024' },
      answer: '2024-05-06',
    };
    const unanswered = {
      parentType: 'short_text',
      condition: { operator: 'not_equals', value: 'x' },
      answer: null,
    };
    const cases = [
      { ...date, dateOrder: 'mdy', expect: true },
      { ...date, dateOrder: 'dmy', expect: false },
      { ...unanswered, unanswered: 'negated', expect: true },
      { ...unanswered, unanswered: 'hidden', expect: false },
    ];
    expect(judgeCases(cases).lines).toEqual(['4 passed, 0 failed']);
  });
});

describe('results', () => {
  test('are one JSON line a case, and nothing is judged', () => {
    expect(printResults([right, wrong, tree])).toEqual({
      lines: [
        '{"id":"right","result":true}',
        '{"id":"wrong","result":false}',
        '{"id":"tree","visible":["1","2"],"post":["1","2"],"problems":[{"code":"bad_conditional","questionId":"10"},{"code":"bad_conditional","questionId":"9"}]}',
      ],
      exitCode: 0,
    });
  });
});

describe('reading a file', () => {
  test('gives its cases', () => {
    expect(readCases('{"cases":[{"id":1},{"id":2}]}')).toEqual({ ok: true, value: [{ id: 1 }, { id: 2 }] });
  });

  test.each([
    ['{"cases":', 'is not JSON'],
    ['[]', 'has no list of "cases"'],
    ['{"cases":{}}', 'has no list of "cases"'],
    ['{"cases":[{},null]}', 'has a case that is no object'],
  ])('refuses %j: it %s', (text, error) => {
    expect(readCases(text)).toEqual({ ok: false, error });
  });
});

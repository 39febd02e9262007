import { describe, expect, test } from 'vitest';
import { checkQuestions } from './check-questions.ts';
import { codesIn, findingsIn, question, shownWhen, treeOf } from './question-sets.support.ts';

type Condition = readonly [operator: string, value: unknown];

const below = (parent: string, ...all: readonly Condition[]) => ({
  conditional: {
    parent_question_id: parent,
    position: 1,
    conditions: all.map(([operator, value]) => ({ operator, value })),
  },
});

const asked = (type: string, ...all: readonly Condition[]) => [
  question('1', type),
  question('2', 'url', below('1', ...all)),
];

const DELETE = ' Then delete the conditions that do not count.';

describe('what to do instead of several conditions', () => {
  test.each<readonly [type: string, first: Condition, second: Condition, fix: string]>([
    [
      'boolean',
      ['equals', true],
      ['equals', false],
      'Every answer leads to it: make this a question of its own.',
    ],
    [
      'document',
      ['equals', 'true'],
      ['not_equals', 'true'],
      'Every answer leads to it: make this a question of its own.',
    ],
    [
      'number',
      ['greater_than', 5],
      ['equals', '5.0'],
      'There is no “or equal”: write “greater_than” with 4, if only whole numbers are answered, else with a value close to 5.',
    ],
    [
      'number',
      ['equals', '2.5'],
      ['less_thanThan', '2.5'],
      'There is no “or equal”: write “less_than” with a value a little greater than 2.5.',
    ],
    [
      'date',
      ['less_than', '31 May 2027'],
      ['equals', '2027-05-31'],
      'There is no “or equal”: write “less_than” with 1 June 2027.',
    ],
    [
      'number',
      ['greater_than', 5],
      ['greater_than', 10],
      'Decide which of these values is meant, and put the condition with it first.',
    ],
  ])('a %s: %j, %j', (type, first, second, fix) => {
    const data = asked(type, first, second);
    expect(findingsIn(data)).toMatchObject([{ code: 'ignored_conditions', fix: `${fix}${DELETE}` }]);
  });

  const every: readonly Condition[] = ['Early', 'Late', 'Night'].map((value) => ['equals', value]);

  test('every option of a single choice leads to it', () => {
    const [finding] = findingsIn(asked('multiple_choice', ...every));
    expect(finding?.fix).toBe(`Every answer leads to it: make this a question of its own.${DELETE}`);
  });

  test('control: all options of a choice of several may be meant together', () => {
    const several = question('1', 'multiple_choice', { max_num_required_answer_options: null });
    const [finding] = findingsIn([several, question('2', 'date', below('1', ...every))]);
    expect(finding?.fix).toMatch(/If all of them must hold/);
  });

  test('below a follow-up, it has to stay below what that follows', () => {
    const data = [
      question('0', 'boolean'),
      question('1', 'boolean', shownWhen('0', 'equals', 'true')),
      question('2', 'date', below('1', ['equals', 'true'], ['equals', 'false'])),
    ];
    expect(findingsIn(data)[0]?.fix).toContain('follow the question that “Question 1” follows');
  });

  test.each<readonly [name: string, type: string, all: readonly Condition[]]>([
    [
      'a bound and another number',
      'number',
      [
        ['greater_than', 5],
        ['equals', 10],
      ],
    ],
    [
      'a bound and what is no condition',
      'number',
      [
        ['greater_than', 5],
        ['contains', 10],
      ],
    ],
  ])('control: neither a range nor “or equal” is spoken of for %s', (_name, type, all) => {
    const [finding] = findingsIn(asked(type, ...all));
    expect(finding?.fix).toMatch(/^A question has one condition/);
  });

  test('dates are before and after', () => {
    const data = asked('date', ['greater_than', '2026-01-01'], ['less_thanThan', '2027-01-01']);
    expect(findingsIn(data)[0]?.found).toContain(
      'is after “2026-01-01”. Not counted: is before “2027-01-01”.',
    );
  });
});

describe('control: one condition written in two ways', () => {
  test.each<readonly [type: string, first: Condition, second: Condition]>([
    ['boolean', ['equals', 'true'], ['equals', true]],
    ['boolean', ['equals', true], ['not_equals', false]],
    ['number', ['greater_than', '5'], ['greater_than', 5]],
    ['number', ['less_than', '1000'], ['less_thanThan', '1e3']],
    ['date', ['equals', '1 June 2027'], ['equals', '2027-06-01']],
  ])('a %s: %j, %j', (type, first, second) => {
    expect(codesIn(asked(type, first, second))).toEqual([]);
  });

  test('“is not no” is another condition where it holds without an answer', () => {
    const tree = treeOf(asked('boolean', ['equals', true], ['not_equals', false]), {
      dateOrder: 'dmy',
      unanswered: 'negated',
    });
    expect(checkQuestions(tree).map(({ code }) => code)).toEqual(['ignored_conditions']);
  });
});

import { describe, expect, test } from 'vitest';
import { codesIn, findingsIn, question, shownWhen } from './question-sets.support.ts';

describe('a value between two bounds', () => {
  const fixOf = (type: string, value: string) => {
    const data = [
      question('1', type),
      question('2', 'date', shownWhen('1', 'less_than', value)),
      question('3', 'url', shownWhen('1', 'greater_than', value)),
    ];
    return findingsIn(data).find(({ code }) => code === 'gap_between')?.fix;
  };

  test.each<readonly [type: string, value: string, advice: string]>([
    [
      'number',
      '5',
      'move the value of its condition by one step: 4 here, or 6 there, if only whole numbers are answered, else to a value close to 5.',
    ],
    [
      'number',
      '2.5',
      'move the value of its condition by one step: a little less here, or a little more there.',
    ],
    [
      'date',
      '5 June 2027',
      'move the value of its condition by one step: 4 June 2027 here, or 6 June 2027 there.',
    ],
  ])('after a %s, %s', (type, value, advice) => {
    expect(fixOf(type, value)).toContain(advice);
  });
});

describe('one question several times at the top', () => {
  const salary = (id: string, more: object = {}) =>
    question(id, 'number', { title: 'Salary expectation?', ...more });

  test('is told at the second', () => {
    const [finding, ...more] = findingsIn([salary('1'), question('2', 'date'), salary('3')]);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      code: 'twin_questions',
      question: '3',
      found:
        'It is asked twice at the top of the form. Each is a question of its own, so the answers land in different places.',
      fix: 'Give each a title that says how they differ, or keep one and delete the others.',
    });
  });

  test.each<readonly [name: string, second: unknown]>([
    ['another type', question('2', 'short_text', { title: 'Salary expectation?' })],
    ['another title', salary('2', { title: 'Salary today?' })],
    ['another help text', salary('2', { additional_information: 'In the second year' })],
    ['a place below the other', salary('2', shownWhen('1', 'greater_than', '5'))],
    ['a parent that is missing', salary('2', shownWhen('9', 'greater_than', '5'))],
  ])('control: %s makes another question', (_name, second) => {
    expect(codesIn([salary('1'), second]).filter((code) => code.endsWith('twin_questions'))).toEqual([]);
  });

  test('control: a block that stands twice is filled in twice', () => {
    const block = (...ids: readonly [string, string]) => [
      question(ids[0], 'short_text', { title: 'Employer' }),
      question(ids[1], 'date', { title: 'Until' }),
    ];
    expect(codesIn([...block('1', '2'), ...block('3', '4')])).toEqual([]);
  });

  test('is told once of three that stand one behind the other', () => {
    const [finding, ...more] = findingsIn([salary('1'), salary('2'), salary('3')]);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      question: '2',
      found: expect.stringMatching(/^It is asked 3 times at /),
    });
  });

  test.each([['other options', ['Early', 'Late'], ['Night']]])(
    'control: %s make another choice',
    (_name, ...options) => {
      const data = options.map((texts, place) =>
        question(String(place), 'multiple_choice', { title: 'Which?', multiple_choice_options: texts }),
      );
      expect(codesIn(data)).toEqual([]);
    },
  );
});

describe('one question several times below another', () => {
  const below = (type: string, ...conditions: readonly (readonly [operator: string, value: string])[]) => [
    question('1', type),
    ...conditions.map((condition, place) =>
      question(String(place + 2), 'long_text', { title: 'Which ones?', ...shownWhen('1', ...condition) }),
    ),
  ];

  test.each<
    readonly [type: string, first: readonly [string, string], second: readonly [string, string], kept: string]
  >([
    ['number', ['greater_than', '1'], ['greater_than', '5'], 'is more than 1'],
    ['number', ['greater_than', '5'], ['greater_than', '1.0'], 'is more than 1.0'],
    ['number', ['less_than', '1'], ['less_than', '5'], 'is less than 5'],
    ['date', ['greater_than', '2027-01-01'], ['greater_than', '2028-01-01'], 'is after 1 January 2027'],
  ])('after a %s that meets %j, and %j, the wider condition is enough', (type, first, second, kept) => {
    const [finding, ...more] = findingsIn(below(type, first, second));
    expect(more).toEqual([]);
    expect(finding?.code).toBe('twin_questions');
    expect(finding?.fix).toBe(
      `If one question is meant, keep the one that is shown when “Question 1” ${kept}, and delete the rest: its condition covers theirs. If several are meant, give each a title that says what it follows.`,
    );
  });

  test('control: no one condition covers those that point to both sides', () => {
    const [finding] = findingsIn(below('number', ['less_than', '1'], ['greater_than', '5']));
    expect(finding?.fix).toContain('ask a yes/no question above');
  });

  test('a help text tells them apart', () => {
    const upload = (id: string, value: string, help: unknown) =>
      question(id, 'document', {
        title: 'Please upload:',
        additional_information: help,
        ...shownWhen('1', 'equals', value),
      });
    const asked = (...helps: readonly [unknown, unknown]) => [
      question('1', 'multiple_choice'),
      upload('2', 'Early', helps[0]),
      upload('3', 'Late', helps[1]),
    ];
    expect(codesIn(asked('licence B', 'licence C'))).toEqual([]);
    expect(codesIn(asked('licence B', [{ tag: 'p', children: ['Licence B'] }]))).toEqual([
      '3 twin_questions',
    ]);
  });
});

test('twins after every answer to a follow-up stay below what that follows', () => {
  const why = { title: 'Why so?' };
  const set = [
    question('1', 'boolean', { title: 'Visa?' }),
    question('2', 'boolean', { title: 'Renewed?', ...shownWhen('1', 'equals', 'true') }),
    question('3', 'date', { ...why, ...shownWhen('2', 'equals', 'true') }),
    question('4', 'date', { ...why, ...shownWhen('2', 'equals', 'false') }),
  ];
  const [finding] = findingsIn(set);
  expect(finding?.fix).toContain(
    'let that follow the question that “Renewed?” follows, with the same condition',
  );
});

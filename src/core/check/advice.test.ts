import { describe, expect, test } from 'vitest';
import { checkQuestions } from './check-questions.ts';
import { codesIn, conditions, onlyFindingIn, question, shownWhen, treeOf } from './question-sets.support.ts';

describe('what to write instead', () => {
  test.each<readonly [type: string, value: unknown, fix: string]>([
    ['boolean', 'yes', 'Write true instead of “yes”.'],
    ['boolean', 'Nein', 'Write false instead of “Nein”.'],
    ['boolean', 1, 'Write true instead of “1”.'],
    ['number', '3,5', 'Write 3.5 instead of “3,5”.'],
    ['number', '1.234,5', 'Write 1234.5 instead of “1.234,5”.'],
    ['number', 'fünf', 'Write 5 instead of “fünf”.'],
    ['number', '5 years', 'Write 5 instead of “5 years”.'],
    ['number', '5 to 10', 'Write one number in digits, with a point before decimals: 3.5.'],
    ['number', '50.000 €', 'Write 50000 or 50 instead of “50.000 €”.'],
    ['number', '1.000.000', 'Write 1000000 instead of “1.000.000”.'],
    ['number', '1,000 hours', 'Write 1000 or 1 instead of “1,000 hours”.'],
    ['number', '1.250 Stunden', 'Write 1250 or 1.25 instead of “1.250 Stunden”.'],
    ['number', '€ 1,234.567', 'Write 1234.567 instead of “€ 1,234.567”.'],
    ['number', '1’000.50 CHF', 'Write 1000.5 instead of “1’000.50 CHF”.'],
    ['number', '0,125 l', 'Write 0.125 instead of “0,125 l”.'],
    ['number', '3,14159', 'Write 3.14159 instead of “3,14159”.'],
    ['number', '- 5 °C', 'Write -5 instead of “- 5 °C”.'],
    ['number', '–5', 'Write -5 instead of “–5”.'],
    ['number', '−5', 'Write -5 instead of “−5”.'],
    ['number', '5-year plan', 'Write 5 instead of “5-year plan”.'],
    ...[
      ...['70k', '1.5 million', '2,5 Mio.', '5 mil', '1.23.4', '1.234,567,8', '5h', '50 TEUR', '50 T€'],
      ...[
        '12 lakhs',
        '5 crores',
        'twenty 5',
        '5 and a half',
        '5½',
        '.5 hours',
        'minus 5',
        'moins 5',
        'min. 5',
      ],
      ...['€ -50', '-€50', '50,- €', 'COVID-19', "5'6", '5’11', 'B2', '5²', `${'9'.repeat(60)} years`],
    ].map(
      (value) => ['number', value, 'Write one number in digits, with a point before decimals: 3.5.'] as const,
    ),
    ['date', '1. September 2027', 'Write 1 September 2027 instead of “1. September 2027”.'],
    ['date', '1 de septiembre de 2027', 'Write 1 September 2027 instead of “1 de septiembre de 2027”.'],
    ['date', '5/6/27', 'Write 5 June 2027, 6 May 2027, 5 June 1927 or 6 May 1927 instead of “5/6/27”.'],
    ['date', '01/01/90', 'Write 1 January 2090 or 1 January 1990 instead of “01/01/90”.'],
    ['date', '30 February 2027', 'Write one day that exists, with the month in words: 1 September 2027.'],
    ['document', 'ja', 'Write true instead of “ja”.'],
    ['short_text', ['a', 'b'], 'Only one value can be compared. Write the text after which it is asked.'],
  ])('a %s compared with %j', (type, value, fix) => {
    expect(
      onlyFindingIn([question('1', type), question('2', 'date', shownWhen('1', 'equals', value))]),
    ).toMatchObject({
      code: 'bad_value',
      question: '2',
      title: 'Question 2',
      fix,
    });
  });

  test.each<readonly [operator: string, advice: string]>([
    ['Equals', 'Write “equals”.'],
    ['is not', 'Write “not_equals”.'],
    ['is_not_equal', 'Write “not_equals”.'],
    ['not_eq', 'Write “not_equals”.'],
    ['gteq', 'There is no “or equal”: write “greater_than” with 4'],
    ['lteq', 'There is no “or equal”: write “less_than” with 6'],
    ['≠', 'Write “not_equals”.'],
    [
      'greater_than_or_equal',
      'There is no “or equal”: write “greater_than” with 4, if only whole numbers are answered, else with a value close to 5.',
    ],
    [
      '≥',
      'There is no “or equal”: write “greater_than” with 4, if only whole numbers are answered, else with a value close to 5.',
    ],
    [
      '≤',
      'There is no “or equal”: write “less_than” with 6, if only whole numbers are answered, else with a value close to 5.',
    ],
    ['>', 'Write “greater_than”.'],
    [
      '>=',
      'There is no “or equal”: write “greater_than” with 4, if only whole numbers are answered, else with a value close to 5.',
    ],
    [
      'at most',
      'There is no “or equal”: write “less_than” with 6, if only whole numbers are answered, else with a value close to 5.',
    ],
    ['resembles', 'After a number, “equals”, “not_equals”, “greater_than” and “less_than” can be used.'],
  ])('the operator %s', (operator, advice) => {
    const { code, fix } = onlyFindingIn([
      question('1', 'number'),
      question('2', 'date', shownWhen('1', operator, '5')),
    ]);
    expect([code, fix]).toEqual(['unknown_operator', expect.stringContaining(advice)]);
  });

  test.each<readonly [type: string, operator: string, value: unknown, advice: string]>([
    ['number', '>', '5 years', 'Write “greater_than”.'],
    ['number', '>', '5 years', 'Write 5 instead of “5 years”.'],
    ['number', 'resembles', '5 years', 'Write 5 instead of “5 years”.'],
    ['number', '>', '5+', 'write “greater_than” with 4'],
    ['number', '>=', '<5', 'The comparison belongs into the operator, “greater_than” or “less_than”'],
    ['number', '>=', '5 years', 'There is no “or equal”: write “greater_than” with 4, if only whole'],
    ['number', '>=', 5, 'There is no “or equal”: write “greater_than” with 4, if only whole'],
    ['number', '>=', '1.000', 'write “greater_than” with the value just before “1.000”'],
    ['number', '>=', '2.5', 'write “greater_than” with a value a little smaller than 2.5.'],
    [
      'number',
      '<=',
      'few',
      'write “less_than” with the value just after the one that is meant. Write one number',
    ],
    ['date', 'on_or_after', '1 June 2027', 'write “greater_than” with the value just before “1 June 2027”'],
    ['date', 'on or before', '1. Juni 2027', 'Write 1 June 2027 instead of “1. Juni 2027”.'],
    ['boolean', 'is', 'ja', 'Write true instead of “ja”.'],
  ])(
    'after a %s, %s with %j: what to do about the operator and about the value',
    (type, operator, value, advice) => {
      const { code, fix } = onlyFindingIn([
        question('1', type),
        question('2', 'date', shownWhen('1', operator, value)),
      ]);
      expect([code, fix]).toEqual(['unknown_operator', expect.stringContaining(advice)]);
    },
  );

  test('of an operator that does not fit, too', () => {
    const data = [question('1', 'number'), question('2', 'date', shownWhen('1', 'contains', '5 years'))];
    expect(onlyFindingIn(data)).toMatchObject({
      code: 'operator_not_allowed',
      fix: 'After a number, “equals”, “not_equals”, “greater_than” and “less_than” can be used. Write 5 instead of “5 years”.',
    });
  });

  test.each([
    ['boolean', '>'],
    ['multiple_choice', '>='],
    ['date', 'includes'],
  ])('control: after a %s, no operator is advised that does not fit either, for %s', (type, operator) => {
    const { code, fix } = onlyFindingIn([
      question('1', type),
      question('2', 'date', shownWhen('1', operator, 'true')),
    ]);
    expect([code, fix]).toEqual(['unknown_operator', expect.stringMatching(/^After /)]);
  });

  test.each(['>=', 'greater_than'])(
    'a choice that is compared by %s is better asked as a number',
    (operator) => {
      const data = [question('1', 'multiple_choice'), question('2', 'date', shownWhen('1', operator, '2'))];
      expect(onlyFindingIn(data).fix).toContain('To compare by size, ask “Question 1” as a number.');
    },
  );

  test.each<readonly [value: string, fix: string]>([
    ['night', 'Write “Night”, exactly as the option is written.'],
    [' Late ', 'Write “Late”, exactly as the option is written.'],
    [
      'Nihgt',
      'If “Night” is meant, write it exactly so; else choose one of its options: “Early”, “Late” and “Night”.',
    ],
    ['Weekend', 'Choose one of its options: “Early”, “Late” and “Night”. Case and blanks count.'],
  ])('the option %j', (value, fix) => {
    const data = [question('1', 'multiple_choice'), question('2', 'date', shownWhen('1', 'equals', value))];
    expect(onlyFindingIn(data)).toMatchObject({ code: 'value_not_an_option', fix });
  });

  test.each<readonly [type: string, values: readonly string[], fix: string]>([
    [
      'multiple_choice',
      ['Early', 'Late'],
      'Let one condition say it: “Question 1” is not “Night” (“not_equals”).',
    ],
    ['number', ['2', '3', '4'], 'Let one condition say it: “Question 1” is more than 1'],
    ['number', ['2', '30'], 'If any of these answers is to lead here'],
    ['short_text', ['Rust', 'Go'], 'If any of these answers is to lead here'],
  ])('several conditions on a %s: %j', (type, values, fix) => {
    const all = values.map((value) => ['equals', value] as const);
    const finding = onlyFindingIn([question('1', type), question('2', 'date', conditions('1', ...all))]);
    expect([finding.code, finding.fix]).toEqual(['ignored_conditions', expect.stringContaining(fix)]);
  });

  test('where “is not” holds without an answer, too, it stands for no list of answers', () => {
    const data = [
      question('1', 'multiple_choice'),
      question('2', 'date', conditions('1', ['equals', 'Early'], ['equals', 'Late'])),
    ];
    const [finding] = checkQuestions(treeOf(data, { dateOrder: 'dmy', unanswered: 'negated' }));
    expect(finding?.fix).toContain('If any of these answers is to lead here');
  });

  test.each(['number', 'date'])('a range of a %s is better asked as a choice of ranges', (type) => {
    const [from, to] = type === 'number' ? ['5', '10'] : ['1 May 2027', '1 June 2027'];
    const range = conditions('1', ['greater_than', from], ['less_than', to]);
    const { found, fix } = onlyFindingIn([question('1', type), question('2', 'boolean', range)]);
    expect(found).toContain('It has 2 conditions');
    expect(fix).toContain('ask “Question 1” as a choice of ranges');
  });

  test('control: where all of several options have to be chosen, no range is spoken of, and no further level', () => {
    const both = conditions('1', ['equals', 'Early'], ['equals', 'Late']);
    const several = { max_num_required_answer_options: null };
    const { fix } = onlyFindingIn([question('1', 'multiple_choice', several), question('2', 'date', both)]);
    expect(fix).toMatch(/reads only the question directly above.*whose “yes” means just that/);
    expect(fix).not.toMatch(/range|step by step/);
  });

  test.each<readonly [values: readonly string[], found: string]>([
    [
      ['1', '1', '2'],
      'It has 3 conditions, and only the first counts: it is shown when “Question 1” is “1”. Not counted: is “2”.',
    ],
    [['1', '2', '3', '4', '5', '6', '9'], 'It has 7 conditions'],
  ])('conditions %j are all counted', (values, found) => {
    const all = conditions('1', ...values.map((value) => ['equals', value] as const));
    expect(onlyFindingIn([question('1', 'number'), question('2', 'date', all)]).found).toContain(found);
  });

  test('conditions that the document lacks are told from beside it', () => {
    const data = [question('1', 'number'), question('2', 'date', shownWhen('1', 'equals', '1'))];
    const all = ['1', '2'].map((value) => ({ operator: 'equals', value }));
    expect([codesIn(data, { conditions: new Map([['2', all]]) }), codesIn(data)]).toEqual([
      ['2 ignored_conditions'],
      [],
    ]);
  });

  test('the same condition twice is no fault', () => {
    const twice = conditions('1', ['equals', 'true'], ['equals', 'true']);
    expect(codesIn([question('1', 'boolean'), question('2', 'date', twice)])).toEqual([]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growthOf, STEEP } from '../../growth.support.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import { sampleForms } from '../../sandbox/sample-forms.ts';
import { readQuestionDocument } from '../jsonapi/read-questions.ts';
import type { AskedName } from '../model/details.ts';
import { defaultSemantics } from '../model/question.ts';
import { buildTree } from '../tree/build-tree.ts';
import { checkQuestions, checkTranslations, type QuestionFinding } from './check-questions.ts';
import { contradictions } from './contradictions.ts';
import { codesIn, findingsIn, question, shownWhen, treeOf } from './question-sets.support.ts';

const conditions = (parent: string, ...all: readonly (readonly [operator: string, value: unknown])[]) => ({
  conditional: {
    parent_question_id: parent,
    position: 1,
    conditions: all.map(([operator, value]) => ({ operator, value })),
  },
});

function only(data: readonly unknown[]): QuestionFinding {
  const [finding, ...more] = findingsIn(data);
  if (finding === undefined) throw new Error('Nothing is found.');
  expect(more).toEqual([]);
  return finding;
}

/** As the service gives it. */
async function sampleIn(job: string, locale: string | null) {
  const sandbox = createSandbox();
  const include = 'conditional_questions'.concat('.conditional_questions'.repeat(4));
  const ask = async (page: number) => {
    const query = `include=${include}&filter[questionable_id][eq]=${job}&page[size]=1000&page[number]=${page}`;
    const language = locale === null ? '' : `&locale=${locale}`;
    const request = new Request(`http://sandbox/api/v1/questions?${query}${language}`, {
      headers: { 'X-API-KEY': 'sandbox-key' },
    });
    const reply = readQuestionDocument(await (await sandbox.fetch(request)).json());
    if (!reply.ok) throw new Error('The sandbox gives no list of questions.');
    return reply.value.records;
  };
  return [...(await ask(1)), ...(await ask(2)), ...(await ask(3))];
}

describe('the sample forms', () => {
  const hostile = new Map<string, number>([
    ['missing_condition', 4],
    ['unknown_operator', 4],
    ['operator_not_allowed', 2],
    ['bad_value', 9],
    ['unsupported_parent_type', 1],
    ['orphan', 2],
    ['self_parent', 1],
    ['cycle', 1],
    ['bad_conditional', 2],
    ['included_without_conditional', 1],
    ['duplicate_id', 1],
    ['missing_child', 1],
    ['ambiguous_date', 1],
    ['value_not_an_option', 1],
    ['unreachable_value', 1],
    ['unknown_type', 4],
    ['lost_below', 1],
    ['ignored_conditions', 2],
    ['no_options', 1],
    ['no_title', 2],
    ['minimum_too_high', 1],
    ['duplicate_option', 1],
    ['unreadable_option', 1],
    ['untranslated', 1],
    ['translation_differs', 2],
  ]);

  test.each(sampleForms.map(({ name, job }) => [name, job.id] as const))(
    '%s has just the faults that it is there for',
    async (name, job) => {
      const languages = new Map<string, Awaited<ReturnType<typeof sampleIn>>>();
      for (const locale of ['de', 'es', 'fr', 'pt', 'pt-BR'])
        languages.set(locale, await sampleIn(job, locale));
      const tree = buildTree(await sampleIn(job, null), defaultSemantics);
      const found = checkQuestions(tree, { languages });
      if (name === 'hostile') {
        const counts = new Map<string, number>();
        for (const { code } of found) counts.set(code, (counts.get(code) ?? 0) + 1);
        expect(Object.fromEntries(counts)).toEqual(Object.fromEntries(hostile));
      } else
        expect(found.map(({ question: id, code }) => `${id} ${code}`)).toEqual(
          name === 'engineer' ? ['129 ambiguous_date'] : [],
        );
    },
  );
});

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
    expect(only([question('1', type), question('2', 'date', shownWhen('1', 'equals', value))])).toMatchObject(
      {
        code: 'bad_value',
        question: '2',
        title: 'Question 2',
        fix,
      },
    );
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
    const { code, fix } = only([
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
      const { code, fix } = only([
        question('1', type),
        question('2', 'date', shownWhen('1', operator, value)),
      ]);
      expect([code, fix]).toEqual(['unknown_operator', expect.stringContaining(advice)]);
    },
  );

  test('of an operator that does not fit, too', () => {
    const data = [question('1', 'number'), question('2', 'date', shownWhen('1', 'contains', '5 years'))];
    expect(only(data)).toMatchObject({
      code: 'operator_not_allowed',
      fix: 'After a number, “equals”, “not_equals”, “greater_than” and “less_than” can be used. Write 5 instead of “5 years”.',
    });
  });

  test.each([
    ['boolean', '>'],
    ['multiple_choice', '>='],
    ['date', 'includes'],
  ])('control: after a %s, no operator is advised that does not fit either, for %s', (type, operator) => {
    const { code, fix } = only([
      question('1', type),
      question('2', 'date', shownWhen('1', operator, 'true')),
    ]);
    expect([code, fix]).toEqual(['unknown_operator', expect.stringMatching(/^After /)]);
  });

  test.each(['>=', 'greater_than'])(
    'a choice that is compared by %s is better asked as a number',
    (operator) => {
      const data = [question('1', 'multiple_choice'), question('2', 'date', shownWhen('1', operator, '2'))];
      expect(only(data).fix).toContain('To compare by size, ask “Question 1” as a number.');
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
    expect(only(data)).toMatchObject({ code: 'value_not_an_option', fix });
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
    const finding = only([question('1', type), question('2', 'date', conditions('1', ...all))]);
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
    const { found, fix } = only([question('1', type), question('2', 'boolean', range)]);
    expect(found).toContain('It has 2 conditions');
    expect(fix).toContain('ask “Question 1” as a choice of ranges');
  });

  test('control: where all of several options have to be chosen, no range is spoken of, and no further level', () => {
    const both = conditions('1', ['equals', 'Early'], ['equals', 'Late']);
    const several = { max_num_required_answer_options: null };
    const { fix } = only([question('1', 'multiple_choice', several), question('2', 'date', both)]);
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
    expect(only([question('1', 'number'), question('2', 'date', all)]).found).toContain(found);
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

describe('what no answer meets', () => {
  test.each<readonly [type: string, operator: string, value: string]>([
    ['short_text', 'contains', 'two\nlines'],
    ['long_text', 'equals', 'a\u0000b'],
    ['url', 'equals', 'linkedin.com/in/me'],
    ['number', 'less_than', '-1e41'],
    ['number', 'equals', '1e300'],
    ['date', 'greater_than', '9999-12-31'],
  ])('a %s that %s %j', (type, operator, value) => {
    expect(codesIn([question('1', type), question('2', 'date', shownWhen('1', operator, value))])).toEqual([
      '2 never_shown',
    ]);
  });

  test.each<readonly [type: string, operator: string, value: string]>([
    ['long_text', 'contains', 'two\nlines'],
    ['short_text', 'not_equals', ''],
    ['short_text', 'contains', ' '],
    ['url', 'equals', 'https://linkedin.com/in/me'],
    ['url', 'not_equals', 'https://linkedin.com/in/me'],
    ['number', 'equals', '1e3'],
    ['number', 'equals', '-0.05'],
    ['number', 'less_than', '0'],
    ['date', 'greater_than', '1 September 2027'],
    ['document', 'equals', 'false'],
  ])('control: some answer meets a %s that %s %j', (type, operator, value) => {
    expect(codesIn([question('1', type), question('2', 'date', shownWhen('1', operator, value))])).toEqual(
      [],
    );
  });

  test('with “negated”, what an empty answer meets is shown', () => {
    const options = { multiple_choice_options: ['Yes'], max_num_required_answer_options: 1 };
    const data = [
      question('1', 'multiple_choice', options),
      question('2', 'date', shownWhen('1', 'not_equals', 'Yes')),
    ];
    const codes = (unanswered: 'hidden' | 'negated') =>
      checkQuestions(treeOf(data, { dateOrder: 'dmy', unanswered })).map(({ code }) => code);
    expect([codes('hidden'), codes('negated')]).toEqual([['never_shown'], []]);
  });

  test('all that is lost is told once, at the first fault above it', () => {
    const chain = ['2', '3', '4', '5'].map((id) =>
      question(id, 'boolean', shownWhen(String(Number(id) - 1), id === '2' ? 'is' : 'equals', 'true')),
    );
    const data = [
      question('1', 'boolean'),
      ...chain,
      question('6', 'date', shownWhen('4', 'equals', 'maybe')),
    ];
    expect(codesIn(data)).toEqual(['2 unknown_operator', '2 lost_below', '6 bad_value']);
    expect(findingsIn(data)[1]?.found).toBe(
      '4 questions below it are lost with it and never shown: “Question 3”, “Question 4”, “Question 5” and “Question 6”.',
    );
  });
});

describe('one question several times', () => {
  const fixOf = (parent: object, type: string, ...values: readonly string[]) => {
    const twins = values.map((value, place) =>
      question(String(place + 2), 'date', { title: 'Since when?', ...shownWhen('1', 'equals', value) }),
    );
    return only([question('1', type, { ...parent }), ...twins]);
  };

  test('below yes and below no, it is one of its own', () => {
    const { code, found, fix } = fixOf({}, 'boolean', 'true', 'false');
    expect([code, found.includes('when that is yes and is no.')]).toEqual(['twin_questions', true]);
    expect(fix).toContain('make that a question of its own: every answer leads to it.');
  });

  test('control: below some answers of a single choice, it is none', () => {
    const { fix } = fixOf({}, 'multiple_choice', 'Early', 'Late');
    expect(fix).toMatch(/^If one question is meant, keep one of them/);
  });

  test('below a choice of several, titles come first, since both can be asked at once', () => {
    const { fix } = fixOf({ max_num_required_answer_options: null }, 'multiple_choice', 'Early', 'Late');
    expect(fix).toMatch(/^Give each a title that says what it follows/);
  });

  const employer = { title: 'Another employer?' };
  const repeated = (between: readonly unknown[], above: string) => [
    question('1', 'boolean', employer),
    ...between,
    question('2', 'boolean', { ...employer, ...shownWhen(above, 'equals', 'true') }),
    question('3', 'boolean', { ...employer, ...shownWhen('2', 'equals', 'true') }),
    question('4', 'boolean', { title: 'Why none?', ...shownWhen('2', 'equals', 'false') }),
    question('5', 'date', shownWhen('4', 'equals', 'true')),
  ];

  test('a block that is repeated below its own “yes” contradicts nothing', () => {
    expect(codesIn(repeated([], '1'))).toEqual([]);
  });

  test('control: nor does it below another question, which may ask for the employer', () => {
    const between = question('x', 'boolean', shownWhen('1', 'equals', 'true'));
    expect(codesIn(repeated([between], 'x'))).toEqual([]);
  });
});

describe('whatever its size or depth', () => {
  test('more follow-ups than a call takes arguments are checked', () => {
    const [parent, child] = treeOf([
      question('1', 'boolean'),
      question('2', 'date', shownWhen('1', 'equals', 'true')),
    ]).nodes.values();
    if (parent === undefined || child === undefined) throw new Error('There is no follow-up.');
    const many = { ...parent, children: Array.from({ length: 130_000 }, () => child.question.id) };
    const nodes = new Map([many, child].map((node) => [node.question.id, node]));
    expect(contradictions({ ...treeOf([]), nodes })).toEqual([]);
  });

  test('a help text that is nested deeper than the call stack is checked', () => {
    const help: unknown = JSON.parse(`${'{"name":"p","children":['.repeat(60_000)}"x"${']}'.repeat(60_000)}`);
    const data = [question('1', 'date', { additional_information: help })];
    expect(() => checkTranslations(treeOf(data), new Map([['de', treeOf(data).records]]))).not.toThrow();
  });
});

describe('texts that promise another bound than the condition keeps', () => {
  const followUp = (title: string, operator: string, help = '') => [
    question('1', 'number'),
    question('2', 'date', { title, additional_information: help, ...shownWhen('1', operator, '1,000') }),
  ];

  test.each<readonly [title: string, operator: string]>([
    ['1,000 or more', 'greater_than'],
    ['1000 hours or more', 'greater_than'],
    ['ab 1.000 Stunden', 'greater_than'],
    ['mindestens 1000', 'greater_than'],
    ['a partir de 1.000', 'greater_than'],
    ['au moins 1000', 'greater_than'],
    ['at most 1,000', 'less_than'],
    ['höchstens 1.000', 'less_than'],
    ['1000 o menos', 'less_thanThan'],
    ['1000 ou moins', 'less_than'],
    ['até 1000', 'less_than'],
  ])('%s, and %s', (title, operator) => {
    expect(codesIn(followUp(title, operator))).toEqual(['2 bound_left_out']);
  });

  test('in the help of the question, too', () => {
    expect(codesIn(followUp('Which?', 'greater_than', '<p>For 1,000 or <b>more</b> hours.</p>'))).toEqual([
      '2 bound_left_out',
    ]);
  });

  test.each<readonly [title: string, operator: string]>([
    ['more than 1,000', 'greater_than'],
    ['1,000 or more', 'less_than'],
    ['at least 10', 'greater_than'],
    ['Name at least 1000 of them', 'greater_than'],
    ['2,000 or more', 'greater_than'],
  ])('control: nothing is wrong with %s, and %s', (title, operator) => {
    expect(codesIn(followUp(title, operator))).toEqual([]);
  });

  test.each<readonly [title: string, operator: string, value: string]>([
    ['Hours a week (up to 40)?', 'less_than', '40'],
    ['How many children (0 or more)?', 'greater_than', '0'],
  ])('control: %s says what may be answered, not when its follow-up is shown', (title, operator, value) => {
    const data = [question('1', 'number', { title }), question('2', 'date', shownWhen('1', operator, value))];
    expect(codesIn(data)).toEqual([]);
  });

  test('on the last day of all, only the step that there is is advised', () => {
    const data = [
      question('1', 'date'),
      question('2', 'date', shownWhen('1', 'less_than', '9999-12-31')),
      question('3', 'url', shownWhen('1', 'greater_than', '9999-12-31')),
    ];
    const gap = findingsIn(data).find(({ code }) => code === 'gap_between');
    expect(gap?.fix).toMatch(/by one step: 30 December 9999 here\.$/);
  });

  test.each<readonly [third: readonly [string, string] | null, codes: readonly string[]]>([
    [null, ['3 gap_between']],
    [['equals', '5'], []],
    [['greater_than', '3'], []],
    [['not_equals', '7'], []],
    [['not_equals', '5.0'], ['3 gap_between']],
  ])('less and more than 5, and %j beside', (third, codes) => {
    const data = [
      question('1', 'number'),
      question('2', 'date', shownWhen('1', 'less_than', '5')),
      question('3', 'url', shownWhen('1', 'greater_than', '5.0')),
      ...(third === null ? [] : [question('4', 'boolean', shownWhen('1', ...third))]),
    ];
    expect(codesIn(data)).toEqual(codes);
  });
});

describe('what the form asks itself', () => {
  test.each(['Your CV', 'Resume/CV', 'Lebenslauf', 'Currículum vítae', 'Please attach your current CV'])(
    '%s, as a file',
    (title) => {
      const cv = [question('1', 'document', { title })];
      expect([codesIn(cv, { details: ['cv'] }), codesIn(cv, { details: ['phone'] })]).toEqual([
        ['1 asked_by_form'],
        [],
      ]);
    },
  );

  test('name and email of a referee are those of another person', () => {
    const details = { details: ['last_name', 'email'] } as const;
    const asking = (more: object) => [
      question('1', 'boolean', { title: 'May we ask a referee?' }),
      question('2', 'short_text', { title: 'Name', ...more }),
      question('3', 'short_text', { title: 'Email', ...more }),
    ];
    expect(codesIn(asking(shownWhen('1', 'equals', 'true')), details)).toEqual([]);
    expect(codesIn(asking({}), details)).toEqual(['2 asked_by_form', '3 asked_by_form']);
  });

  test.each<readonly [title: string, detail: AskedName, canBeLeftOut: boolean]>([
    ['First name', 'first_name', false],
    ['Last name', 'last_name', false],
    ['Email', 'email', false],
    ['Phone', 'phone', true],
  ])('%s: no detail is to be switched off that an application needs', (title, detail, canBeLeftOut) => {
    const [finding] = findingsIn([question('1', 'short_text', { title })], { details: [detail] });
    expect(finding?.fix.includes('to "no"')).toBe(canBeLeftOut);
  });

  test.each<readonly [title: string, type: string]>([
    ['Your certificate', 'document'],
    ['Link to your CV', 'url'],
    ['Emergency contact phone number', 'short_text'],
    ['Email of a referee', 'short_text'],
    ['Name of your school', 'short_text'],
  ])('control: %s is something else', (title, type) => {
    expect(
      codesIn([question('1', type, { title })], { details: ['cv', 'phone', 'email', 'last_name'] }),
    ).toEqual([]);
  });
});

describe('other languages', () => {
  const canonical = ['1', '2', '3', '4'].map((id) =>
    question(id, 'short_text', { title: `What is question number ${id} about?` }),
  );
  const inGerman = (texts: Readonly<Record<string, object>>) => {
    const translated = canonical.map((one) => ({
      ...one,
      attributes: { ...one.attributes, ...texts[one.id] },
    }));
    return findingsIn(canonical, { languages: new Map([['de', treeOf(translated).records]]) });
  };

  test('a text that is missing in a language is named', () => {
    const found = inGerman({ 1: { title: 'Eins' }, 2: { title: 'Zwei' }, 3: { title: 'Drei' } });
    expect(found).toMatchObject([
      { code: 'untranslated', question: '4', fix: 'Add the missing translations.' },
    ]);
    expect(found[0]?.found).toContain('the title (German)');
  });

  test('a language that is hardly begun is told once, and one that nothing is translated into not at all', () => {
    const found = inGerman({ 1: { title: 'Eins' } });
    expect(found.map(({ question: id, code }) => `${id} ${code}`)).toEqual(['2 untranslated']);
    expect(found[0]?.found).toContain('Only 1 of 4 questions have texts in German');
    expect(inGerman({})).toEqual([]);
  });

  test('of short titles, those that are translated count, and those that are not are not missed', () => {
    const short = ['Start', 'End', 'CV'].map((title, place) =>
      question(`s${place}`, 'short_text', { title }),
    );
    const data = [...canonical, ...short];
    const translated = data.map((one, place) =>
      place === 4 || place === 5
        ? { ...one, attributes: { ...one.attributes, title: `Wort ${place}` } }
        : one,
    );
    const [finding] = findingsIn(data, { languages: new Map([['de', treeOf(translated).records]]) });
    expect(finding?.found).toContain('Only 2 of 6 questions have texts in German');
  });

  test('a question of another type in a language does not fit', () => {
    const found = inGerman({
      1: { title: 'Eins' },
      2: { title: 'Zwei' },
      3: { title: 'Drei' },
      4: { title: 'Vier', question_type: 'date' },
    });
    expect(found).toMatchObject([{ code: 'translation_differs', question: '4' }]);
  });
});

describe('whatever the document says', () => {
  const resource = fc.record({
    type: fc.constant('questions'),
    id: fc.constantFrom('1', '2', '3', '4', '__proto__'),
    attributes: fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          title: fc.oneof(fc.constantFrom('CV', 'Same', ''), fc.jsonValue()),
          additional_information: fc.jsonValue(),
          question_type: fc.constantFrom(
            'boolean',
            'number',
            'date',
            'multiple_choice',
            'url',
            'document',
            'x',
          ),
          multiple_choice_options: fc.oneof(fc.array(fc.string()), fc.jsonValue()),
          num_required_answer_options: fc.jsonValue(),
          conditional: fc.oneof(
            fc.jsonValue(),
            fc.record({
              parent_question_id: fc.constantFrom('1', '2', '3', 4, '__proto__'),
              conditions: fc.oneof(
                fc.jsonValue(),
                fc.array(fc.record({ operator: fc.constantFrom('equals', '>', 7), value: fc.jsonValue() })),
              ),
            }),
          ),
        },
        { requiredKeys: [] },
      ),
    ),
  });

  test('a check ends with findings of questions that are there, each with its two sentences', () => {
    fc.assert(
      fc.property(fc.array(resource), fc.array(resource), (data, translated) => {
        const context = {
          details: ['cv'],
          languages: new Map([['de', treeOf(translated).records]]),
        } as const;
        const ids = new Set(data.map(({ id }) => String(id)));
        for (const { question: id, found, fix } of findingsIn(data, context))
          expect([ids.has(id), /^\S.*[.]$/su.test(found), /^\S.*[.]$/su.test(fix)]).toEqual([
            true,
            true,
            true,
          ]);
      }),
    );
  });

  const ids = (size: number) => Array.from({ length: size }, (_, place) => String(place));
  const options = (size: number) => ids(size).map((id) => `Option number ${id}`);

  test.each<readonly [name: string, make: (size: number) => readonly unknown[]]>([
    [
      'a chain that asks the same again',
      (size) =>
        ids(size).map((id, place) =>
          question(id, 'boolean', {
            title: 'Same',
            ...(place === 0
              ? {}
              : shownWhen(String(place - 1), 'equals', place % 2 === 0 ? 'true' : 'false')),
          }),
        ),
    ],
    [
      'a chain of faults',
      (size) =>
        ids(size).map((id, place) =>
          question(id, 'boolean', place === 0 ? {} : shownWhen(String(place - 1), 'is', 'true')),
        ),
    ],
    [
      'a choice of as many options as follow-ups, each misspelt',
      (size) => [
        question('p', 'multiple_choice', { multiple_choice_options: options(size) }),
        ...ids(size).map((id) => question(id, 'date', shownWhen('p', 'equals', `Optoin number ${id}`))),
      ],
    ],
    [
      'bounds on one number',
      (size) => [
        question('p', 'number'),
        ...ids(size).map((id, place) =>
          question(
            id,
            'date',
            shownWhen('p', place % 2 === 0 ? 'less_than' : 'greater_than', String(place >> 1)),
          ),
        ),
      ],
    ],
    [
      'one ring',
      (size) =>
        ids(size).map((id, place) =>
          question(id, 'date', shownWhen(String((place + 1) % size), 'equals', '2027-01-01')),
        ),
    ],
  ])('the time for %s grows with its size', (_name, make) => {
    expect(
      growthOf(
        150,
        (size) => treeOf(make(size)),
        (tree) => checkQuestions(tree),
      ),
    ).toBeLessThan(STEEP);
  });
});

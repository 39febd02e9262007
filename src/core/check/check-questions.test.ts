import { describe, expect, test } from 'vitest';
import { growthOf, STEEP } from '../../growth.support.ts';
import fc from '../../properties.support.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import { sampleForms } from '../../sandbox/sample-forms.ts';
import { readQuestionDocument } from '../jsonapi/read-questions.ts';
import { defaultSemantics } from '../model/question.ts';
import { buildTree } from '../tree/question-tree.ts';
import { checkQuestions } from './check-questions.ts';
import { codesIn, findingsIn, question, shownWhen, treeOf } from './question-sets.support.ts';

/** The questions of a sample form, from the three pages that the sandbox gives. */
async function sampleOf(job: string) {
  const sandbox = createSandbox();
  const include = 'conditional_questions'.concat('.conditional_questions'.repeat(4));
  const ask = async (page: number) => {
    const query = `include=${include}&filter[questionable_id][eq]=${job}&page[size]=1000&page[number]=${page}`;
    const request = new Request(`http://sandbox/api/v1/questions?${query}`, {
      headers: { 'X-API-KEY': 'sandbox-key' },
    });
    const reply = readQuestionDocument(await (await sandbox.fetch(request)).json());
    if (!reply.ok) throw new Error('The sandbox gives no list of questions.');
    return reply.value.records;
  };
  return [...(await ask(1)), ...(await ask(2)), ...(await ask(3))];
}

const hostile = {
  missing_condition: 4,
  unknown_operator: 4,
  operator_not_allowed: 2,
  bad_value: 9,
  unsupported_parent_type: 1,
  orphan: 2,
  self_parent: 1,
  cycle: 1,
  bad_conditional: 2,
  included_without_conditional: 1,
  duplicate_id: 1,
  missing_child: 1,
  ambiguous_date: 1,
  value_not_an_option: 1,
  unreachable_value: 1,
  unknown_type: 4,
  lost_below: 1,
  ignored_conditions: 2,
  no_options: 1,
};

test.each(sampleForms.map(({ name, job }) => [name, job.id] as const))(
  'the sample form %s has exactly its expected faults',
  async (name, job) => {
    const found = checkQuestions(buildTree(await sampleOf(job), defaultSemantics));
    const counts: Record<string, number> = {};
    for (const { code } of found) counts[code] = (counts[code] ?? 0) + 1;
    const known: Readonly<Record<string, object>> = { hostile, engineer: { ambiguous_date: 1 } };
    expect(counts).toEqual(known[name] ?? {});
  },
);

describe('the finding for a faulty condition, with its fix', () => {
  const follows = (type: string, operator: string, value: unknown) => [
    question('1', type),
    question('2', 'date', shownWhen('1', operator, value)),
  ];
  const withConditional = (conditional: unknown) => [question('2', 'date', { conditional })];

  test.each<[code: string, data: readonly unknown[], found: string, fix: string]>([
    [
      'unknown_operator',
      follows('boolean', 'is', 'true'),
      'by “is”, which is no comparison that the form knows, so it is never shown.',
      'After a yes/no question, “equals” and “not_equals”, with true or false, can be used.',
    ],
    [
      'operator_not_allowed',
      follows('url', 'contains', 'x'),
      'Its condition compares “Question 1”, a web address, by “contains”, which does not fit',
      'After a web address, “equals” and “not_equals” can be used.',
    ],
    [
      'bad_value',
      follows('number', 'equals', '5 years'),
      'with “5 years”, which cannot be read as such, so it is never shown.',
      'Write one number in digits, with a point before decimals: 3.5.',
    ],
    [
      'value_not_an_option',
      follows('multiple_choice', 'equals', 'Noon'),
      'names the option “Noon”, which “Question 1” does not have, so it is never shown.',
      'exactly as it is written, such as “Early”, “Late” and “Night”.',
    ],
    [
      'unreachable_value',
      follows('short_text', 'equals', ' Nurse'),
      'a blank before or after it',
      'Write the text without the blank: “Nurse”.',
    ],
    [
      'ambiguous_date',
      follows('date', 'less_than', '05/06/2027'),
      'which can be 5 June 2027 or 6 May 2027. The form reads it as 5 June 2027.',
      'Write the month in words: “5 June 2027” or “6 May 2027”.',
    ],
    [
      'unsupported_parent_type',
      follows('date_range', 'equals', '2027-01-01'),
      'No condition can read a period',
      'a date of its own',
    ],
    [
      'orphan',
      withConditional(shownWhen('9', 'equals', 'x').conditional),
      'It is to follow question “9”, which is not among the questions of this form',
      'or delete it.',
    ],
    ['bad_conditional', withConditional('yes'), 'cannot be read (“yes”)', 'enter it again'],
    [
      'self_parent',
      withConditional(shownWhen('2', 'equals', 'x').conditional),
      'It is to follow itself',
      'a question of its own',
    ],
  ])('names the fault and the fix: %s', (code, data, found, fix) => {
    expect(findingsIn(data)).toMatchObject([
      { code, question: '2', found: expect.stringContaining(found), fix: expect.stringContaining(fix) },
    ]);
  });

  test('names a cycle once, with all its questions', () => {
    const ring = ['1', '2', '3'].map((id, place) =>
      question(id, 'boolean', shownWhen(['2', '3', '1'][place] ?? '', 'equals', 'true')),
    );
    expect(findingsIn(ring)).toMatchObject([
      { code: 'cycle', found: expect.stringContaining('It follows “Question 2” and “Question 3”') },
    ]);
  });

  test('names a follow-up that is missing', () => {
    const data = { data: [{ type: 'questions', id: '7' }] };
    const parent = { ...question('1', 'boolean'), relationships: { conditional_questions: data } };
    expect(findingsIn([parent])).toMatchObject([
      { code: 'missing_child', found: expect.stringContaining('“7”') },
    ]);
  });
});

describe('a question that is never shown', () => {
  test.each<readonly [type: string, operator: string, value: string, parent: object]>([
    ['long_text', 'equals', '', {}],
    ['long_text', 'not_contains', '', {}],
    ['url', 'equals', 'example.com', {}],
    ['document', 'equals', 'false', { required: true }],
    ['multiple_choice', 'not_equals', 'Yes', { multiple_choice_options: ['Yes'] }],
  ])('a follow-up of a %s that %s %j', (type, operator, value, parent) => {
    const data = [question('1', type, { ...parent }), question('2', 'date', shownWhen('1', operator, value))];
    expect(codesIn(data)).toEqual(['2 never_shown']);
  });

  test.each<readonly [type: string, operator: string, value: string]>([
    ['short_text', 'not_equals', ''],
    ['number', 'less_than', '0'],
    ['date', 'greater_than', '1 September 2027'],
    ['document', 'equals', 'false'],
  ])('some answer shows a follow-up of a %s that %s %j (control)', (type, operator, value) => {
    const data = [question('1', type), question('2', 'date', shownWhen('1', operator, value))];
    expect(codesIn(data)).toEqual([]);
  });

  test('is found by default, and not with “negated” when an empty answer shows it', () => {
    const data = [
      question('1', 'multiple_choice', { multiple_choice_options: ['Yes'] }),
      question('2', 'date', shownWhen('1', 'not_equals', 'Yes')),
    ];
    const codes = (unanswered: 'hidden' | 'negated') =>
      checkQuestions(treeOf(data, { dateOrder: 'dmy', unanswered })).map(({ code }) => code);
    expect([codes('hidden'), codes('negated')]).toEqual([['never_shown'], []]);
  });

  test('all questions lost below a fault are listed once, at that fault', () => {
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
      'With it, what stands below it is never shown: “Question 3”, “Question 4”, “Question 5” and “Question 6”.',
    );
  });

  test('questions below a choice without options, and below an unknown type, are listed too', () => {
    const data = [
      question('1', 'multiple_choice', { multiple_choice_options: [], required: true }),
      question('2', 'date', shownWhen('1', 'not_equals', 'x')),
      question('3', 'matrix'),
      question('4', 'date', shownWhen('3', 'equals', 'x')),
    ];
    expect(codesIn(data)).toEqual(['1 no_options', '1 lost_below', '3 unknown_type', '3 lost_below']);
    expect(findingsIn(data)[0]?.found).toContain('Although it is required, the form can be sent without it.');
  });
});

describe('several conditions', () => {
  const conditional = (...values: readonly string[]) => ({
    conditional: {
      parent_question_id: '1',
      conditions: values.map((value) => ({ operator: 'equals', value })),
    },
  });
  const set = (more: object) => [question('1', 'multiple_choice'), question('2', 'date', { ...more })];

  test('a finding says that only the first condition counts', () => {
    expect(findingsIn(set(conditional('Early', 'Late')))).toMatchObject([
      {
        code: 'ignored_conditions',
        found: 'It has 2 conditions, and only the first counts: it is shown when “Question 1” is “Early”.',
      },
    ]);
  });
});

describe('duplicate questions', () => {
  const since = { title: 'Since when?' };

  test('two equal questions below one parent are reported at the second', () => {
    const data = [
      question('1', 'boolean'),
      ...['true', 'false'].map((value, index) =>
        question(String(index + 2), 'date', { ...since, ...shownWhen('1', 'equals', value) }),
      ),
    ];
    expect(findingsIn(data)).toMatchObject([
      { code: 'twin_questions', question: '3', found: expect.stringContaining('twice below “Question 1”') },
    ]);
  });
});

test('every finding for any document names an existing question, with two sentences', () => {
  const condition = fc.record({ operator: fc.constantFrom('equals', '>', 7), value: fc.jsonValue() });
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
              conditions: fc.oneof(fc.jsonValue(), fc.array(condition)),
            }),
          ),
        },
        { requiredKeys: [] },
      ),
    ),
  });
  fc.assert(
    fc.property(fc.array(resource), (data) => {
      const ids = new Set(data.map(({ id }) => String(id)));
      for (const { question: id, found, fix } of findingsIn(data))
        expect([ids.has(id), /^\S.*[.]$/su.test(found), /^\S.*[.]$/su.test(fix)]).toEqual([true, true, true]);
    }),
  );
});

const ids = (size: number) => Array.from({ length: size }, (_, place) => String(place));

test.each<readonly [name: string, make: (size: number) => readonly unknown[]]>([
  [
    'a chain of faults',
    (size) =>
      ids(size).map((id, index) =>
        question(id, 'boolean', index === 0 ? {} : shownWhen(String(index - 1), 'is', 'true')),
      ),
  ],
  [
    'a choice of as many options as follow-ups, each misspelt',
    (size) => [
      question('p', 'multiple_choice', { multiple_choice_options: ids(size).map((id) => `Option ${id}`) }),
      ...ids(size).map((id) => question(id, 'date', shownWhen('p', 'equals', `Optoin ${id}`))),
    ],
  ],
  ['one question many times', (size) => ids(size).map((id) => question(id, 'date', { title: 'Same' }))],
])('the time for %s does not grow with the square of its size', { tags: 'deep' }, (_name, make) => {
  const growth = growthOf(
    150,
    (size) => treeOf(make(size)),
    (tree) => checkQuestions(tree),
  );
  expect(growth).toBeLessThan(STEEP);
});

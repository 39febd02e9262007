import { describe, expect, test } from 'vitest';
import { type FindingCode, findingCodes } from './finding.ts';
import {
  codesIn,
  createRandom,
  goodSet,
  question,
  type Random,
  type Resource,
  shownWhen,
} from './question-sets.support.ts';

/** What a fault adds to a set, and where it has to be found. */
interface Plant {
  readonly code: FindingCode;
  readonly add: readonly unknown[];
  /** The question that has to be named. */
  readonly at: string;
  /** What it brings with it. */
  readonly also?: readonly string[];
}

/** `id` makes ids of this planting; `above` is a question of the set that can be shown. */
type Planting = (id: (name: string) => string, random: Random) => Plant;

const parentAnd =
  (
    code: FindingCode,
    type: string,
    operator: string,
    values: readonly [unknown, ...unknown[]],
    more: object = {},
  ): Planting =>
  (id, random) => ({
    code,
    add: [
      question(id('above'), type, { ...more }),
      question(id('below'), 'short_text', shownWhen(id('above'), operator, random.pick(values))),
    ],
    at: id('below'),
  });

const withConditions =
  (conditional: unknown, code: FindingCode): Planting =>
  (id) => ({ code, add: [question(id('one'), 'short_text', { conditional })], at: id('one') });

const conditions = (parent: string, all: readonly unknown[]) => ({
  conditional: { parent_question_id: parent, position: 1, conditions: all },
});

const plantings: Readonly<Record<Exclude<FindingCode, NotOfOneList>, Planting>> = {
  missing_condition: (id) => ({
    code: 'missing_condition',
    add: [question(id('above'), 'boolean'), question(id('below'), 'date', conditions(id('above'), []))],
    at: id('below'),
  }),
  unknown_operator: parentAnd('unknown_operator', 'boolean', 'is', ['true']),
  operator_not_allowed: parentAnd('operator_not_allowed', 'boolean', 'greater_than', ['true']),
  bad_value: parentAnd('bad_value', 'number', 'equals', ['3,5', 'ten', '5 years', null, ['1']]),
  unsupported_parent_type: parentAnd('unsupported_parent_type', 'date_range', 'equals', ['2027-01-01']),
  orphan: withConditions(shownWhen('nowhere', 'equals', 'x').conditional, 'orphan'),
  self_parent: (id) => ({
    code: 'self_parent',
    add: [question(id('one'), 'boolean', shownWhen(id('one'), 'equals', 'true'))],
    at: id('one'),
  }),
  cycle: (id) => ({
    code: 'cycle',
    add: ['a', 'b', 'c'].map((name, place) =>
      question(id(name), 'boolean', shownWhen(id(['b', 'c', 'a'][place] ?? ''), 'equals', 'true')),
    ),
    at: id('a'),
  }),
  bad_conditional: withConditions('yes', 'bad_conditional'),
  duplicate_id: (id) => ({
    code: 'duplicate_id',
    add: [question(id('one'), 'date'), question(id('one'), 'number')],
    at: id('one'),
  }),
  missing_child: (id) => ({
    code: 'missing_child',
    add: [
      {
        ...question(id('one'), 'boolean'),
        relationships: { conditional_questions: { data: [{ type: 'questions', id: id('gone') }] } },
      },
    ],
    at: id('one'),
  }),
  ambiguous_date: parentAnd('ambiguous_date', 'date', 'less_than', ['05/06/2027', '1.2.2028']),
  ambiguous_number: parentAnd('ambiguous_number', 'number', 'greater_than', ['50.000', '-1.250']),
  value_not_an_option: parentAnd('value_not_an_option', 'multiple_choice', 'equals', [
    'early',
    'Nigth',
    'Noon',
  ]),
  unreachable_value: parentAnd('unreachable_value', 'short_text', 'equals', [' Nurse', 'Nurse ']),
  unknown_type: (id, random) => ({
    code: 'unknown_type',
    add: [question(id('one'), random.pick(['matrix', 'rating', '']))],
    at: id('one'),
  }),
  no_options: (id) => ({
    code: 'no_options',
    add: [question(id('one'), 'multiple_choice', { multiple_choice_options: [], required: true })],
    at: id('one'),
  }),
  never_shown: (id, random) =>
    random.pick([
      parentAnd('never_shown', 'long_text', 'equals', ['']),
      parentAnd('never_shown', 'long_text', 'not_contains', ['']),
      parentAnd('never_shown', 'url', 'equals', ['example.com', 'my page', 'me@example.com']),
      parentAnd('never_shown', 'number', 'greater_than', ['1e40']),
      parentAnd('never_shown', 'date', 'less_than', ['0000-01-01']),
      parentAnd('never_shown', 'multiple_choice', 'not_equals', ['Yes'], {
        multiple_choice_options: ['Yes'],
        max_num_required_answer_options: 1,
      }),
    ])(id, random),
  gone_before_sending: parentAnd('gone_before_sending', 'document', 'equals', ['false'], { required: true }),
  contradicts_above: (id) => {
    const title = { title: `Do you have a licence for ${id('it')}?` };
    return {
      code: 'contradicts_above',
      add: [
        question(id('a'), 'boolean', title),
        question(id('b'), 'boolean', { ...title, ...shownWhen(id('a'), 'equals', 'true') }),
        question(id('c'), 'date', shownWhen(id('b'), 'equals', 'false')),
      ],
      at: id('c'),
    };
  },
  lost_below: (id) => ({
    code: 'lost_below',
    add: [
      question(id('a'), 'number'),
      question(id('b'), 'boolean', shownWhen(id('a'), 'resembles', '5')),
      question(id('c'), 'date', shownWhen(id('b'), 'equals', 'true')),
    ],
    at: id('b'),
    also: [`${id('b')} unknown_operator`],
  }),
  ignored_conditions: (id, random) => ({
    code: 'ignored_conditions',
    add: [
      question(id('above'), 'multiple_choice'),
      question(
        id('below'),
        'date',
        conditions(
          id('above'),
          ['Early', 'Late', 'Night']
            .slice(0, 2 + random.below(2))
            .map((value) => ({ operator: 'equals', value })),
        ),
      ),
    ],
    at: id('below'),
  }),
  twin_questions: (id) => ({
    code: 'twin_questions',
    add: [
      question(id('above'), 'multiple_choice'),
      question(id('b'), 'date', { title: 'Since when?', ...shownWhen(id('above'), 'equals', 'Early') }),
      question(id('c'), 'date', { title: 'since when', ...shownWhen(id('above'), 'equals', 'Late') }),
    ],
    at: id('c'),
  }),
  bound_left_out: (id, random) => ({
    code: 'bound_left_out',
    add: [
      question(id('above'), 'number'),
      question(id('below'), 'long_text', {
        title: random.pick([
          'You have 5 or more years: tell us about them',
          'With at least 5 people, how do you plan?',
          'Was haben Sie in 5 Jahren oder mehr gelernt?',
          'Bei mindestens 5 Leuten: wie planen Sie?',
          '¿Qué aprendió en 5 años o más?',
          'Qu’avez-vous appris en 5 ans ou plus ?',
          'O que aprendeu em 5 anos ou mais?',
          'For teams of 5+: who plans?',
          'Teams ≥ 5: who plans?',
        ]),
        ...shownWhen(id('above'), 'greater_than', '5'),
      }),
    ],
    at: id('below'),
  }),
  gap_between: (id) => ({
    code: 'gap_between',
    add: [
      question(id('above'), 'number'),
      question(id('b'), 'date', shownWhen(id('above'), 'less_than', '5')),
      question(id('c'), 'date', shownWhen(id('above'), 'greater_than', '5.0')),
    ],
    at: id('c'),
  }),
  asked_by_form: (id, random) => ({
    code: 'asked_by_form',
    add: [
      random.pick([
        question(id('one'), 'document', { title: 'Please upload your résumé' }),
        question(id('one'), 'document', { title: 'Ihr Lebenslauf (PDF)' }),
        question(id('one'), 'multi_document', { title: 'CV / Curriculum Vitae' }),
        question(id('one'), 'short_text', { title: 'Your phone number?' }),
        question(id('one'), 'short_text', { title: 'E-Mail-Adresse' }),
        question(id('one'), 'long_text', { title: 'Lettre de motivation' }),
      ]),
    ],
    at: id('one'),
  }),
  minimum_too_high: (id) => ({
    code: 'minimum_too_high',
    add: [
      question(id('one'), 'multiple_choice', {
        num_required_answer_options: 5,
        max_num_required_answer_options: null,
      }),
    ],
    at: id('one'),
  }),
  duplicate_option: (id, random) => ({
    code: 'duplicate_option',
    add: [
      question(id('one'), 'multiple_choice', {
        multiple_choice_options: ['Early', 'Late', random.pick(['Early', 'late', 'Late '])],
      }),
    ],
    at: id('one'),
  }),
  unreadable_option: (id) => ({
    code: 'unreadable_option',
    add: [question(id('one'), 'multiple_choice', { multiple_choice_options: ['Early', null, 'Late'] })],
    at: id('one'),
  }),
  no_title: (id, random) => ({
    code: 'no_title',
    add: [question(id('one'), 'date', { title: random.pick(['', '   ', null]) })],
    at: id('one'),
  }),
};

/** Between `data` and `included`, or between two languages: tested beside. */
type NotOfOneList = 'included_without_conditional' | 'untranslated' | 'translation_differs';

const details = { details: ['cv', 'phone', 'email', 'cover_letter'] } as const;

/** One to three faults somewhere in the set. */
function plant(random: Random, good: readonly Resource[]) {
  const all = Object.values(plantings);
  const chosen = Array.from({ length: 1 + random.below(3) }, (_, number) => {
    const planting = all[random.below(all.length)];
    if (planting === undefined) throw new Error('There is nothing to plant.');
    return planting((name) => `9${number}-${name}`, random);
  });
  let data: readonly unknown[] = good;
  for (const { add } of chosen) {
    const place = random.below(data.length + 1);
    data = [...data.slice(0, place), ...add, ...data.slice(place)];
  }
  return { data, chosen };
}

const SETS = 200;

describe.each(Array.from({ length: SETS }, (_, seed) => seed))('random set %i', (seed) => {
  test('has no finding without its faults, and with them just these, each at its question', () => {
    const random = createRandom(seed);
    const good = goodSet(random);
    expect(codesIn(good, details)).toEqual([]);
    const { data, chosen } = plant(random, good);
    const planted = chosen.flatMap(({ at, code, also = [] }) => [`${at} ${code}`, ...also]);
    expect([...codesIn(data, details)].sort()).toEqual([...planted].sort());
  });
});

test('every finding that one list of questions can have is planted in some set', () => {
  const planted = new Set<FindingCode>();
  for (let seed = 0; seed < SETS; seed += 1) {
    const random = createRandom(seed);
    for (const { code } of plant(random, goodSet(random)).chosen) planted.add(code);
  }
  expect([...planted].sort()).toEqual(Object.keys(plantings).sort());
  const others: readonly NotOfOneList[] = [
    'included_without_conditional',
    'translation_differs',
    'untranslated',
  ];
  expect(findingCodes.filter((code) => !planted.has(code)).sort()).toEqual(others);
});

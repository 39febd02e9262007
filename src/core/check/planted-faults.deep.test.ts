import { expect, test } from 'vitest';
import {
  codesIn,
  createRandom,
  goodSet,
  question,
  type Random,
  type Resource,
  shownWhen,
} from './question-sets.support.ts';

/** Questions with one fault; `code` is found at the last of them. */
type Planting = (id: (name: string) => string) => readonly Resource[];

const follows =
  (type: string, operator: string, value: unknown, more: object = {}): Planting =>
  (id) => [
    question(id('above'), type, { ...more }),
    question(id('below'), 'short_text', shownWhen(id('above'), operator, value)),
  ];

const plantings: Readonly<Record<string, Planting>> = {
  unknown_operator: follows('boolean', 'is', 'true'),
  operator_not_allowed: follows('boolean', 'greater_than', 'true'),
  bad_value: follows('number', 'equals', '3,5'),
  unsupported_parent_type: follows('date_range', 'equals', '2027-01-01'),
  orphan: (id) => [question(id('one'), 'date', shownWhen(id('nowhere'), 'equals', 'x'))],
  self_parent: (id) => [question(id('one'), 'boolean', shownWhen(id('one'), 'equals', 'true'))],
  bad_conditional: (id) => [question(id('one'), 'date', { conditional: 'yes' })],
  duplicate_id: (id) => [question(id('one'), 'date'), question(id('one'), 'number')],
  ambiguous_date: follows('date', 'less_than', '05/06/2027'),
  value_not_an_option: follows('multiple_choice', 'equals', 'early'),
  unreachable_value: follows('short_text', 'equals', 'Nurse '),
  never_shown: follows('document', 'equals', 'false', { required: true }),
  unknown_type: (id) => [question(id('one'), 'matrix')],
  no_options: (id) => [question(id('one'), 'multiple_choice', { multiple_choice_options: [] })],
  twin_questions: (id) => [
    question(id('above'), 'multiple_choice'),
    ...['b', 'c'].map((name) =>
      question(id(name), 'date', { title: 'Since when?', ...shownWhen(id('above'), 'equals', 'Early') }),
    ),
  ],
};

/** One to three faults somewhere in the set. */
function plant(random: Random, good: readonly Resource[]) {
  const planted: string[] = [];
  let data: readonly Resource[] = good;
  for (let number = random.below(3); number >= 0; number -= 1) {
    const all = Object.entries(plantings);
    const [code, planting] = all[random.below(all.length)] ?? [];
    if (code === undefined || planting === undefined) continue;
    const add = planting((name) => `9${number}-${name}`);
    planted.push(`${add.at(-1)?.id} ${code}`);
    const place = random.below(data.length + 1);
    data = [...data.slice(0, place), ...add, ...data.slice(place)];
  }
  return { data, planted };
}

test.each(Array.from({ length: 200 }, (_, seed) => seed))(
  'random set %i has no finding without its faults, and with them just these, each at its question',
  (seed) => {
    const random = createRandom(seed);
    const good = goodSet(random);
    expect(codesIn(good)).toEqual([]);
    const { data, planted } = plant(random, good);
    expect([...codesIn(data)].sort()).toEqual(planted.sort());
  },
);

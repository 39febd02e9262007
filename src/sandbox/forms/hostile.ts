import { type SampleForm, type SampleQuestion, shownWhen } from '../sample-form.ts';
import { hostileTexts } from './hostile-texts.ts';
import { hostileGerman } from './hostile-translations.ts';

/** Every problem code of the condition rules, named in the title of its question, and texts that attack. */

/** Any kind of condition under a valid parent. */
const under = (parent: unknown, conditions: unknown, position: unknown = 1) => ({
  parent_question_id: parent,
  position,
  conditions,
});

const parents: readonly SampleQuestion[] = [
  { id: '5001', title: 'A yes or no question', type: 'boolean' },
  { id: '5002', title: 'A short text', type: 'short_text' },
  { id: '5003', title: 'A number', type: 'number' },
  { id: '5004', title: 'A date', type: 'date' },
  { id: '5005', title: 'From and to', type: 'date_range' },
  { id: '5006', title: 'A web address', type: 'url' },
  {
    id: '5007',
    title: 'A choice',
    type: 'multiple_choice',
    options: ['Early', 'Late'],
    minimum: 1,
    maximum: 1,
  },
  { id: '5008', title: 'A question of a type that nobody knows', type: 'matrix', required: true },
  { id: '5009', title: 'A file', type: 'document' },
];

/** Always hidden: the condition cannot be interpreted. */
const badConditions: readonly SampleQuestion[] = [
  {
    id: '5101',
    title: 'missing_condition: no conditions at all',
    type: 'short_text',
    conditional: { parent_question_id: '5001', position: 1 },
  },
  {
    id: '5102',
    title: 'missing_condition: an empty list',
    type: 'short_text',
    conditional: under('5001', []),
  },
  {
    id: '5103',
    title: 'missing_condition: an object where the list should be',
    type: 'short_text',
    conditional: under('5001', { operator: 'equals', value: 'true' }),
  },
  {
    id: '5104',
    title: 'missing_condition: the first is null',
    type: 'short_text',
    conditional: under('5001', [null]),
  },
  {
    id: '5105',
    title: 'unknown_operator: is',
    type: 'short_text',
    conditional: under('5001', [{ operator: 'is', value: 'true' }]),
  },
  {
    id: '5106',
    title: 'unknown_operator: Equals with a capital',
    type: 'short_text',
    conditional: under('5002', [{ operator: 'Equals', value: 'Nurse' }]),
  },
  {
    id: '5107',
    title: 'unknown_operator: constructor',
    type: 'short_text',
    conditional: under('5002', [{ operator: 'constructor', value: 'Nurse' }]),
  },
  {
    id: '5108',
    title: 'unknown_operator: none given, and the second condition must not count',
    type: 'short_text',
    conditional: under('5002', [{ value: 'Nurse' }, { operator: 'not_equals', value: 'Nurse' }]),
  },
  {
    id: '5109',
    title: 'operator_not_allowed: a yes or no question cannot be greater than anything',
    type: 'short_text',
    conditional: under('5001', [{ operator: 'greater_than', value: 'true' }]),
  },
  {
    id: '5110',
    title: 'operator_not_allowed: a web address contains nothing',
    type: 'short_text',
    conditional: under('5006', [{ operator: 'contains', value: 'example' }]),
  },
  {
    id: '5111',
    title: 'bad_value: yes is no truth value',
    type: 'short_text',
    conditional: under('5001', [{ operator: 'equals', value: 'yes' }]),
  },
  {
    id: '5112',
    title: 'bad_value: ten is no number',
    type: 'short_text',
    conditional: under('5003', [{ operator: 'equals', value: 'ten' }]),
  },
  {
    id: '5113',
    title: 'bad_value: a number with a decimal comma',
    type: 'short_text',
    conditional: under('5003', [{ operator: 'greater_than', value: '3,5' }]),
  },
  {
    id: '5114',
    title: 'bad_value: a date with a year of two digits',
    type: 'short_text',
    conditional: under('5004', [{ operator: 'equals', value: '05/06/24' }]),
  },
  {
    id: '5115',
    title: 'bad_value: a day that does not exist',
    type: 'short_text',
    conditional: under('5004', [{ operator: 'less_than', value: '30 February 2025' }]),
  },
  {
    id: '5116',
    title: 'bad_value: null',
    type: 'short_text',
    conditional: under('5002', [{ operator: 'not_equals', value: null }]),
  },
  {
    id: '5117',
    title: 'bad_value: an object',
    type: 'short_text',
    conditional: under('5002', [{ operator: 'equals', value: { text: 'Nurse' } }]),
  },
  {
    id: '5118',
    title: 'bad_value: a list',
    type: 'short_text',
    conditional: under('5007', [{ operator: 'equals', value: ['Early'] }]),
  },
  {
    id: '5119',
    title: 'bad_value: no value',
    type: 'short_text',
    conditional: under('5009', [{ operator: 'equals' }]),
  },
  {
    id: '5120',
    title: 'unsupported_parent_type: below a date range',
    type: 'short_text',
    conditional: shownWhen('5005', 'equals', '2025-01-01'),
  },
  {
    id: '5121',
    title: 'unknown_parent_type: below a matrix',
    type: 'short_text',
    conditional: shownWhen('5008', 'equals', 'true'),
  },
];

/** Questions that are not part of the tree. They are in `data`, because no relationship leads to them. */
const badPlaces: readonly SampleQuestion[] = [
  {
    id: '5201',
    title: 'orphan: its parent is not in the set',
    type: 'short_text',
    conditional: shownWhen('599999', 'equals', 'true'),
    place: 'data',
  },
  {
    id: '5202',
    title: 'orphan: it names no parent',
    type: 'short_text',
    conditional: { position: 1, conditions: [{ operator: 'equals', value: 'true' }] },
    place: 'data',
  },
  {
    id: '5203',
    title: 'self_parent: it is its own parent',
    type: 'short_text',
    conditional: shownWhen('5203', 'not_equals', 'x'),
    place: 'data',
  },
  {
    id: '5204',
    title: 'cycle: first of a ring of three',
    type: 'short_text',
    conditional: shownWhen('5206', 'not_equals', 'x'),
    place: 'data',
  },
  {
    id: '5205',
    title: 'cycle: second of a ring of three',
    type: 'short_text',
    conditional: shownWhen('5204', 'not_equals', 'x'),
    place: 'data',
  },
  {
    id: '5206',
    title: 'cycle: third of a ring of three',
    type: 'short_text',
    conditional: shownWhen('5205', 'not_equals', 'x'),
    place: 'data',
  },
  { id: '5207', title: 'bad_conditional: a text', type: 'short_text', conditional: 'yes', place: 'data' },
  { id: '5208', title: 'bad_conditional: a number', type: 'short_text', conditional: 7, place: 'data' },
  {
    id: '5209',
    title: 'included_without_conditional: nothing says when to show it',
    type: 'short_text',
    place: 'included',
  },
  { id: '5210', title: 'duplicate_id: the first copy counts', type: 'short_text' },
  {
    id: '5210',
    title: 'duplicate_id: the second copy must never be seen',
    type: 'boolean',
    required: true,
    conditional: shownWhen('5001', 'equals', 'true', 90),
  },
  {
    id: '5211',
    title: 'missing_child: its relationship names a question that never comes',
    type: 'short_text',
    alsoRelated: ['599998', '5209'],
  },
];

/** Shown when their condition holds, but reported as a problem. */
const warnings: readonly SampleQuestion[] = [
  {
    id: '5301',
    title: 'ambiguous_date: 05/06/2026 is in May or in June',
    type: 'short_text',
    conditional: shownWhen('5004', 'greater_than', '05/06/2026'),
  },
  {
    id: '5302',
    title: 'value_not_an_option: the choice has no Night',
    type: 'short_text',
    conditional: shownWhen('5007', 'not_equals', 'Night'),
  },
  {
    id: '5303',
    title: 'unreachable_value: a stored text with a space before it',
    type: 'short_text',
    conditional: shownWhen('5002', 'equals', ' Nurse'),
  },
];

/** Unusual but valid: these must work. */
const oddButRight: readonly SampleQuestion[] = [
  {
    id: '5401',
    title: 'Its parent’s id is a number, its value a JSON true',
    type: 'short_text',
    conditional: under(5001, [{ operator: 'equals', value: true }], null),
  },
  {
    id: '5402',
    title: 'Two conditions, and only the first counts',
    type: 'short_text',
    conditional: under('5001', [{ operator: 'equals', value: 'true' }, 'nonsense'], 'first'),
  },
  {
    id: 'night-porter',
    title: 'An id that is not a number',
    type: 'boolean',
    alsoRelated: ['night-porter-2'],
  },
  {
    id: 'night-porter-2',
    title: 'The follow-up of an id that is not a number',
    type: 'short_text',
    conditional: shownWhen('night-porter', 'equals', 'true'),
  },
  {
    id: '__proto__',
    title: 'An id that is a trap for careless look-ups',
    type: 'short_text',
  },
  {
    id: '5403',
    title: 'The follow-up of the trap',
    type: 'short_text',
    conditional: shownWhen('__proto__', 'contains', 'x'),
  },
];

const CHAIN = 12;
const FIRST_LINK = 5501;

/** Deeper than any include reaches, so every question of the chain is in `data`, the last one first. */
const chain: readonly SampleQuestion[] = Array.from({ length: CHAIN }, (_, index): SampleQuestion => {
  const depth = CHAIN - index;
  const parent = depth === 1 ? '5001' : String(FIRST_LINK + depth - 2);
  return {
    id: String(FIRST_LINK + depth - 1),
    title: `Link ${depth} of a chain of ${CHAIN}`,
    type: 'boolean',
    conditional: shownWhen(parent, 'equals', 'true', 95),
    place: 'data',
  };
});

export const hostile: SampleForm = {
  name: 'hostile',
  title: 'Full of mistakes',
  description: 'Every fault a question set can have, and HTML, script and trick characters in every text.',
  job: {
    id: '4713',
    title: 'Night Porter <img src=x onerror="globalThis.applyFormHacked=true">',
    company: 'Brokenwire & Sons <script>globalThis.applyFormHacked=true</script>',
    location: 'Nowhere "in" particular',
    contract: "Whatever's left",
    state: 'open',
    paragraphs: [
      'This form is made of mistakes. Each question names the mistake it has; those that cannot be understood must stay hidden, all others must work.',
      '<b>If any of this is bold, red or makes a sound, the page has a hole.</b><script>globalThis.applyFormHacked=true</script>',
      'A script that gets through sets globalThis.applyFormHacked to true.',
    ],
  },
  questions: [
    ...parents,
    ...badConditions,
    ...badPlaces,
    ...warnings,
    ...oddButRight,
    ...chain,
    ...hostileTexts,
  ],
  translations: { de: hostileGerman },
};

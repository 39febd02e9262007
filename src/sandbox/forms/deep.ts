import { type SampleForm, type SampleQuestion, shownWhen } from '../sample-form.ts';

/**
 * A chain of sixty: twelve stations of five questions, each shown by the answer before it. A list includes at most five
 * levels of children, so every sixth question is in `data` and the five below it come in `included`: only a client that
 * reads both, and requests all five levels, has the whole chain.
 */

const ordinals = [
  'first',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
] as const;

const FIRST_ID = 9001;
const PER_STATION = 5;
/** One question in `data`, and the levels below it that one include returns. */
const PER_INCLUDE = 6;

const NOT_SAID = 'I would rather not say';

type Link = Omit<SampleQuestion, 'id' | 'conditional' | 'place'> & {
  /** The answer that shows the next question of the chain. */
  readonly leadsOn: readonly [operator: string, value: string];
};

const station = (ordinal: string): readonly Link[] => [
  {
    title:
      ordinal === 'first'
        ? 'Do you want to tell us about a station where you have worked?'
        : `Do you want to tell us about a ${ordinal} station?`,
    type: 'boolean',
    leadsOn: ['equals', 'true'],
  },
  {
    title: `What is the ${ordinal} station called?`,
    help: '<p>Write <em>none</em> if it has no name.</p>',
    type: 'short_text',
    leadsOn: ['not_equals', 'none'],
  },
  {
    title: `What did you mostly look after at the ${ordinal} station?`,
    type: 'multiple_choice',
    options: ['Light and lens', 'Engines', 'Boats and landing', 'Buildings', NOT_SAID],
    minimum: 1,
    maximum: 1,
    leadsOn: ['not_equals', NOT_SAID],
  },
  {
    title: `How many months were you at the ${ordinal} station?`,
    type: 'number',
    leadsOn: ['greater_than', '0'],
  },
  {
    title: `When did you leave the ${ordinal} station?`,
    type: 'date',
    leadsOn: ['greater_than', '31 December 1969'],
  },
];

const links = ordinals.flatMap(station);

const chain: readonly SampleQuestion[] = links.map(({ leadsOn: _, ...question }, level) => {
  const id = String(FIRST_ID + level);
  const above = links[level - 1];
  if (above === undefined) return { ...question, id };
  const [operator, value] = above.leadsOn;
  return {
    ...question,
    id,
    conditional: shownWhen(String(FIRST_ID + level - 1), operator, value),
    place: level % PER_INCLUDE === 0 ? 'data' : 'included',
  };
});

export const deep: SampleForm = {
  name: 'deep',
  title: 'A chain of sixty',
  description: `${links.length} questions, each shown by the answer before it: ${ordinals.length} stations of ${PER_STATION} questions.`,
  job: {
    id: '4718',
    title: 'Relief Lighthouse Keeper',
    company: 'Skerry Lights Trust',
    location: 'Twelve rocks, most of them wet',
    contract: 'Fixed term, April to October',
    state: 'open',
    paragraphs: [
      'The trust keeps twelve lighthouses open to visitors. Relief keepers stand in, a month here and a month there.',
      'Keepers have long careers in small places. The form asks for one station at a time, and stops when you say so.',
      'It shows one question; with every answer another one, up to sixty.',
    ],
  },
  questions: chain,
};

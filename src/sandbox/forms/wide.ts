import { type SampleForm, type SampleQuestion, shownWhen } from '../sample-form.ts';

/** One answer shows two hundred questions at once: ten types for each of twenty kinds of equipment. */

const equipment = [
  'Sound desks',
  'Radio microphones',
  'Monitor wedges',
  'Amplifier racks',
  'Moving lights',
  'Follow spots',
  'Dimmers',
  'LED walls',
  'Projectors',
  'Cameras',
  'Rigging points',
  'Chain hoists',
  'Trusses',
  'Stage decks',
  'Curtains',
  'Smoke and haze',
  'Power distribution',
  'Generators',
  'Cable bridges',
  'Crowd barriers',
] as const;

const PARENT = '30002';
const FIRST_CHILD = 30_101;

type Sheet = readonly Omit<SampleQuestion, 'id' | 'conditional'>[];

const sheet = (kind: string): Sheet => [
  { title: `${kind}: have you worked with them?`, type: 'boolean' },
  { title: `${kind}: which make or model do you know best?`, type: 'short_text' },
  { title: `${kind}: what went wrong once, and what did you do?`, type: 'long_text' },
  { title: `${kind}: how many shows?`, type: 'number' },
  {
    title: `${kind}: how well do you know them?`,
    type: 'multiple_choice',
    options: ['I have helped', 'I work alone', 'I train others'],
    minimum: 1,
    maximum: 1,
  },
  { title: `${kind}: when did you last use them?`, type: 'date' },
  { title: `${kind}: your longest tour with them`, type: 'date_range' },
  { title: `${kind}: link to pictures or a plot of yours`, type: 'url' },
  { title: `${kind}: your certificate`, type: 'document' },
  { title: `${kind}: drawings or pictures`, type: 'multi_document' },
];

const children: readonly SampleQuestion[] = equipment.flatMap(sheet).map((question, index) => ({
  ...question,
  id: String(FIRST_CHILD + index),
  conditional: shownWhen(PARENT, 'equals', 'true', index + 1),
}));

export const wide: SampleForm = {
  name: 'wide',
  title: 'Two hundred at once',
  description: `Three questions, and ${children.length} more as soon as one of them is answered with yes.`,
  job: {
    id: '4719',
    title: 'Stage Technician',
    company: 'Big Field Festivals',
    location: 'A meadow, every summer',
    contract: 'Ten weeks, May to July',
    state: 'open',
    paragraphs: [
      'We build three stages in nine days, run them for four, and leave the meadow as we found it.',
      'If you have done this before, the form asks about twenty kinds of equipment, ten questions each. Answer what you like and leave the rest.',
      'If you have not, it asks nothing more: we teach it.',
    ],
  },
  questions: [
    { id: '30001', title: 'What brings you to us?', type: 'short_text' },
    {
      id: PARENT,
      title: 'Have you worked as a stage technician before?',
      help: '<p>Yes shows two hundred questions below, all of them optional.</p>',
      type: 'boolean',
      required: true,
    },
    { id: '30003', title: 'From which day are you free?', type: 'date' },
    ...children,
  ],
};

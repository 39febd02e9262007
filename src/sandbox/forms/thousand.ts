import { type SampleForm, type SampleQuestion, shownWhen } from '../sample-form.ts';

/**
 * 2,500 questions in 250 blocks of ten, which are the same in every run. Nine questions of each block are in `data`, which
 * makes three pages of 1,000. The tenth is only in `included`; in every fiftieth block its parent is also only in
 * `included`, so that two levels of include are needed. The seventh has a distant parent, usually on another page.
 */

const areas = [
  'Pumps',
  'Valves',
  'Cranes',
  'Locks and gates',
  'Welding',
  'Scaffolding',
  'Hydraulics',
  'Electrical panels',
  'Diving support',
  'Survey boats',
  'Dredging',
  'Pile driving',
  'Concrete',
  'Corrosion protection',
  'Ropes and rigging',
  'Fire protection',
  'Radio and signals',
  'Mooring',
  'Cold stores',
  'Container handling',
  'Fuel handling',
  'Waste water',
  'Ventilation',
  'Lifts',
  'Measuring devices',
] as const;

const activities = [
  'planning',
  'installation',
  'commissioning',
  'daily operation',
  'inspection',
  'repair',
  'emergency work',
  'documentation',
  'training others',
  'decommissioning',
] as const;

const FIRST_ID = 10_001;
const BLOCKS = areas.length * activities.length;
const BLOCK_SIZE = 10;

/** Shares no factor with 250, so every block gets exactly one distant child. */
const STRIDE = 7;
const OFFSET = 103;

const idOf = (block: number, position: number): string => String(FIRST_ID + block * BLOCK_SIZE + position);

function topicOf(block: number): string {
  return `${areas[block % areas.length]}, ${activities[Math.floor(block / areas.length)]}`;
}

function questionsOf(number: number): readonly SampleQuestion[] {
  const id = (position: number) => idOf(number, position);
  const title = (text: string) => `${topicOf(number)}: ${text}`;
  const distant = (number * STRIDE + OFFSET) % BLOCKS;
  const isNested = number % 50 === 49;
  return [
    { id: id(0), title: title('what did you last do?'), type: 'short_text' },
    { id: id(1), title: title('do you hold a certificate for it?'), type: 'boolean' },
    { id: id(2), title: title('how many hours did you spend on it last year?'), type: 'number' },
    {
      id: id(3),
      title: title('on which shift?'),
      type: 'multiple_choice',
      options: ['Early', 'Late', 'Night'],
      minimum: 1,
      maximum: 1,
    },
    { id: id(4), title: title('when did you last do it?'), type: 'date' },
    { id: id(5), title: title('what went wrong once?'), type: 'long_text' },
    {
      id: id(6),
      title: `${topicOf(distant)}: who issued the certificate?`,
      type: 'short_text',
      conditional: shownWhen(idOf(distant, 1), 'equals', 'true', 1),
      place: 'data',
    },
    {
      id: id(7),
      title: title('would you teach it?'),
      type: 'boolean',
      conditional: shownWhen(id(2), 'greater_than', '1,000', 1),
      place: 'data',
    },
    {
      id: id(8),
      title: title('from when could you teach it?'),
      type: 'date',
      conditional: shownWhen(id(7), 'equals', 'true', 1),
      place: 'data',
    },
    {
      id: id(9),
      title: title('how many nights a month?'),
      type: 'number',
      conditional: isNested
        ? shownWhen(idOf(number - 1, 9), 'greater_than', '10', 1)
        : shownWhen(id(3), 'equals', 'Night', 1),
    },
  ];
}

export const thousand: SampleForm = {
  name: 'thousand',
  title: 'Two thousand five hundred questions',
  description: '2,500 questions on three pages, with follow-ups spread over them.',
  job: {
    id: '4714',
    title: 'Harbour Technician',
    company: 'Greywater Port Authority',
    location: 'Outer harbour',
    contract: 'Permanent, full time',
    state: 'open',
    paragraphs: [
      'This form is a load test: 250 fields of work, ten questions each. No applicant should ever meet one like it.',
      'Every question is optional. Some follow-ups belong to a question that stands hundreds of questions earlier or later.',
      'If this page is quick, every page is.',
    ],
  },
  questions: Array.from({ length: BLOCKS }, (_, number) => questionsOf(number)).flat(),
};

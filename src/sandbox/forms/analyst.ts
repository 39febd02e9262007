import { type SampleForm, type SampleQuestion, shownWhen } from '../sample-form.ts';
import { german } from './analyst-texts/de.ts';
import { spanish } from './analyst-texts/es.ts';
import { french } from './analyst-texts/fr.ts';
import { portuguese } from './analyst-texts/pt.ts';
import { brazilianPortuguese } from './analyst-texts/pt-br.ts';

/**
 * A short form whose job demands details that are not questions: a phone number, a CV and an address, as recruiters set
 * them for each job. Its texts exist in every language of the service.
 */

const questions: readonly SampleQuestion[] = [
  {
    id: '4701',
    title: 'What do you analyse at the moment, and who relies on it?',
    help: '<p>One or two lines. Studies and unpaid work count.</p>',
    type: 'short_text',
    required: true,
  },
  {
    id: '4702',
    title: 'Which of these do you use every week?',
    help: '<p>Choose <strong>one to three</strong>: what you know well.</p>',
    type: 'multiple_choice',
    required: true,
    options: ['SQL databases', 'Python or R', 'Spreadsheets', 'Dashboards', 'Something else'],
    minimum: 1,
    maximum: 3,
  },
  {
    id: '4721',
    title: 'What do you use instead?',
    type: 'short_text',
    required: true,
    conditional: shownWhen('4702', 'equals', 'Something else', 1),
  },
  {
    id: '4703',
    title: 'Have you worked with readings from meters or sensors?',
    type: 'boolean',
    required: true,
  },
  {
    id: '4722',
    title: 'From how many meters or sensors did they come?',
    help: '<p>A rough number is enough. We have <em>412,000</em>.</p>',
    type: 'number',
    required: true,
    conditional: shownWhen('4703', 'equals', 'true', 1),
  },
  {
    id: '4741',
    title: 'How did you find the ones that measured wrongly?',
    type: 'long_text',
    conditional: shownWhen('4722', 'greater_than', '1,000', 1),
  },
  {
    id: '4704',
    title: 'An analysis of your own',
    help: '<p>A report, a chart or a notebook as PDF, up to 10 MB. <strong>Please take out what is confidential.</strong></p>',
    type: 'document',
  },
  {
    id: '4705',
    title: 'From which day could you start?',
    type: 'date',
    required: true,
  },
];

export const analyst: SampleForm = {
  name: 'analyst',
  title: 'Data analyst',
  description:
    'A short form in six languages, of a job that demands a phone number, a CV and an address beside it.',
  job: {
    id: '4720',
    title: 'Data Analyst, Leakage',
    company: 'Brightmere Water',
    location: 'Norwich, England, two days a week',
    contract: 'Permanent, full or part time',
    state: 'open',
    requires: ['phone', 'cv', 'address'],
    paragraphs: [
      'Brightmere Water brings drinking water to 1.3 million people. A fifth of it is lost on the way, and nobody sees where. Our 412,000 meters and pressure sensors know, if somebody understands their readings.',
      'You would find leaks in these readings before they come up in the street, together with two engineers and the crews who dig. You would write the queries, draw the maps, and stand beside the hole when it turns out whether you were right.',
      'Hours are flexible, and so is the place for three days of the week. We ask for your phone number because our crews call rather than write, and for your address because the contract names it.',
    ],
  },
  questions,
  translations: {
    de: german,
    es: spanish,
    fr: french,
    pt: portuguese,
    'pt-BR': brazilianPortuguese,
  },
};

import { type SampleForm, type SampleQuestion, shownWhen } from '../sample-form.ts';
import { german } from './translated-texts/de.ts';
import { spanish } from './translated-texts/es.ts';
import { french } from './translated-texts/fr.ts';
import { portuguese } from './translated-texts/pt.ts';
import { brazilianPortuguese } from './translated-texts/pt-br.ts';

/**
 * A form in six languages. Conditions and stored answers keep the canonical English option texts, as the document says
 * of translated options. Most follow-ups here depend on such a text, so a form that compared the displayed texts would
 * lose them.
 */

const theSeason: readonly SampleQuestion[] = [
  {
    id: '6001',
    title: 'Which season would you like to work?',
    help: '<p>Crews change <strong>on the first Monday</strong> of a season.</p>',
    type: 'multiple_choice',
    required: true,
    options: [
      'Spring (March to May)',
      'Summer (June to September)',
      'Winter (November to February)',
      'The whole year',
    ],
    minimum: 1,
    maximum: 1,
  },
  {
    id: '6101',
    title: 'How many nights in a row would you spend on board at most?',
    help: '<p>Our longest round trip takes 14 nights.</p>',
    type: 'number',
    required: true,
    conditional: shownWhen('6001', 'equals', 'The whole year', 1),
  },
  {
    id: '6102',
    title: 'Would you come back for another season?',
    type: 'boolean',
    conditional: shownWhen('6001', 'not_equals', 'The whole year', 2),
  },
  {
    id: '6002',
    title: 'From which day are you free?',
    type: 'date',
    required: true,
  },
];

const theWork: readonly SampleQuestion[] = [
  {
    id: '6003',
    title: 'Which work on board interests you?',
    help: '<p>Choose <strong>one to three</strong>. You will be trained for each of them:</p><ul><li>two days ashore,</li><li>one week on board beside a colleague.</li></ul>',
    type: 'multiple_choice',
    required: true,
    options: ['Restaurant and bar', 'Cabins', 'Shop', 'Children’s club', 'Reception'],
    minimum: 1,
    maximum: 3,
  },
  {
    id: '6103',
    title: 'How many months have you worked in a restaurant or bar?',
    type: 'number',
    required: true,
    conditional: shownWhen('6003', 'equals', 'Restaurant and bar', 1),
  },
  {
    id: '6121',
    title: 'What did you learn there that our guests would notice?',
    type: 'long_text',
    conditional: shownWhen('6103', 'greater_than', '11', 1),
  },
  {
    id: '6104',
    title: 'Do you have a certificate in childcare?',
    type: 'multiple_choice',
    required: true,
    options: ['Yes', 'No', 'I am working towards one'],
    minimum: 1,
    maximum: 1,
    conditional: shownWhen('6003', 'equals', 'Children’s club', 2),
  },
  {
    id: '6122',
    title: 'Your certificate in childcare',
    help: '<p>In any language: we have it translated.</p>',
    type: 'document',
    required: true,
    conditional: shownWhen('6104', 'equals', 'Yes', 1),
  },
  {
    id: '6123',
    title: 'When do you expect to have it?',
    type: 'date',
    required: true,
    conditional: shownWhen('6104', 'equals', 'I am working towards one', 2),
  },
];

const aboutYou: readonly SampleQuestion[] = [
  {
    id: '6004',
    title: 'In which languages can you help a guest?',
    help: '<p>Well enough to explain the way to a lifeboat. <em>One is enough to apply.</em></p>',
    type: 'multiple_choice',
    required: true,
    options: ['English', 'French', 'German', 'Portuguese', 'Spanish', 'Another language'],
    minimum: 1,
  },
  {
    id: '6105',
    title: 'Which other languages?',
    type: 'short_text',
    required: true,
    conditional: shownWhen('6004', 'equals', 'Another language', 1),
  },
  {
    id: '6005',
    title: 'Have you worked at sea before?',
    type: 'boolean',
    required: true,
  },
  {
    id: '6106',
    title: 'Your last contract at sea',
    help: '<p>The month is enough: take its first day.</p>',
    type: 'date_range',
    required: true,
    conditional: shownWhen('6005', 'equals', 'true', 1),
  },
  {
    id: '6107',
    title: 'Do you get seasick?',
    help: '<p>Half the crew did in their first week. It changes nothing about your application.</p>',
    type: 'multiple_choice',
    options: ['Never', 'Sometimes', 'I do not know yet'],
    minimum: 1,
    maximum: 1,
    conditional: shownWhen('6005', 'equals', 'false', 2),
  },
  {
    id: '6006',
    title: 'Your CV',
    help: '<p>PDF or Word, up to 10 MB. <em>No photo, age or marital status, please.</em></p>',
    type: 'document',
    required: true,
  },
  {
    id: '6007',
    title: 'Why would you like to work on board?',
    help: '<p>Three sentences are plenty. <a href="https://crew.example.com/life-on-board">Life on board</a> tells what to expect.</p>',
    type: 'long_text',
  },
];

export const translated: SampleForm = {
  name: 'translated',
  title: 'Ferry crew, in six languages',
  description:
    'Texts in English, German, Spanish, French, and the Portuguese of Portugal and of Brazil; conditions and answers stay canonical English.',
  job: {
    id: '4717',
    title: 'Seasonal Crew Member',
    company: 'Coastline Ferries',
    location: 'Santander, Roscoff, Porto and Hamburg',
    contract: 'Fixed term, one season or a year',
    state: 'open',
    paragraphs: [
      'Our six ships carry people, bicycles and lorries between five countries. On each of them, forty crew members look after four hundred guests.',
      'You will live on board for one to two weeks at a time, in a cabin of your own, and then be at home for just as long.',
      'Apply in the language you like best. The crew speaks English among themselves, and no two of them speak it the same way.',
    ],
  },
  questions: [...theSeason, ...theWork, ...aboutYou],
  translations: {
    de: german,
    es: spanish,
    fr: french,
    pt: portuguese,
    'pt-BR': brazilianPortuguese,
  },
};

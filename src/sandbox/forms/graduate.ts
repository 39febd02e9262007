import { type SampleForm, type SampleQuestion, shownWhen } from '../sample-form.ts';

/** A graduate programme: long texts, web addresses, grades that decide what is asked next, several choices. */

const stream: readonly SampleQuestion[] = [
  {
    id: '8001',
    title: 'Which stream of the programme are you applying for?',
    help: '<p>All four last two years. You may change once, after the first placement.</p>',
    type: 'multiple_choice',
    required: true,
    options: ['Power systems', 'Data and forecasting', 'Project delivery', 'Markets and regulation'],
    minimum: 1,
    maximum: 1,
  },
  {
    id: '8101',
    title: 'Link to code, a notebook or a chart that you made',
    help: '<p>Course work is welcome. If it is not public, write <em>https://example.com</em> and bring it along.</p>',
    type: 'url',
    required: true,
    conditional: shownWhen('8001', 'equals', 'Data and forecasting', 1),
  },
  {
    id: '8201',
    title: 'What should we look at first?',
    type: 'short_text',
    conditional: shownWhen('8101', 'not_equals', 'https://example.com', 1),
  },
  {
    id: '8102',
    title: 'Which kinds of study have you done, for a course or at work?',
    type: 'multiple_choice',
    options: ['Load flow', 'Short circuit', 'Protection', 'Stability', 'None of these yet'],
    minimum: 1,
    maximum: 4,
    conditional: shownWhen('8001', 'equals', 'Power systems', 2),
  },
  {
    id: '8103',
    title: 'Which rule of an energy market would you change, and who would lose by it?',
    help: '<p>Up to 300 words. There is no list of right answers.</p>',
    type: 'long_text',
    required: true,
    conditional: shownWhen('8001', 'equals', 'Markets and regulation', 3),
  },
];

const studies: readonly SampleQuestion[] = [
  {
    id: '8002',
    title: 'Your degree and where you study or studied',
    help: '<p>For example: <em>Electrical engineering, Aalborg</em>.</p>',
    type: 'short_text',
    required: true,
  },
  {
    id: '8003',
    title: 'Beginning and end of your studies',
    help: '<p>The expected end, if you still study.</p>',
    type: 'date_range',
    required: true,
  },
  {
    id: '8004',
    title: 'Have you graduated?',
    type: 'boolean',
    required: true,
  },
  {
    id: '8104',
    title: 'Your final grade in percent',
    help: '<p>Grades of other scales: take the <a href="https://grades.example.com/">table of the admissions office</a>. Decimals are fine.</p>',
    type: 'number',
    required: true,
    conditional: shownWhen('8004', 'equals', 'true', 1),
  },
  {
    id: '8202',
    title: 'What should we know about your studies that the grade does not show?',
    help: '<p>Work beside your studies, a family, an illness, a project that failed well. We take one in three from here.</p>',
    type: 'long_text',
    required: true,
    conditional: shownWhen('8104', 'less_than', '60', 1),
  },
  {
    id: '8203',
    title: 'Have you published some of your work?',
    type: 'boolean',
    conditional: shownWhen('8104', 'greater_than', '84.5', 2),
  },
  {
    id: '8301',
    title: 'Link to the publication',
    type: 'url',
    required: true,
    conditional: shownWhen('8203', 'equals', 'true', 1),
  },
  {
    id: '8105',
    title: 'Your average so far in percent',
    type: 'number',
    required: true,
    conditional: shownWhen('8004', 'equals', 'false', 2),
  },
  {
    id: '8106',
    title: 'When do you expect to graduate?',
    type: 'date',
    required: true,
    conditional: shownWhen('8004', 'equals', 'false', 3),
  },
  {
    id: '8204',
    title: 'The programme begins on 1 October. May we keep your place for the year after?',
    type: 'boolean',
    required: true,
    conditional: shownWhen('8106', 'greater_than', '30 September 2027', 1),
  },
];

const experience: readonly SampleQuestion[] = [
  {
    id: '8005',
    title: 'How many months have you worked in internships or student jobs?',
    help: '<p>In any trade. Enter 0 if you have not.</p>',
    type: 'number',
    required: true,
  },
  {
    id: '8107',
    title: 'What is different there because of you?',
    help: '<p>A spreadsheet, a habit, a machine, a rota.</p>',
    type: 'long_text',
    required: true,
    conditional: shownWhen('8005', 'greater_than', '0', 1),
  },
  {
    id: '8006',
    title: 'Tell us about a problem that you could only solve with others',
    help:
      '<p>About 200 words:</p><ul><li>what the problem was,</li><li>what you did, and what they did,</li>' +
      '<li>what you would do differently.</li></ul>',
    type: 'long_text',
    required: true,
  },
  {
    id: '8007',
    title: 'Why an electricity grid?',
    type: 'long_text',
    required: true,
  },
  {
    id: '8108',
    title: 'Which number would you look at first, to see whether we do enough for the climate?',
    type: 'short_text',
    conditional: shownWhen('8007', 'contains', 'climate', 1),
  },
  {
    id: '8008',
    title: 'Link to a profile, a portfolio or a page of yours',
    type: 'url',
  },
];

const placesAndFiles: readonly SampleQuestion[] = [
  {
    id: '8009',
    title: 'Where would you like your placements to be?',
    help: '<p>Choose <strong>two or three</strong>: every placement lasts eight months.</p>',
    type: 'multiple_choice',
    required: true,
    options: [
      'Control centre, Arnhem',
      'Substation works, Lille',
      'Offshore platform, North Sea',
      'Planning office, Hanover',
      'Trading floor, Brussels',
      'Cable ship',
    ],
    minimum: 2,
    maximum: 3,
  },
  {
    id: '8109',
    title: 'Do you hold a certificate in sea survival?',
    help: '<p>If not, you will before you go: three days, one of them in the water.</p>',
    type: 'boolean',
    required: true,
    conditional: shownWhen('8009', 'equals', 'Offshore platform, North Sea', 1),
  },
  {
    id: '8205',
    title: 'Until when is it valid?',
    type: 'date',
    required: true,
    conditional: shownWhen('8109', 'equals', 'true', 1),
  },
  {
    id: '8010',
    title: 'Transcript of your grades',
    help: '<p>Without signatures and stamps is fine.</p>',
    type: 'document',
    required: true,
  },
  {
    id: '8011',
    title: 'Your CV',
    help: '<p>One page is enough. <em>No photo, age or marital status, please.</em></p>',
    type: 'document',
    required: true,
  },
  {
    id: '8012',
    title: 'How did you hear of the programme?',
    type: 'multiple_choice',
    options: [
      'Careers service of my university',
      'A lecture or a visit',
      'A fair',
      'Somebody who works there',
      'Somebody on the programme',
      'A job board',
      'A newspaper or the radio',
      'Somewhere else',
    ],
    minimum: 1,
    maximum: 1,
  },
  {
    id: '8110',
    title: 'Where else?',
    type: 'short_text',
    conditional: shownWhen('8012', 'equals', 'Somewhere else', 1),
  },
  {
    id: '8013',
    title: 'May we write to you about next year’s programme if it does not work out?',
    type: 'boolean',
  },
];

export const graduate: SampleForm = {
  name: 'graduate',
  title: 'Graduate programme',
  description: 'Long texts, web addresses, grades that decide what is asked next, places to choose from.',
  job: {
    id: '4716',
    title: 'Graduate Programme, Class of 2027',
    company: 'Meridian Grid',
    location: 'Arnhem, Lille, Hanover and at sea',
    contract: 'Two years, then permanent',
    state: 'open',
    paragraphs: [
      'We run 12,000 kilometres of high-voltage lines and cables in four countries. Sixteen graduates join us every October.',
      'You will work in three placements of eight months. In each, one piece of the grid is yours: a forecast, a transformer, a tender.',
      'The form takes about forty minutes. Two engineers and somebody from last year’s class read every word of it.',
    ],
  },
  questions: [...stream, ...studies, ...experience, ...placesAndFiles],
};

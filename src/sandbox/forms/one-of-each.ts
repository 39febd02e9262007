import { type SampleForm, type SampleQuestion, shownWhen } from '../sample-form.ts';

/**
 * One parent per type, one child per operator and value: every row of the specification's table, with both spellings of
 * less than.
 */

const parents: readonly SampleQuestion[] = [
  { id: '2001', title: 'Yes or no', type: 'boolean' },
  { id: '2002', title: 'Short text', type: 'short_text', help: '<p>Compared exactly: try “Nurse”.</p>' },
  { id: '2003', title: 'Long text', type: 'long_text', help: '<p>Compared exactly: try “night shifts”.</p>' },
  { id: '2004', title: 'Web address', type: 'url', help: '<p>Try https://example.com/cv</p>' },
  {
    id: '2005',
    title: 'One choice',
    type: 'multiple_choice',
    options: ['Full time', 'Part time', 'Either'],
    minimum: 1,
    maximum: 1,
  },
  {
    id: '2006',
    title: 'Several choices',
    type: 'multiple_choice',
    options: [{ text: 'Days' }, { text: 'Evenings' }, { text: 'Nights' }, { text: 'Weekends' }],
    minimum: 1,
    maximum: 3,
  },
  { id: '2007', title: 'Number', type: 'number' },
  { id: '2008', title: 'Date', type: 'date' },
  { id: '2009', title: 'File', type: 'document' },
  { id: '2010', title: 'Several files', type: 'multi_document' },
  {
    id: '2011',
    title: 'From and to',
    type: 'date_range',
    help: '<p>Supports no condition, so it has no follow-up.</p>',
  },
];

type Row = readonly [parent: string, operator: string, value: string];

const rows: readonly Row[] = [
  ['2001', 'equals', 'true'],
  ['2001', 'equals', 'false'],
  ['2001', 'not_equals', 'true'],
  ['2001', 'not_equals', 'false'],
  ['2002', 'equals', 'Nurse'],
  ['2002', 'not_equals', 'Nurse'],
  ['2002', 'contains', 'ur'],
  ['2002', 'not_contains', 'ur'],
  ['2003', 'equals', 'night shifts'],
  ['2003', 'not_equals', 'night shifts'],
  ['2003', 'contains', 'night'],
  ['2003', 'not_contains', 'night'],
  ['2004', 'equals', 'https://example.com/cv'],
  ['2004', 'not_equals', 'https://example.com/cv'],
  ['2005', 'equals', 'Full time'],
  ['2005', 'not_equals', 'Full time'],
  ['2006', 'equals', 'Nights'],
  ['2006', 'not_equals', 'Nights'],
  ['2007', 'equals', '10'],
  ['2007', 'not_equals', '10.0'],
  ['2007', 'greater_than', '1,000'],
  ['2007', 'less_thanThan', '2.5'],
  ['2007', 'less_than', '2.5'],
  ['2008', 'equals', '5 June 2024'],
  ['2008', 'not_equals', '2024-06-05'],
  ['2008', 'greater_than', '31/12/2025'],
  ['2008', 'less_thanThan', 'June 5, 2024'],
  ['2008', 'less_than', '2024/06/05'],
  ['2009', 'equals', 'true'],
  ['2009', 'equals', 'false'],
  ['2009', 'not_equals', 'true'],
  ['2009', 'not_equals', 'false'],
  ['2010', 'equals', 'true'],
  ['2010', 'equals', 'false'],
  ['2010', 'not_equals', 'true'],
  ['2010', 'not_equals', 'false'],
];

const FIRST_CHILD = 2101;

/** Positions follow the rows, so a child has the same position in the table and on the screen. */
const children: readonly SampleQuestion[] = rows.map(([parent, operator, value], row) => ({
  id: String(FIRST_CHILD + row),
  title: `${parents.find(({ id }) => id === parent)?.title}: ${operator} ${value}`,
  type: 'short_text',
  conditional: shownWhen(parent, operator, value, row + 1),
}));

export const oneOfEach: SampleForm = {
  name: 'one-of-each',
  title: 'One of each',
  description: 'Every type of parent by every operator, both spellings of less than.',
  job: {
    id: '4712',
    title: 'Ward Coordinator',
    company: 'Fernhill Hospitals',
    location: 'Three sites, choose one',
    contract: 'Permanent, shifts',
    state: 'open',
    paragraphs: [
      'This form is a specimen: it asks one question of each type, and has one follow-up for each way in which a follow-up can depend on an answer.',
      'The title of each follow-up says when it appears. Answer a question above and watch which follow-ups come and go.',
      'Nothing you enter leaves the sandbox on this computer.',
    ],
  },
  questions: [...parents, ...children],
};

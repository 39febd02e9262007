import { type SampleForm, type SampleQuestion, shownWhen } from '../sample-form.ts';

/**
 * A realistic form of a good company: all ten types, follow-ups to four levels, dates and numbers as recruiters write
 * them.
 */

const aboutYourWork: readonly SampleQuestion[] = [
  {
    id: '101',
    title: 'What are you working on at the moment?',
    help: '<p>One line is enough: a product, a team, a course, a break. <strong>There is no wrong answer.</strong></p>',
    type: 'short_text',
    required: true,
  },
  {
    id: '102',
    title: 'How many years have you written software that other people rely on?',
    help: '<p>Paid work, open source and internships all count. Halves are fine.</p>',
    type: 'number',
    required: true,
  },
  {
    id: '121',
    title: 'Which engineers have you helped to grow, and how?',
    help: '<p>Roles rather than names, please.</p>',
    type: 'long_text',
    conditional: shownWhen('102', 'greater_than', '7', 1),
  },
  {
    id: '122',
    title: 'What would help you most in your first six months?',
    help: '<p>Everyone who is new to the trade has a mentor here, two afternoons a week.</p>',
    type: 'short_text',
    conditional: shownWhen('102', 'less_thanThan', '2', 2),
  },
  {
    id: '103',
    title: 'Which of these do you work with every week?',
    help: '<p>Choose <strong>one to four</strong>. We would rather see what you know well than everything you have seen.</p>',
    type: 'multiple_choice',
    required: true,
    options: ['TypeScript', 'Rust', 'Go', 'Python', 'PostgreSQL', 'Kubernetes', 'Something else'],
    minimum: 1,
    maximum: 4,
  },
  {
    id: '123',
    title: 'What do you reach for instead?',
    type: 'short_text',
    required: true,
    conditional: shownWhen('103', 'equals', 'Something else', 2),
  },
  {
    id: '124',
    title: 'How large was the largest PostgreSQL table you were responsible for?',
    help: '<p>Millions of rows, roughly.</p>',
    type: 'number',
    conditional: shownWhen('103', 'equals', 'PostgreSQL', 1),
  },
  {
    id: '141',
    title: 'What broke first as it grew, and what did you do about it?',
    help: '<p>Indexes, vacuum, locks, the budget: whatever it was. If it is confidential, write just that.</p>',
    type: 'long_text',
    conditional: shownWhen('124', 'greater_than', '1,000', 1),
  },
  {
    id: '161',
    title: 'Is there a write-up of it that we may read?',
    type: 'boolean',
    conditional: shownWhen('141', 'not_contains', 'confidential', 1),
  },
  {
    id: '181',
    title: 'Link to the write-up',
    type: 'url',
    required: true,
    conditional: shownWhen('161', 'equals', 'true', 1),
  },
  {
    id: '104',
    title: 'Tell us about something you built that you are proud of',
    help:
      '<p>For example:</p><ul><li>what it does and for whom,</li><li>what was hard about it,</li>' +
      '<li>what you would do differently today.</li></ul>' +
      '<p>If you used an AI assistant, say where: we use them too.</p>',
    type: 'long_text',
    required: true,
  },
  {
    id: '125',
    title: 'How did you check what the assistant wrote?',
    type: 'long_text',
    conditional: shownWhen('104', 'contains', 'AI', 1),
  },
  {
    id: '105',
    title: 'Link to code, a talk or a profile that shows your work',
    help: '<p>A repository, a blog, a portfolio. Leave it empty if your work is not public; many good engineers have nothing to link to.</p>',
    type: 'url',
  },
  {
    id: '126',
    title: 'What should we look at first?',
    help: '<p>A file, a pull request, minute 12 of the talk.</p>',
    type: 'short_text',
    conditional: shownWhen('105', 'not_equals', 'https://github.com', 1),
  },
];

const documents: readonly SampleQuestion[] = [
  {
    id: '106',
    title: 'Your CV',
    help: '<p>PDF or Word, up to 10 MB. <em>No photo, age or marital status, please.</em></p>',
    type: 'document',
    required: true,
  },
  {
    id: '107',
    title: 'Certificates or work samples',
    help: '<p>Optional. You can add several files.</p>',
    type: 'multi_document',
  },
  {
    id: '127',
    title: 'Which of these files matters most for this job, and why?',
    type: 'short_text',
    conditional: shownWhen('107', 'equals', 'true', 1),
  },
  {
    id: '108',
    title: 'When did you last have a longer stretch of work or study?',
    help: '<p>The months are enough: choose the first day. Use today as the end if it still goes on.</p>',
    type: 'date_range',
    required: true,
  },
];

const startingHere: readonly SampleQuestion[] = [
  {
    id: '109',
    title: 'When could you start?',
    help: '<p>Our next group of new colleagues starts on <strong>1 September 2027</strong>; any other day is possible.</p>',
    type: 'date',
    required: true,
  },
  {
    id: '128',
    title: 'Are you bound by a notice period until then?',
    type: 'boolean',
    required: true,
    conditional: shownWhen('109', 'greater_than', '1 September 2027', 1),
  },
  {
    id: '142',
    title: 'How many weeks of notice do you have to give?',
    type: 'number',
    required: true,
    conditional: shownWhen('128', 'equals', 'true', 1),
  },
  {
    id: '162',
    title: 'Could you be released earlier?',
    type: 'multiple_choice',
    options: ['Yes, already agreed', 'Probably', 'No'],
    minimum: 1,
    maximum: 1,
    conditional: shownWhen('142', 'greater_than', '12', 1),
  },
  {
    id: '182',
    title: 'From which day?',
    type: 'date',
    required: true,
    conditional: shownWhen('162', 'equals', 'Yes, already agreed', 1),
  },
  {
    id: '129',
    title: 'You would be here before our engineering week in June. Would you like to join it?',
    help: '<p>Five days in Ghent with everyone, travel and hotel paid.</p>',
    type: 'boolean',
    conditional: shownWhen('109', 'less_thanThan', '05/06/2027', 2),
  },
  {
    id: '110',
    title: 'How would you like to work?',
    type: 'multiple_choice',
    required: true,
    options: ['In the Ghent office', 'Some days in the office', 'Fully remote'],
    minimum: 1,
    maximum: 1,
  },
  {
    id: '130',
    title: 'From which country and time zone would you work?',
    help:
      '<p>We can employ people in the countries on <a href="https://lumenrail.example/where-we-hire">this list</a>, ' +
      'within three hours of Ghent.</p>',
    type: 'short_text',
    required: true,
    conditional: shownWhen('110', 'equals', 'Fully remote', 1),
  },
  {
    id: '131',
    title: 'How many days a week would you come in?',
    type: 'number',
    conditional: shownWhen('110', 'equals', 'Some days in the office', 2),
  },
  {
    id: '111',
    title: 'May you work in the European Union without a permit?',
    type: 'boolean',
    required: true,
  },
  {
    id: '132',
    title: 'Shall we apply for a work permit for you?',
    help: '<p>We do this often and pay for it. It takes <strong>about nine weeks</strong>.</p>',
    type: 'multiple_choice',
    required: true,
    options: ['Yes, please', 'I already have one', 'I am not sure'],
    minimum: 1,
    maximum: 1,
    conditional: shownWhen('111', 'equals', 'false', 1),
  },
  {
    id: '143',
    title: 'Until when is your permit valid?',
    type: 'date',
    required: true,
    conditional: shownWhen('132', 'equals', 'I already have one', 1),
  },
  {
    id: '163',
    title: 'A copy of the permit',
    help: '<p>It ends before our usual probation period does, so we would like to plan its renewal with you. You can also bring it to the interview.</p>',
    type: 'document',
    conditional: shownWhen('143', 'less_than', '5 June 2028', 1),
  },
  {
    id: '183',
    title: 'Is there anything about this document that we should know?',
    type: 'short_text',
    conditional: shownWhen('163', 'equals', 'true', 1),
  },
];

const lastThings: readonly SampleQuestion[] = [
  {
    id: '112',
    title: 'What yearly salary do you have in mind, in euros?',
    help: '<p>Before tax, for full time. Our range for this job is <strong>62,000 to 84,000</strong>, depending on experience.</p>',
    type: 'number',
  },
  {
    id: '133',
    title: 'That is above our range for this job. What would we need to know?',
    help: '<p>We do look at a second level for people with the experience for it.</p>',
    type: 'long_text',
    conditional: shownWhen('112', 'greater_than', '84,000', 1),
  },
  {
    id: '113',
    title: 'How did you hear about this job?',
    help: '<p>A colleague of ours, a job board, a talk: one line is enough.</p>',
    type: 'short_text',
  },
  {
    id: '134',
    title: 'Which team does this colleague work in?',
    help: '<p>So that we can say thank you. The team is enough; no name, please.</p>',
    type: 'short_text',
    conditional: shownWhen('113', 'contains', 'colleague', 1),
  },
  {
    id: '114',
    title: 'Do you need anything from us to do well in an interview?',
    help:
      '<p>More time, captions, a step-free room, questions in writing: just say so. ' +
      'It has <strong>no influence on our decision</strong>. ' +
      '<a href="https://lumenrail.example/accessibility">How we interview</a></p>',
    type: 'boolean',
  },
  {
    id: '135',
    title: 'What would help you?',
    type: 'long_text',
    required: true,
    conditional: shownWhen('114', 'not_equals', 'false', 1),
  },
];

export const engineer: SampleForm = {
  name: 'engineer',
  title: 'Software engineer',
  description: 'A form as a good company would use it: all ten types, follow-ups to four levels.',
  job: {
    id: '4711',
    title: 'Software Engineer, Timetables',
    company: 'Lumen Rail',
    location: 'Ghent, Belgium, or remote in Europe',
    contract: 'Permanent, full time or 80 %',
    state: 'open',
    paragraphs: [
      'Lumen Rail plans the timetables of eleven regional railways. When a points failure closes a line at seven in the morning, our software has forty seconds to find a new plan for every train, every crew and every passenger who would miss a connection.',
      'You would join the six engineers who own that planner from the database to the dispatcher’s screen. We write TypeScript and Rust, release several times a day, and each of us spends one day a quarter in a control room to see what our work does to people’s mornings.',
      'You would have a real say in what we build next, a yearly budget of 2,500 euros for learning, thirty days of leave, and a team that goes home on time. We answer every application within ten working days.',
    ],
  },
  questions: [...aboutYourWork, ...documents, ...startingHere, ...lastThings],
};

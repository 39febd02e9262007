/**
 * The jobs of the sample applications: one of each visibility, which together have questions of every type. Further jobs are
 * external, one in each state in which a job takes no applications.
 */

import {
  type JobState,
  type JobVisibility,
  type SampleForm,
  type SampleQuestion,
  shownWhen,
} from '../sample-form.ts';

/** The first question of the job of most sample applications. */
export const firstQuestion: SampleQuestion = {
  id: '8501',
  title: 'What do you like about planning?',
  type: 'short_text',
  required: true,
};

const planner: readonly SampleQuestion[] = [
  firstQuestion,
  {
    id: '8502',
    title: 'Describe a plan that went wrong.',
    help: '<p>And what you did then.</p>',
    type: 'long_text',
  },
  { id: '8503', title: 'Do you hold a forklift licence?', type: 'boolean', required: true },
  {
    id: '8504',
    title: 'When was it issued?',
    type: 'date',
    conditional: shownWhen('8503', 'equals', 'true'),
  },
  { id: '8505', title: 'How many people have you planned for?', type: 'number' },
  { id: '8506', title: 'Where can we read more about you?', type: 'url' },
  { id: '8507', title: 'Your last post, from when to when?', type: 'date_range' },
  {
    id: '8508',
    title: 'Which shifts suit you?',
    type: 'multiple_choice',
    options: ['Early', 'Late', 'Night'],
    minimum: 1,
    maximum: 2,
  },
  { id: '8509', title: 'Your licence', type: 'document' },
  { id: '8510', title: 'Further certificates', type: 'multi_document' },
];

const why = (id: string): readonly SampleQuestion[] => [
  { id, title: 'Why this job?', type: 'short_text', required: true },
];

interface Job {
  readonly id: string;
  readonly title: string;
  readonly visibility: JobVisibility;
  readonly state: JobState;
  readonly questions: readonly SampleQuestion[];
}

const jobs: readonly Job[] = [
  { id: '4801', title: 'Warehouse Planner', visibility: 'external', state: 'open', questions: planner },
  {
    id: '4802',
    title: 'Head of Research',
    visibility: 'confidential',
    state: 'open',
    questions: why('8521'),
  },
  { id: '4803', title: 'Team Lead, Returns', visibility: 'internal', state: 'open', questions: why('8531') },
  { id: '4804', title: 'Site Manager', visibility: 'private_job', state: 'open', questions: why('8541') },
  { id: '4805', title: 'Night Clerk', visibility: 'external', state: 'draft', questions: why('8551') },
  {
    id: '4806',
    title: 'Crane Driver',
    visibility: 'external',
    state: 'pending_approval',
    questions: why('8561'),
  },
  { id: '4807', title: 'Dock Porter', visibility: 'external', state: 'closed', questions: why('8571') },
  { id: '4808', title: 'Lamp Lighter', visibility: 'external', state: 'archived', questions: why('8581') },
];

export const sampleJobs: readonly SampleForm[] = jobs.map(({ id, title, visibility, state, questions }) => ({
  name: `sample-${state === 'open' ? visibility : state}`,
  title,
  description: `The job of sample applications: ${visibility}, ${state}.`,
  job: {
    id,
    title,
    company: 'Sample Logistics',
    location: 'Northwater, by the docks',
    contract: 'Permanent, full time',
    state,
    visibility,
    paragraphs: ['Nobody works here: this job belongs to the sample applications of the sandbox.'],
  },
  questions,
}));

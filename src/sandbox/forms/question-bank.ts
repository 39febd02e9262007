import type { SampleQuestion } from '../sample-form.ts';

/** The question bank of the sandbox: templates for recruiters. They belong to no job, so no form shows them. */

/** The structured section of the bank: applicants fill it in once for each post they have held. */
const EMPLOYMENT_SECTION = '31';

export const questionBank: readonly SampleQuestion[] = [
  {
    id: '3101',
    title: 'Do you hold a driving licence?',
    type: 'boolean',
    createdAt: '2025-03-03T09:00:00.000Z',
    updatedAt: '2025-03-03T09:00:00.000Z',
  },
  {
    id: '3102',
    title: 'Which classes of vehicle may you drive?',
    type: 'multiple_choice',
    options: ['Car', 'Van', 'Lorry', 'Bus'],
    conditional: {
      parent_question_id: '3101',
      position: 1,
      conditions: [{ operator: 'equals', value: 'true' }],
    },
    createdAt: '2025-03-03T09:05:00.000Z',
    updatedAt: '2025-06-10T14:30:00.000Z',
  },
  {
    id: '3103',
    title: 'How did you hear of us?',
    type: 'short_text',
    createdAt: '2025-05-19T11:00:00.000Z',
    updatedAt: '2026-02-02T08:15:00.000Z',
  },
  {
    id: '3111',
    title: 'Employer',
    type: 'short_text',
    required: true,
    section: EMPLOYMENT_SECTION,
    createdAt: '2025-09-01T10:00:00.000Z',
    updatedAt: '2025-09-01T10:00:00.000Z',
  },
  {
    id: '3112',
    title: 'Your post there',
    type: 'short_text',
    section: EMPLOYMENT_SECTION,
    createdAt: '2025-09-01T10:01:00.000Z',
    updatedAt: '2025-09-01T10:01:00.000Z',
  },
  {
    id: '3113',
    title: 'From when to when?',
    type: 'date_range',
    section: EMPLOYMENT_SECTION,
    createdAt: '2025-09-01T10:02:00.000Z',
    updatedAt: '2025-11-11T16:45:00.000Z',
  },
];

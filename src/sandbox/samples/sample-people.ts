import type { ApplicationRecord, TagRecord } from '../records/record-store.ts';

/** The applicants of the samples, and how each application differs from the first. */

export interface SamplePerson {
  /** The last digits of its ids. */
  readonly number: number;
  /** The number of an earlier application of the same person. */
  readonly sameAs?: number;
  readonly jobId: string;
  readonly stage: number;
  readonly furthestStage: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly told: Readonly<Record<string, unknown>>;
  readonly tags: readonly TagRecord[];
  readonly aiScore: ApplicationRecord['aiScore'];
}

/** Numbers that Ofcom reserves for drama, from the end of the range: the control assigns those at its beginning. */
const phoneOf = (number: number): string => `+4477009009${String(90 + number)}`;

const british = {
  address1: '1 Sample Street',
  address2: 'Flat 2',
  town: 'Northwater',
  postcode: 'ZZ99 9ZZ',
  country: 'GB',
};

const american = {
  address1: '100 Sample Avenue',
  state_province: 'Oregon',
  town: 'Sampleville',
  postcode: '97000',
  country: 'US',
};

const attributesOf = (number: number) => ({
  external_system_reference: `sample-${number}`,
  hired_at: null,
  start_on: '2026-09-01',
  locale: 'en',
  phone_iso2: 'GB',
  is_demo: true,
  first_name: 'Sample',
  last_name: `Applicant ${number}`,
  preferred_name: `Preferred ${number}`,
  email: `sample.applicant.${number}@example.com`,
  phone: phoneOf(number),
  date_of_birth: `1990-01-0${number}`,
  linkedin_url: `https://www.example.com/in/sample-applicant-${number}`,
  summary: 'Plans for a living.\nLikes lists.',
  preferred_pronouns: 'they/them',
  channel_source: 'Careers site',
  channel: 'careers_site',
  ...british,
});

const told = {
  internal_candidate: false,
  concealed: false,
  rejected_at: null,
  // The number used in the authority's own guidance, which is never assigned.
  national_identifier: 'QQ123456C',
};

const sampleScore = {
  status: 'completed',
  score: 82,
  verdict: 'strong_match',
  strengths: ['Has planned warehouses for six years', 'Holds the licence'],
  concerns: ['Has not led a night shift'],
  interview_focus: ['How a plan is changed in the middle of a shift'],
  scored_at: '2026-03-02T09:31:00.000Z',
};

const portal: TagRecord = { context: 'custom_portal_source', name: 'Careers site' };

const plain = (number: number): SamplePerson => ({
  number,
  jobId: '4801',
  stage: 2,
  furthestStage: 3,
  attributes: attributesOf(number),
  told,
  tags: [portal],
  aiScore: null,
});

/** Another application of the same person. */
const second = (number: number, first: number): SamplePerson => ({
  ...plain(number),
  sameAs: first,
  attributes: { ...attributesOf(first), external_system_reference: `sample-${number}` },
});

export const samplePeople: readonly SamplePerson[] = [
  { ...plain(1), tags: [{ context: null, name: 'referral' }, portal], aiScore: sampleScore },
  {
    ...plain(2),
    attributes: { ...attributesOf(2), address2: null, locale: 'es', ...american },
  },
  { ...second(3, 1), jobId: '4802' },
  {
    ...plain(4),
    told: { ...told, rejected_at: '2026-03-15T16:45:00.000Z' },
    tags: [{ context: 'rejection', name: 'Not enough experience' }],
  },
  {
    ...plain(5),
    stage: 5,
    furthestStage: 5,
    attributes: { ...attributesOf(5), hired_at: '2026-04-01T08:00:00.000Z' },
    aiScore: { ...sampleScore, score: 91 },
  },
  {
    ...plain(6),
    jobId: '4803',
    told: { ...told, internal_candidate: true },
    tags: [{ context: null, name: 'internal' }],
  },
  { ...plain(7), jobId: '4804', told: { ...told, concealed: true }, tags: [] },
];

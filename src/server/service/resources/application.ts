/** An application as the service returns it: "applications" of the service's document, what may be read of it. */
import * as z from 'zod';
import { answerId, applicationId, candidateId, commentId, jobId } from '../../../core/model/ids.ts';
import { toMany, toManyOf, toOne, toOneOf } from './linkage.ts';
import { attachments, flag, id, integer, number, tags, text, texts } from './members.ts';

/** null where the feature is off for the company, and where there is no score. */
const aiScore = z
  .looseObject({
    status: text,
    score: number,
    verdict: text,
    strengths: texts,
    concerns: texts,
    interview_focus: texts,
    /** Date-time. */
    scored_at: text,
  })
  .nullish()
  .catch(null);

const attributes = z.object({
  /** Stable and unique, safe to hand to third parties. */
  uuid: text,
  /** Date-time, as are all that end in `_at`. */
  created_at: text,
  updated_at: text,
  rejected_at: text,
  hired_at: text,
  candidate_id: integer,
  job_id: integer,
  /** Blank where the application did not come through a posting's form. */
  job_posting_id: integer,
  stage_id: integer,
  internal_candidate: flag,
  concealed: flag,
  is_demo: flag,
  ai_score: aiScore,
  external_system_reference: text,
  /** Date. */
  start_on: text,
  locale: text,
  first_name: text,
  last_name: text,
  preferred_name: text,
  full_name: text,
  email: text,
  phone: text,
  phone_iso2: text,
  date_of_birth: text,
  national_identifier: text,
  linkedin_url: text,
  summary: text,
  preferred_pronouns: text,
  channel_source: text,
  channel: text,
  address1: text,
  /** null for addresses in the US. */
  address2: text,
  town: text,
  /** null for addresses outside the US. */
  state_province: text,
  postcode: text,
  country: text,
  country_code: text,
  country_code_alpha3: text,
  country_name: text,
});

/** Only where `extra_fields[applications]` asks for them. */
const extraFields = z.object({
  attachments,
  average_rating: number,
  tags,
  days_in_current_stage: integer,
});

const relationships = z.object({
  job: toOneOf('jobs', jobId),
  job_posting: toOne('job_postings'),
  stage: toOne('stages'),
  furthest_stage: toOne('stages'),
  candidate: toOneOf('candidates', candidateId),
  hris_reference: toOne('hris_exports'),
  onboarding_application: toOne('onboarding_applications'),
  resume: toOne('resumes'),
  document_requests: toMany('document_requests'),
  offers: toMany('offers'),
  answers: toManyOf('answers', answerId),
  custom_attributes: toMany('custom_attributes'),
  structured_section_responses: toMany('structured_section_responses'),
  scorecard_ratings: toMany('scorecard_ratings'),
  scorecard_notes: toMany('scorecard_notes'),
  scorecard_answers: toMany('scorecard_answers'),
  user_scorecards: toMany('user_scorecards'),
  comments: toManyOf('comments', commentId),
});

export const applicationResource = z.object({
  type: z.literal('applications'),
  id: id.transform(applicationId),
  attributes: attributes.extend(extraFields.shape).catch({}).default({}),
  relationships: relationships.catch({}).default({}),
});

export type ApplicationResource = z.output<typeof applicationResource>;

/** What `fields[applications]` may name; a relationship that is included and not named here comes without its linkage. */
export type ApplicationField =
  | 'id'
  | keyof z.output<typeof attributes>
  | keyof z.output<typeof relationships>;

/** What `extra_fields[applications]` may name. */
export type ApplicationExtraField = keyof z.output<typeof extraFields>;

/** What `include` may name, to-one and to-many. */
export type ApplicationRelationship = keyof z.output<typeof relationships>;

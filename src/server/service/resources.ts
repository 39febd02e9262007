/**
 * Resources as the service returns them: the readable members that its document shows. Related resources and additional
 * attributes are returned only if `include` and `extra_fields` request them.
 */
import * as z from 'zod';
import {
  answerId,
  applicationId,
  candidateId,
  commentId,
  jobId,
  jobSeekerId,
  questionId,
} from '../../core/model/ids.ts';
import {
  anyObject,
  anyRelationships,
  attachments,
  flag,
  id,
  integer,
  number,
  tags,
  text,
  texts,
  toMany,
  toManyOf,
  toOne,
  toOneOf,
  toOneOfTypes,
} from './members.ts';

/** Names for `fields[TYPE]`; an included relationship that is not named here has no linkage. */
type FieldOf<Attributes extends z.ZodType, Relationships extends z.ZodType> =
  | 'id'
  | keyof z.output<Attributes>
  | keyof z.output<Relationships>;

/** null if the company has turned the feature off, or if there is no score. */
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

const applicationAttributes = z.object({
  /** Stable and unique, safe to give to third parties. */
  uuid: text,
  /** Date-time, like all members that end in `_at`. */
  created_at: text,
  updated_at: text,
  rejected_at: text,
  hired_at: text,
  candidate_id: integer,
  job_id: integer,
  /** Blank if the application did not come through a posting's form. */
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

const applicationExtraFields = z.object({
  attachments,
  average_rating: number,
  tags,
  days_in_current_stage: integer,
});

const applicationRelationships = z.object({
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
  attributes: applicationAttributes.extend(applicationExtraFields.shape).catch({}).default({}),
  relationships: applicationRelationships.catch({}).default({}),
});

export type ApplicationResource = z.output<typeof applicationResource>;

export type ApplicationField = FieldOf<typeof applicationAttributes, typeof applicationRelationships>;

/** Names for `extra_fields[applications]`. */
export type ApplicationExtraField = keyof z.output<typeof applicationExtraFields>;

/** Names for `include`, to-one and to-many. */
export type ApplicationRelationship = keyof z.output<typeof applicationRelationships>;

const answerAttributes = z.object({
  /** Title of its question. */
  title: text,
  additional_information: text,
  question_type: text,
  boolean_answer: flag,
  /** A decimal number as text. */
  number_answer: text,
  text_answer: text,
  url_answer: text,
  /** Date, like both ends of a range. */
  date_answer: text,
  date_from_answer: text,
  date_to_answer: text,
  /** Texts of the options. */
  multiple_choice_answer: texts,
  /** The document does not show its members. */
  document_answer: anyObject.nullish().catch(null),
  /** Date-time. */
  created_at: text,
  updated_at: text,
});

const answerExtraFields = z.object({ attachments });

const answerRelationships = z.object({
  question: toOneOf('questions', questionId),
  answerable: toOneOfTypes(['applications', 'job_seekers', 'candidate_surveys']),
  answer_options: toMany('answer_options'),
});

export const answerResource = z.object({
  type: z.literal('answers'),
  id: id.transform(answerId),
  attributes: answerAttributes.extend(answerExtraFields.shape).catch({}).default({}),
  relationships: answerRelationships.catch({}).default({}),
});

export type AnswerResource = z.output<typeof answerResource>;
export type AnswerExtraField = keyof z.output<typeof answerExtraFields>;

export type AnswerField = FieldOf<typeof answerAttributes, typeof answerRelationships>;

const candidateAttributes = z.object({
  first_name: text,
  last_name: text,
  middle_name: text,
  preferred_name: text,
  full_name: text,
  email: text,
  locale: text,
  phone: text,
  phone_iso2: text,
  /** Date. */
  date_of_birth: text,
  blocked: flag,
  address1: text,
  /** null for addresses in the US. */
  address2: text,
  town: text,
  /** null for addresses outside the US. */
  state_province: text,
  postcode: text,
  country: text,
  external_system_reference: text,
  /** Date-time. */
  created_at: text,
  updated_at: text,
});

const candidateExtraFields = z.object({ attachments, tags });

const candidateRelationships = z.object({
  applications: toManyOf('applications', applicationId),
  hris_references: toMany('hris_exports'),
  job_seekers: toManyOf('job_seekers', jobSeekerId),
  skills: toMany('skills'),
  custom_attributes: toMany('custom_attributes'),
});

export const candidateResource = z.object({
  type: z.literal('candidates'),
  id: id.transform(candidateId),
  attributes: candidateAttributes.extend(candidateExtraFields.shape).catch({}).default({}),
  relationships: candidateRelationships.catch({}).default({}),
});

export type CandidateResource = z.output<typeof candidateResource>;
export type CandidateExtraField = keyof z.output<typeof candidateExtraFields>;

export type CandidateField = FieldOf<typeof candidateAttributes, typeof candidateRelationships>;

const commentAttributes = z.object({
  body_text: text,
  private_comment: flag,
  /** Id of the object that the comment is about. */
  commentable_id: integer,
  commentable_type: text,
  user_id: integer,
  /** Date-time. */
  created_at: text,
  updated_at: text,
});

const commentRelationships = z.object({ user: toOne('users') });

export const commentResource = z.object({
  type: z.literal('comments'),
  id: id.transform(commentId),
  attributes: commentAttributes.catch({}).default({}),
  relationships: commentRelationships.catch({}).default({}),
});

export type CommentResource = z.output<typeof commentResource>;

export type CommentField = FieldOf<typeof commentAttributes, typeof commentRelationships>;

const jobSeekerExtraFields = z.looseObject({ tags });

export const jobSeekerResource = z.object({
  type: z.literal('job_seekers'),
  id: id.transform(jobSeekerId),
  attributes: jobSeekerExtraFields.catch({}).default({}),
  relationships: anyRelationships,
});

export type JobSeekerResource = z.output<typeof jobSeekerResource>;
export type JobSeekerExtraField = 'tags';

/**
 * The value is stored as it was written: a date need not be ISO, and an option is its canonical English text. `operator`
 * is equals, not_equals, contains, not_contains, greater_than or less_thanThan, depending on the type of the parent.
 */
const condition = z
  .object({
    operator: text,
    value: z.union([z.string(), z.number(), z.boolean()]).nullish().catch(null),
  })
  .catch({});

const conditional = z
  .object({
    parent_question_id: id.transform(questionId).nullish().catch(null),
    /** Position among the children of its parent. */
    position: integer,
    /** Only the first one counts. */
    conditions: z.array(condition).catch([]).default([]),
  })
  .nullish()
  .catch(null);

/** Texts, or objects with a text. */
const options = z
  .array(z.union([z.string(), z.object({ text: z.string() }).transform((option) => option.text)]))
  .nullish()
  .catch(null);

const questionAttributes = z.object({
  /** null if it is not a conditional child. */
  conditional,
  title: text,
  additional_information: text,
  question_type: text,
  required: flag,
  num_required_answer_options: integer,
  max_num_required_answer_options: integer,
  multiple_choice_options: options,
});

export const questionResource = z.object({
  type: z.literal('questions'),
  id: id.transform(questionId),
  attributes: questionAttributes.loose().catch({}).default({}),
  relationships: z
    .object({ conditional_questions: toManyOf('questions', questionId) })
    .catch({})
    .default({}),
});

export type QuestionResource = z.output<typeof questionResource>;

/** Names for `fields[questions]`: the document shows one, and a service may have others. */
export type QuestionField = keyof z.output<typeof questionAttributes> | (string & {});

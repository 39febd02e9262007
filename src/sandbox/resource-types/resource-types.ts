import {
  booleanRule,
  dayRule,
  equalityRule,
  listRule,
  objectRule,
  textRule,
  timeRule,
} from './attribute-rules.ts';

/** RO, RW and WO in the document. */
export type Access = 'read-only' | 'read-write' | 'write-only';

/** Returns the message after the attribute's name; null if the value is valid. */
export type AttributeRule = (value: unknown) => string | null;

export interface AttributeType {
  readonly access: Access;
  /** null if the sandbox does not write this type, or its rule is elsewhere. */
  readonly rule: AttributeRule | null;
}

export interface RelationshipType {
  readonly name: string;
  readonly cardinality: 'to-one' | 'to-many';
  /** More than one for a polymorphic relationship. */
  readonly types: readonly string[];
}

/** Reading, writing, sparse fields, extra fields and `include` all use this definition. */
export interface ResourceType {
  readonly type: string;
  readonly attributes: ReadonlyMap<string, AttributeType>;
  /** Returned only when `extra_fields[TYPE]` asks for them. */
  readonly extraFields: readonly string[];
  readonly relationships: readonly RelationshipType[];
}

type Rows = readonly (readonly [string, AttributeType])[];

const rowsOf = (access: Access, names: string, rule: AttributeRule | null): Rows =>
  names.split(' ').map((name) => [name, { access, rule }]);

export const readOnly = (names: string): Rows => rowsOf('read-only', names, null);

export const readWrite = (names: string, rule: AttributeRule | null = null): Rows =>
  rowsOf('read-write', names, rule);

export const writeOnly = (names: string, rule: AttributeRule | null = null): Rows =>
  rowsOf('write-only', names, rule);

export const toOne = (name: string, ...types: readonly string[]): RelationshipType => ({
  name,
  cardinality: 'to-one',
  types,
});

export const toMany = (name: string, ...types: readonly string[]): RelationshipType => ({
  name,
  cardinality: 'to-many',
  types,
});

/** Returns the names in the order of the table. */
export const attributeNames = (
  { attributes }: ResourceType,
  ...accesses: readonly Access[]
): readonly string[] =>
  [...attributes].flatMap(([name, { access }]) => (accesses.includes(access) ? [name] : []));

/** The attributes that a read returns by default. */
export const readableNames = (type: ResourceType): readonly string[] =>
  attributeNames(type, 'read-only', 'read-write');

/** The tag fields, which the document lists for applications and job seekers. */
export const tagAttributes = [
  ...writeOnly('add_tag_with_context remove_tag_with_context', objectRule),
  ...writeOnly('add_tags_with_context remove_tags_with_context', listRule),
];

/** `check-answer.ts` says which attributes answer which type of question. */
export const answers: ResourceType = {
  type: 'answers',
  attributes: new Map([
    ...readOnly('title additional_information question_type document_answer multiple_choice_answer'),
    ...readOnly('created_at updated_at'),
    ...readWrite('boolean_answer number_answer date_answer date_from_answer date_to_answer'),
    ...readWrite('url_answer text_answer'),
    ...writeOnly('document_base64_data document_base64_filename document_signed_id'),
  ]),
  extraFields: ['attachments'],
  relationships: [
    toMany('answer_options', 'answer_options'),
    toOne('question', 'questions'),
    toOne('answerable', 'applications', 'job_seekers', 'candidate_surveys'),
  ],
};

export const applications: ResourceType = {
  type: 'applications',
  attributes: new Map([
    ...readOnly('uuid created_at updated_at candidate_id job_id job_posting_id stage_id rejected_at'),
    ...readOnly('internal_candidate concealed country_code country_code_alpha3 country_name full_name'),
    ...readOnly('national_identifier ai_score'),
    ...readWrite('external_system_reference', textRule),
    ...readWrite('hired_at', timeRule),
    ...readWrite('start_on', dayRule),
    // An unknown language is a malformed request, which `write-body.ts` checks.
    ...readWrite('locale', textRule),
    ...readWrite('phone_iso2', textRule),
    ...readWrite('is_demo', booleanRule),
    ...readWrite('first_name last_name preferred_name', textRule),
    ...readWrite('email', textRule),
    ...readWrite('phone', textRule),
    // A reading: the document types it as a day for candidates alone.
    ...readWrite('date_of_birth', dayRule),
    ...readWrite('linkedin_url', textRule),
    ...readWrite('summary', textRule),
    ...readWrite('preferred_pronouns channel_source channel', textRule),
    ...readWrite('address1 town postcode country address2 state_province', textRule),
    ...writeOnly('equality_monitoring_option_ids', equalityRule),
    ...writeOnly('skip_notifications_on_create create_pdf_application', booleanRule),
    ...writeOnly('cv_base64_data cv_base64_filename cv_signed_id', textRule),
    ...writeOnly('cover_letter_base64_data cover_letter_base64_filename', textRule),
    ...writeOnly('documents_base64', listRule),
    ...tagAttributes,
  ]),
  extraFields: ['attachments', 'average_rating', 'tags', 'days_in_current_stage'],
  relationships: [
    toOne('job', 'jobs'),
    toOne('job_posting', 'job_postings'),
    toOne('stage', 'stages'),
    toOne('furthest_stage', 'stages'),
    toOne('candidate', 'candidates'),
    toOne('hris_reference', 'hris_exports'),
    toOne('onboarding_application', 'onboarding_applications'),
    toOne('resume', 'resumes'),
    toMany('document_requests', 'document_requests'),
    toMany('offers', 'offers'),
    toMany('answers', 'answers'),
    toMany('custom_attributes', 'custom_attributes'),
    toMany('structured_section_responses', 'structured_section_responses'),
    toMany('scorecard_ratings', 'scorecard_ratings'),
    toMany('scorecard_notes', 'scorecard_notes'),
    toMany('scorecard_answers', 'scorecard_answers'),
    toMany('user_scorecards', 'user_scorecards'),
    toMany('comments', 'comments'),
  ],
};

/** Candidates are read through their applications. The document describes no request that writes one. */
export const candidates: ResourceType = {
  type: 'candidates',
  attributes: new Map([
    ...readWrite('first_name last_name middle_name preferred_name email locale phone phone_iso2'),
    ...readWrite('address1 town postcode country external_system_reference date_of_birth blocked'),
    ...readWrite('address2 state_province'),
    ...readOnly('full_name created_at updated_at'),
    ...writeOnly('documents_base64'),
  ]),
  extraFields: ['attachments', 'tags'],
  relationships: [
    toMany('applications', 'applications'),
    toMany('hris_references', 'hris_exports'),
    toMany('job_seekers', 'job_seekers'),
    toMany('skills', 'skills'),
    toMany('custom_attributes', 'custom_attributes'),
  ],
};

/** Comments are read through their applications. The document describes no request that writes one. */
export const comments: ResourceType = {
  type: 'comments',
  attributes: new Map([
    ...readWrite('body_text'),
    ...writeOnly('category'),
    ...readOnly('commentable_id commentable_type private_comment user_id created_at updated_at'),
  ]),
  extraFields: [],
  relationships: [toOne('user', 'users')],
};

/**
 * The document shows only the tag fields and `tags`. The times and both relationships are readings: the other sides of
 * `candidates.job_seekers` and of an answer's `answerable`.
 */
export const jobSeekers: ResourceType = {
  type: 'job_seekers',
  attributes: new Map([...readOnly('created_at updated_at'), ...tagAttributes]),
  extraFields: ['tags'],
  relationships: [toOne('candidate', 'candidates'), toMany('answers', 'answers')],
};

/** The document shows only `conditional`; the names of the other attributes are a reading (`src/server/service/README.md#where-it-is-silent`). */
export const questions: ResourceType = {
  type: 'questions',
  attributes: new Map([
    ...readOnly('title additional_information question_type required num_required_answer_options'),
    ...readOnly('max_num_required_answer_options multiple_choice_options conditional created_at updated_at'),
  ]),
  extraFields: [],
  relationships: [toMany('conditional_questions', 'questions')],
};

const named = (type: string): ResourceType => ({
  type,
  attributes: new Map(readOnly('name')),
  extraFields: [],
  relationships: [],
});

/**
 * The types whose fields the document does not show. A reading: each has a few attributes that a person can read, so that
 * `include` returns something; a client must not rely on them.
 */
export const unshownTypes: readonly ResourceType[] = [
  {
    type: 'jobs',
    // `src/server/service/README.md#what-the-readings-rest-on`: the states of a job and the address of its hosted form.
    attributes: new Map(readOnly('title state application_form_url')),
    extraFields: [],
    relationships: [toMany('job_postings', 'job_postings')],
  },
  {
    // A reading, like the postings of a job.
    type: 'job_postings',
    attributes: new Map(readOnly('name')),
    extraFields: [],
    relationships: [toOne('job', 'jobs')],
  },
  {
    type: 'structured_section_responses',
    attributes: new Map(readOnly('name date_from date_to position')),
    extraFields: [],
    // A reading (`src/sandbox/README.md#its-readings`): read with `include=structured_section_responses.answers`.
    relationships: [toMany('answers', 'answers')],
  },
  {
    type: 'answer_options',
    attributes: new Map(readOnly('text')),
    extraFields: [],
    relationships: [],
  },
  {
    type: 'candidate_surveys',
    attributes: new Map(readOnly('name')),
    extraFields: [],
    relationships: [toOne('candidate', 'candidates')],
  },
  ...[
    ...['stages', 'hris_exports', 'onboarding_applications', 'resumes', 'document_requests'],
    ...['offers', 'custom_attributes', 'scorecard_ratings', 'scorecard_notes', 'scorecard_answers'],
    ...['user_scorecards', 'users', 'skills'],
  ].map(named),
];

/** Every type of resource that the sandbox can return, by its name. */
export const resourceTypes: ReadonlyMap<string, ResourceType> = new Map(
  [applications, candidates, jobSeekers, answers, comments, questions, ...unshownTypes].map((type) => [
    type.type,
    type,
  ]),
);

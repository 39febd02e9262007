/**
 * Names of parameters that the service's document does not show, each written here alone. They are those of the
 * library that the service seems to be built on and of its public examples (`src/server/service/README.md#what-the-readings-rest-on`); the
 * command `probe` asks a real service about each.
 */
export const readings = {
  /** "filter on banked status". */
  banked: 'filter[banked]',
  /** "filters on created_at greater/less than and updated_at greater/less than". */
  createdAfter: 'filter[created_at][gt]',
  createdBefore: 'filter[created_at][lt]',
  updatedAfter: 'filter[updated_at][gt]',
  updatedBefore: 'filter[updated_at][lt]',
  /** "filter on structured section id". */
  structuredSection: 'filter[structured_section_id]',
  /** The document names `filter[questionable_id]` and calls it an object: so with an operator. */
  questionableEquals: 'filter[questionable_id][eq]',
  /** "page number", "page size"; the list of applications is taken to have them, too. */
  pageNumber: 'page[number]',
  pageSize: 'page[size]',
  /** "total count option", its value `count`; the number comes as `meta.stats.total.count`. */
  total: 'stats[total]',
  /** Of the list of questions: the shown texts in that language. */
  locale: 'locale',
  /** The document lists the readable names of applications and of answers, and shows the parameter for questions. */
  applicationFields: 'fields[applications]',
  answerFields: 'fields[answers]',
  candidateFields: 'fields[candidates]',
  commentFields: 'fields[comments]',
  /** Of resources that only come in `included`; the document shows the parameter for applications. */
  answerExtraFields: 'extra_fields[answers]',
  candidateExtraFields: 'extra_fields[candidates]',
  jobSeekerExtraFields: 'extra_fields[job_seekers]',
} as const;

/** Paths of `include` below the application's own relationships, of which the document shows none. */
export const nestedIncludes = [
  'answers.question',
  'answers.answerable',
  'answers.answer_options',
  'candidate.applications',
  'candidate.hris_references',
  'candidate.job_seekers',
  'candidate.skills',
  'candidate.custom_attributes',
  'structured_section_responses.answers',
  'structured_section_responses.answers.question',
  'structured_section_responses.answers.answerable',
  'comments.user',
] as const;

const children = 'conditional_questions';

/** Generations of children. The document shows the first; further ones are taken to be written so. */
export const childPaths = [
  children,
  `${children}.${children}`,
  `${children}.${children}.${children}`,
  `${children}.${children}.${children}.${children}`,
  `${children}.${children}.${children}.${children}.${children}`,
] as const;

/**
 * Attributes of a job, of which the document shows none: the first of these names that is a text counts. The public copy
 * of the reference has `visibility` and `status`; the others are the words of the filter and of the guide.
 */
export const jobAttributes = {
  visibility: ['visibility', 'job_visibility'],
  state: ['status', 'state'],
} as const;

/**
 * Which job a posting advertises: the posting is read with its relationship `job` (or has an attribute `job_id`), or all
 * jobs are read with their `job_postings`. The document names both types and this relationship of applications alone.
 */
export const postingIncludes = { single: 'job', list: 'job_postings' } as const;

/** The tenant's option `readPosting`: the first is the default. */
export const postingWays = ['single', 'list'] as const;
export type PostingWay = (typeof postingWays)[number];

/** The one visibility that the public has (`filter[job_visibility]` names all four). */
export const PUBLIC_VISIBILITY = 'external';

/** Values of a job's state, by what they mean for those who may apply. */
export const jobStates = {
  open: ['open'],
  closed: ['closed'],
  unpublished: ['draft', 'pending', 'pending_approval', 'archived'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

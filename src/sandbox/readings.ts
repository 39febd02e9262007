/**
 * Every name and number of the service that its document does not state, in one place. They are our reading of the
 * document and its public examples (`src/server/service/README.md#what-the-readings-rest-on`); a real service may
 * differ.
 */

/**
 * The document names no paging parameters. JSON:API recommends this `page[…]` form, and the public copy of the
 * reference uses it.
 */
export const PAGE_NUMBER = 'page[number]';
export const PAGE_SIZE = 'page[size]';

/** The document's limits for the list of questions; we assume the same for the list of applications. */
export const DEFAULT_PAGE_SIZE = 100;
export const LARGEST_PAGE_SIZE = 1000;
export const FIRST_PAGE = 1;

/**
 * The total-count option, its only value, and where the number is returned: `meta.stats.total.count`, as in the library
 * that the service seems to be built on.
 */
export const TOTAL_COUNT = 'stats[total]';
export const TOTAL_COUNT_VALUE = 'count';

export const totalMeta = (count: number) => ({ stats: { total: { [TOTAL_COUNT_VALUE]: count } } });

/** `banked` is the word in the document's text; the library names a filter after its attribute. */
export const FILTER_BANKED = 'filter[banked]';

/** The operators `gt` and `lt` are those of the public copy of the reference. */
export const FILTER_CREATED_AFTER = 'filter[created_at][gt]';
export const FILTER_CREATED_BEFORE = 'filter[created_at][lt]';
export const FILTER_UPDATED_AFTER = 'filter[updated_at][gt]';
export const FILTER_UPDATED_BEFORE = 'filter[updated_at][lt]';

/** The name is that of the column which the document's text describes. */
export const FILTER_STRUCTURED_SECTION = 'filter[structured_section_id]';

/** The document calls the filter an "object", which we read as the form with an operator. The library accepts the plain form, too. */
export const FILTER_QUESTIONABLE = 'filter[questionable_id]';
export const FILTER_QUESTIONABLE_EQUALS = 'filter[questionable_id][eq]';

/** The language of titles, help and options in the list of questions; every other read accepts it without effect. */
export const LOCALE = 'locale';

/**
 * Attributes of a job. The document shows none: `visibility` is the public copy's name, with the words of
 * `filter[job_visibility]`; the copy's name of the state is `status`.
 */
export const JOB_STATE = 'state';
export const JOB_VISIBILITY = 'visibility';

/** The document answers a create with 201 and the resource; a change is answered with 200 and the changed resource. */
export const CREATED_STATUS = 201;
export const UPDATED_STATUS = 200;

/** The types for which the document lists extra fields. It shows the parameter only for applications. */
export const extraFieldTypes = ['applications', 'candidates', 'job_seekers', 'answers'] as const;

/**
 * Paths of more than one relationship. The document names only single relationships for `include`; a guide uses
 * `structured_section_responses.answers`, and without the other paths their resources could never be read.
 */
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

/** A relationship that was not loaded has no `data`, as everywhere in the public copy of the reference. */
export const NOT_LOADED = { meta: { included: false } } as const;

/** The relationships and paths of a job seeker; the document shows none. */
export const jobSeekerIncludes = ['candidate', 'answers', 'answers.question', 'answers.answerable'] as const;

/**
 * The types that a new answer may belong to. Answers may belong to two other types, too, but the document does not show how
 * such answers are created, so a request for them is answered with 422.
 */
export const ANSWERABLE_TYPES = ['applications'] as const;

/**
 * The document names PUT beside PATCH. Both are treated the same: an attribute that the body omits does not change.
 */
export const CHANGING_METHODS = ['PATCH', 'PUT'];

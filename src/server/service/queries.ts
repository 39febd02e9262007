/** The parameters of lists and single resources, and how a query is written. */
import { failure } from '../../core/model/failure.ts';
import type {
  AnswerExtraField,
  AnswerField,
  ApplicationExtraField,
  ApplicationField,
  ApplicationRelationship,
  CandidateExtraField,
  CandidateField,
  CommentField,
  JobSeekerExtraField,
  QuestionField,
} from './resources.ts';
import { type Get, listPath, type ResourceType } from './send-request.ts';
import type { RefusedParameter } from './service-error.ts';

/** Paths of `include` below the application's own relationships, none of which the document shows. */
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

/** Generations of children. The document shows the first; we assume the same notation for the others. */
export const childPaths = [
  children,
  `${children}.${children}`,
  `${children}.${children}.${children}`,
  `${children}.${children}.${children}.${children}`,
  `${children}.${children}.${children}.${children}.${children}`,
] as const;

/**
 * Attributes of a job, which the document does not show: the first of these names with a text counts. The public copy
 * of the reference has `visibility` and `status`; the others are the terms of the filter and of the guide.
 */
export const jobAttributes = {
  visibility: ['visibility', 'job_visibility'],
  state: ['status', 'state'],
} as const;

/**
 * Two ways to find the job of a posting: the posting is read with its relationship `job` (or attribute `job_id`), or
 * all jobs are read with their `job_postings`. The document names both types, and this relationship only for
 * applications.
 */
export const postingIncludes = { single: 'job', list: 'job_postings' } as const;

/** The tenant's option `readPosting`; the first is the default. */
export const postingWays = ['single', 'list'] as const;
export type PostingWay = (typeof postingWays)[number];

/** The only public visibility (`filter[job_visibility]` lists all four). */
export const PUBLIC_VISIBILITY = 'external';

/** Values of a job's state, by their meaning for applicants. */
export const jobStates = {
  open: ['open'],
  closed: ['closed'],
  unpublished: ['draft', 'pending', 'pending_approval', 'archived'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const isPhoneNumber = (text: string): boolean => /^\+[1-9]\d{4,14}$/.test(text);

export const allVisibilities = ['confidential', 'external', 'internal', 'private_job'] as const;

export type JobVisibility = (typeof allVisibilities)[number];

export type Query = Readonly<Record<string, string>>;

/** Each attribute at most once, such as `['-created_at', 'id']`: the first decides, the next breaks ties. */
export type SortOrder<All extends string, First extends All = All> =
  | readonly []
  | (First extends All ? readonly [First | `-${First}`, ...SortOrder<Exclude<All, First>>] : never);

export interface PageParameters {
  /** Starts at 1, the default. */
  readonly number?: number;
  /** Records per page, 0 to 1,000; 100 by default. */
  readonly size?: number;
}

export interface TotalParameters {
  /** `count`: the reply states the number of matching records on all pages. */
  readonly total?: 'count';
}

/** Documented for the list of questions; we assume the same for applications. */
export const pageSizes = { least: 0, default: 100, most: 1000 } as const;

/**
 * Writes nested members in brackets, and lists with commas, as the document writes `filter[job_visibility]`, and as the library of
 * the service writes parameters that the document does not name. Empty and missing values are left out.
 */
export const writeQuery = (parameters: object): Query => Object.fromEntries(writeMembers('', parameters));

function writeMembers(name: string, value: unknown): readonly (readonly [string, string])[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : [[name, [...new Set(value)].join(',')]];
  if (typeof value !== 'object') return [[name, String(value)]];
  return Object.entries(value).flatMap(([member, nested]) =>
    writeMembers(name === '' ? member : `${name}[${member}]`, nested),
  );
}

/** Sends nothing for a query that the service could only refuse. */
export async function getList(get: Get, type: ResourceType, parameters: ListParameters): ReturnType<Get> {
  const { number = 1, size = pageSizes.default } = parameters.page ?? {};
  const phone = parameters.filter?.['candidate_phone'];
  const refuse = (parameter: RefusedParameter) => failure({ kind: 'bad_request', parameter } as const);
  if (!Number.isInteger(size) || size < pageSizes.least || size > pageSizes.most) return refuse('page.size');
  if (!Number.isSafeInteger(number) || number < 1) return refuse('page.number');
  if (typeof phone === 'string' && !isPhoneNumber(phone)) return refuse('filter.candidate_phone');
  return get({ path: listPath(type), query: writeQuery(parameters) });
}

interface ListParameters {
  readonly filter?: Readonly<Record<string, unknown>>;
  readonly page?: PageParameters;
}

/** A relationship of applications, or a path below one. */
export type ApplicationInclude = ApplicationRelationship | (typeof nestedIncludes)[number];

export interface ReadApplicationParameters {
  /** Related resources to return in `included`. */
  readonly include?: readonly ApplicationInclude[];
  /** Additional attributes, by type, which are returned only on request. */
  readonly extra_fields?: {
    readonly applications?: readonly ApplicationExtraField[];
    readonly answers?: readonly AnswerExtraField[];
    readonly candidates?: readonly CandidateExtraField[];
    readonly job_seekers?: readonly JobSeekerExtraField[];
  };
  /** The attributes to return, by type; all by default. */
  readonly fields?: {
    readonly applications?: readonly ApplicationField[];
    readonly answers?: readonly AnswerField[];
    readonly candidates?: readonly CandidateField[];
    readonly comments?: readonly CommentField[];
    readonly questions?: readonly QuestionField[];
  };
}

export interface ListApplicationsParameters extends ReadApplicationParameters {
  readonly filter?: {
    /** Applications of confidential jobs are included only if `confidential` is named. */
    readonly job_visibility?: readonly JobVisibility[];
    /** E.164, `+447700900123`: anything else is `bad_request`, and nothing is sent. */
    readonly candidate_phone?: string;
  };
  readonly sort?: SortOrder<'id' | 'created_at' | 'updated_at'>;
  readonly page?: PageParameters;
  readonly stats?: TotalParameters;
}

export interface ReadJobSeekerParameters {
  /** Additional attributes, which are returned only on request. */
  readonly extra_fields?: { readonly job_seekers?: readonly JobSeekerExtraField[] };
}

/** The service's languages other than English, its default and the language of everything stored. */
export const translatedLocales = ['de', 'es', 'fr', 'pt', 'pt-BR'] as const;

export type TranslatedLocale = (typeof translatedLocales)[number];

export const serviceLocales = ['en', ...translatedLocales] as const;

export type ServiceLocale = (typeof serviceLocales)[number];

/** Conditional children, with one level for each repetition in the path. */
export type QuestionInclude = (typeof childPaths)[number];

/** Exclusive bounds; date-times (RFC 3339). */
export interface TimeFilter {
  readonly gt?: string;
  readonly lt?: string;
}

export interface ListQuestionsParameters {
  readonly include?: readonly QuestionInclude[];
  /** The attributes to return; all by default. */
  readonly fields?: {
    readonly questions?: readonly QuestionField[];
    readonly scorecard_sections?: readonly string[];
  };
  readonly filter?: {
    readonly banked?: boolean;
    readonly created_at?: TimeFilter;
    readonly updated_at?: TimeFilter;
    readonly structured_section_id?: string;
    /** The job that the questions belong to: with an operator, or the bare id if a service requires that. */
    readonly questionable_id?: { readonly eq: string } | string;
  };
  readonly sort?: SortOrder<'id'>;
  readonly page?: PageParameters;
  readonly stats?: TotalParameters;
  /** Language of the shown texts; everything stored is English. */
  readonly locale?: ServiceLocale;
}

/** What the queries of both lists have in common. */
import { failure, type Outcome, success } from '../../core/model/failure.ts';
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
import type { RefusedParameter, ServiceError } from './service-error.ts';

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

export const isPhoneNumber = (text: string): boolean => /^\+[1-9]\d{4,14}$/.test(text);

export const allVisibilities = ['confidential', 'external', 'internal', 'private_job'] as const;

export type JobVisibility = (typeof allVisibilities)[number];

type ResourceType = 'answers' | 'applications' | 'job_seekers' | 'jobs' | 'job_postings' | 'questions';

export const listPath = (type: ResourceType): string => `/api/v1/${type}`;

export const resourcePath = (type: ResourceType, id: string): string =>
  `${listPath(type)}/${encodeURIComponent(id)}`;

export type Query = Readonly<Record<string, string>>;

/** A query that can be sent; `bad_request` for one that the service could only refuse. */
export type WrittenQuery = Outcome<Query, ServiceError>;

/**
 * Each attribute at most once, in one direction; the first decides, the next where it does not.
 * `['-created_at', 'id']`
 */
export type SortOrder<All extends string, First extends All = All> =
  | readonly []
  | (First extends All ? readonly [First | `-${First}`, ...SortOrder<Exclude<All, First>>] : never);

/** Which part of a list. */
export interface PageParameters {
  /** From 1, which is the default. */
  readonly number?: number;
  /** Records a page, 0 to 1,000; 100 is the default. */
  readonly size?: number;
}

export interface TotalParameters {
  /** `count`: the reply tells how many records match on all pages. */
  readonly total?: 'count';
}

/** The document's, of the list of questions; taken to be the same for applications. */
export const pageSizes = { least: 0, default: 100, most: 1000 } as const;

/** Lists are separated by commas; an empty one is the same as none. */
const writeList = (list: readonly string[] | undefined): string | undefined =>
  list === undefined || list.length === 0 ? undefined : [...new Set(list)].join(',');

/** Leaves out what is not asked for. */
function writeQuery(parameters: Readonly<Record<string, string | undefined>>): Query {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(given);
}

export const writePage = ({
  number,
  size,
}: PageParameters = {}): Readonly<Record<string, string | undefined>> => ({
  [readings.pageSize]: size?.toString(),
  [readings.pageNumber]: number?.toString(),
});

/** Which of the two no page can have; null: neither. */
function refusedOfPage({
  number = 1,
  size = pageSizes.default,
}: PageParameters = {}): RefusedParameter | null {
  const isSize = Number.isInteger(size) && size >= pageSizes.least && size <= pageSizes.most;
  if (!isSize) return 'page.size';
  return Number.isSafeInteger(number) && number >= 1 ? null : 'page.number';
}

const checkedQuery = (refused: RefusedParameter | null, query: Query): WrittenQuery =>
  refused === null ? success(query) : failure({ kind: 'bad_request', parameter: refused });

/** A relationship of applications, or a path below one. */
export type ApplicationInclude = ApplicationRelationship | (typeof nestedIncludes)[number];

export interface ReadApplicationParameters {
  /** Related resources that are to come in `included`. */
  readonly include?: readonly ApplicationInclude[];
  /** Attributes that only come when they are asked for, by the type that has them. */
  readonly extra_fields?: {
    readonly applications?: readonly ApplicationExtraField[];
    readonly answers?: readonly AnswerExtraField[];
    readonly candidates?: readonly CandidateExtraField[];
    readonly job_seekers?: readonly JobSeekerExtraField[];
  };
  /** The attributes that are to come, all of a type unless given. */
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
    /** Applications of confidential jobs come only where `confidential` is named. */
    readonly job_visibility?: readonly JobVisibility[];
    /** E.164, `+447700900123`: anything else is `bad_request`, and nothing is sent. */
    readonly candidate_phone?: string;
  };
  readonly sort?: SortOrder<'id' | 'created_at' | 'updated_at'>;
  readonly page?: PageParameters;
  readonly stats?: TotalParameters;
}

export function readQuery({ include, extra_fields, fields }: ReadApplicationParameters): Query {
  return writeQuery({
    [readings.applicationFields]: writeList(fields?.applications),
    [readings.answerFields]: writeList(fields?.answers),
    [readings.candidateFields]: writeList(fields?.candidates),
    [readings.commentFields]: writeList(fields?.comments),
    'fields[questions]': writeList(fields?.questions),
    'extra_fields[applications]': writeList(extra_fields?.applications),
    [readings.answerExtraFields]: writeList(extra_fields?.answers),
    [readings.candidateExtraFields]: writeList(extra_fields?.candidates),
    [readings.jobSeekerExtraFields]: writeList(extra_fields?.job_seekers),
    include: writeList(include),
  });
}

export function listQuery(parameters: ListApplicationsParameters): WrittenQuery {
  const { filter, sort, page, stats } = parameters;
  const phone = filter?.candidate_phone;
  const query = {
    ...writeQuery({
      sort: writeList(sort),
      'filter[candidate_phone]': phone,
      'filter[job_visibility]': writeList(filter?.job_visibility),
      [readings.total]: stats?.total,
      ...writePage(page),
    }),
    ...readQuery(parameters),
  };
  const isPhone = phone === undefined || isPhoneNumber(phone);
  return checkedQuery(isPhone ? refusedOfPage(page) : 'filter.candidate_phone', query);
}

export interface ReadJobSeekerParameters {
  /** Attributes that only come when they are asked for. */
  readonly extra_fields?: { readonly job_seekers?: readonly JobSeekerExtraField[] };
}

export const jobSeekerQuery = ({ extra_fields }: ReadJobSeekerParameters): Query =>
  writeQuery({ [readings.jobSeekerExtraFields]: writeList(extra_fields?.job_seekers) });

/** The service's languages besides English, its default and the language of everything that is stored. */
export const translatedLocales = ['de', 'es', 'fr', 'pt', 'pt-BR'] as const;

export type TranslatedLocale = (typeof translatedLocales)[number];

export const serviceLocales = ['en', ...translatedLocales] as const;

export type ServiceLocale = (typeof serviceLocales)[number];

/** Conditional children, one level of them for each time that the path names them. */
export type QuestionInclude = (typeof childPaths)[number];

/** Both bounds are left out of what they bound; date-times (RFC 3339). */
export interface TimeFilter {
  readonly gt?: string;
  readonly lt?: string;
}

export interface ListQuestionsParameters {
  readonly include?: readonly QuestionInclude[];
  /** The attributes that are to come, all unless given. */
  readonly fields?: {
    readonly questions?: readonly QuestionField[];
    readonly scorecard_sections?: readonly string[];
  };
  readonly filter?: {
    readonly banked?: boolean;
    readonly created_at?: TimeFilter;
    readonly updated_at?: TimeFilter;
    readonly structured_section_id?: string;
    /** What the questions belong to, a job: with its operator, or the bare id where a service wants it so. */
    readonly questionable_id?: { readonly eq: string } | string;
  };
  readonly sort?: SortOrder<'id'>;
  readonly page?: PageParameters;
  readonly stats?: TotalParameters;
  /** Language of the shown texts; everything stored is English. */
  readonly locale?: ServiceLocale;
}

export function questionQuery(parameters: ListQuestionsParameters): WrittenQuery {
  const { include, fields, sort, page, stats, locale } = parameters;
  const query = writeQuery({
    include: writeList(include),
    ...writeFilter(parameters.filter),
    ...writePage(page),
    [readings.locale]: locale,
    sort: writeList(sort),
    [readings.total]: stats?.total,
    'fields[questions]': writeList(fields?.questions),
    'fields[scorecard_sections]': writeList(fields?.scorecard_sections),
  });
  return checkedQuery(refusedOfPage(page), query);
}

function writeFilter(
  filter: ListQuestionsParameters['filter'],
): Readonly<Record<string, string | undefined>> {
  const { questionable_id: questionable, banked, created_at, updated_at } = filter ?? {};
  return {
    ...(typeof questionable === 'string'
      ? { 'filter[questionable_id]': questionable }
      : { [readings.questionableEquals]: questionable?.eq }),
    [readings.banked]: banked?.toString(),
    [readings.createdAfter]: created_at?.gt,
    [readings.createdBefore]: created_at?.lt,
    [readings.updatedAfter]: updated_at?.gt,
    [readings.updatedBefore]: updated_at?.lt,
    [readings.structuredSection]: filter?.structured_section_id,
  };
}

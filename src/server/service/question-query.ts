/** The query of `GET /api/v1/questions`. */
import { type childPaths, readings } from './readings.ts';
import type { QuestionField } from './resources/question.ts';
import {
  checkedQuery,
  type PageParameters,
  refusedOfPage,
  type SortOrder,
  type TotalParameters,
  type WrittenQuery,
  writeList,
  writePage,
  writeQuery,
} from './write-query.ts';

/** The service's languages beside English, its default and the language of everything that is stored. */
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

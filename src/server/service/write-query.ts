/** What the queries of both lists have in common. */
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { readings } from './readings.ts';
import type { RefusedParameter, ServiceError } from './service-error.ts';

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
export const writeList = (list: readonly string[] | undefined): string | undefined =>
  list === undefined || list.length === 0 ? undefined : [...new Set(list)].join(',');

/** Leaves out what is not asked for. */
export function writeQuery(parameters: Readonly<Record<string, string | undefined>>): Query {
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
export function refusedOfPage({
  number = 1,
  size = pageSizes.default,
}: PageParameters = {}): RefusedParameter | null {
  const isSize = Number.isInteger(size) && size >= pageSizes.least && size <= pageSizes.most;
  if (!isSize) return 'page.size';
  return Number.isSafeInteger(number) && number >= 1 ? null : 'page.number';
}

export const checkedQuery = (refused: RefusedParameter | null, query: Query): WrittenQuery =>
  refused === null ? success(query) : failure({ kind: 'bad_request', parameter: refused });

/** Paging for all lists: which part of a list a request asks for, and the total if requested. */

import {
  DEFAULT_PAGE_SIZE,
  FIRST_PAGE,
  LARGEST_PAGE_SIZE,
  PAGE_NUMBER,
  PAGE_SIZE,
  TOTAL_COUNT,
  TOTAL_COUNT_VALUE,
  totalMeta,
} from '../readings.ts';
import { type ParameterRules, wholeNumberRule } from './query-parameters.ts';

export interface Paging {
  readonly number: number;
  readonly size: number;
  readonly countTotal: boolean;
}

/** As many digits as the rule for whole numbers accepts. */
const LAST_PAGE = 999_999_999;

export const pagingRules: ParameterRules = new Map([
  [PAGE_NUMBER, wholeNumberRule(FIRST_PAGE, LAST_PAGE)],
  [PAGE_SIZE, wholeNumberRule(0, LARGEST_PAGE_SIZE)],
  [TOTAL_COUNT, (value) => (value === TOTAL_COUNT_VALUE ? null : `must be ${TOTAL_COUNT_VALUE}`)],
]);

/** For a valid query only. */
export const readPaging = (query: URLSearchParams): Paging => ({
  number: Number(query.get(PAGE_NUMBER) ?? FIRST_PAGE),
  size: Number(query.get(PAGE_SIZE) ?? DEFAULT_PAGE_SIZE),
  countTotal: query.has(TOTAL_COUNT),
});

export interface Page<Item> {
  readonly items: readonly Item[];
  /** `meta` of the document; the total counts everything that passes the filters, not the page. */
  readonly meta: Readonly<Record<string, unknown>>;
}

export function pageOf<Item>(all: readonly Item[], { number, size, countTotal }: Paging): Page<Item> {
  const start = (number - FIRST_PAGE) * size;
  return { items: all.slice(start, start + size), meta: countTotal ? totalMeta(all.length) : {} };
}

import { badRequest, type ServiceFault } from '../json-api.ts';
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
import type { SampleLocale } from '../sample-form.ts';

/** Returns the fault of a value as the end of the sentence "PARAMETER …"; null if the value is valid. */
export type ParameterRule = (value: string) => string | null;

export type ParameterRules = ReadonlyMap<string, ParameterRule>;

/** Every parameter must be known, given once and well formed; otherwise the request is malformed. */
export function checkParameters(query: URLSearchParams, rules: ParameterRules): ServiceFault | null {
  for (const [name, value] of query) {
    const rule = rules.get(name);
    if (rule === undefined) return badRequest(`${name} is not a parameter of this path`);
    if (query.getAll(name).length > 1) return badRequest(`${name} is given more than once`);
    const complaint = rule(value);
    if (complaint !== null) return badRequest(`${name} ${complaint}`);
  }
  return null;
}

export const listOf = (value: string): readonly string[] => (value === '' ? [] : value.split(','));

/** A non-empty list of known members. */
export function listRule(isMember: (member: string) => boolean, described: string): ParameterRule {
  return (value) => {
    const unknownMember = value.split(',').find((member) => !isMember(member));
    return unknownMember === undefined
      ? null
      : `does not take "${unknownMember}", it must be a list of ${described}`;
  };
}

/** For lists that may contain each value only once. */
export const onceEach =
  (rule: ParameterRule): ParameterRule =>
  (value) => {
    const members = listOf(value);
    return rule(value) ?? (new Set(members).size === members.length ? null : 'must not name a value twice');
  };

/** JSON:API 1.1 allows an empty `include` or `fields`, which requests nothing. */
export const emptyOr =
  (rule: ParameterRule): ParameterRule =>
  (value) =>
    value === '' ? null : rule(value);

/** Accepts both limits, too. */
export function wholeNumberRule(least: number, most: number): ParameterRule {
  return (value) => {
    const inRange = /^\d{1,9}$/.test(value) && Number(value) >= least && Number(value) <= most;
    return inRange ? null : `must be a whole number from ${least} to ${most}`;
  };
}

const translated: readonly SampleLocale[] = ['de', 'es', 'fr', 'pt', 'pt-BR'];

/** The document's six languages. */
const locales: readonly string[] = [...translated, 'en'].sort();

export const isLocale = (value: string): boolean => locales.includes(value);

export const localeRule: ParameterRule = (value) =>
  isLocale(value) ? null : `"${value}" is not valid: the given locale must be one of ${locales.join(', ')}`;

/** Returns null for English, in which everything is stored. */
export const localeOf = (value: string | null): SampleLocale | null =>
  translated.find((locale) => locale === value) ?? null;

export type Compare<Item> = (left: Item, right: Item) => number;

/** The ascending order of each attribute that `sort` may name. */
export type SortOrders<Item> = Readonly<Record<string, Compare<Item>>>;

/** Accepts each attribute and, with a leading `-`, its descending order. Each may be named once. */
export function sortRule(attributes: readonly string[]): ParameterRule {
  const values = attributes.flatMap((name) => [name, `-${name}`]);
  return onceEach(listRule((value) => values.includes(value), values.join(', ')));
}

/** Sorts by the first attribute of `sort`; each further one breaks ties. An empty `sort` does not change the order. */
export function sortedBy<Item>(
  items: readonly Item[],
  sort: readonly string[],
  orders: SortOrders<Item>,
): readonly Item[] {
  const compares = sort.map((value) => compareBy(value, orders));
  return [...items].sort((left, right) => {
    for (const compare of compares) {
      const order = compare(left, right);
      if (order !== 0) return order;
    }
    return 0;
  });
}

function compareBy<Item>(value: string, orders: SortOrders<Item>): Compare<Item> {
  const compare = orders[value.replace('-', '')] ?? (() => 0);
  return value.startsWith('-') ? (left, right) => compare(right, left) : compare;
}

/** ISO date-times can be compared as texts. */
export const compareTexts: Compare<string> = (left, right) => (left < right ? -1 : Number(left > right));

/** Numeric ids are in numeric order; other ids follow them. */
export const compareIds: Compare<string> = (left, right) => {
  const digits = (id: string) => /^\d+$/.test(id);
  if (digits(left) && digits(right)) return Number(left) - Number(right);
  if (digits(left) !== digits(right)) return digits(left) ? -1 : 1;
  return compareTexts(left, right);
};

/** The page of a list that a request asks for. */
export interface Paging {
  readonly number: number;
  readonly size: number;
  readonly countTotal: boolean;
}

/** The largest number that the rule for whole numbers accepts. */
const LAST_PAGE = 999_999_999;

export const pagingRules: ParameterRules = new Map([
  [PAGE_NUMBER, wholeNumberRule(FIRST_PAGE, LAST_PAGE)],
  [PAGE_SIZE, wholeNumberRule(0, LARGEST_PAGE_SIZE)],
  [TOTAL_COUNT, (value) => (value === TOTAL_COUNT_VALUE ? null : `must be ${TOTAL_COUNT_VALUE}`)],
]);

/** Accepts only a valid query. */
export const readPaging = (query: URLSearchParams): Paging => ({
  number: Number(query.get(PAGE_NUMBER) ?? FIRST_PAGE),
  size: Number(query.get(PAGE_SIZE) ?? DEFAULT_PAGE_SIZE),
  countTotal: query.has(TOTAL_COUNT),
});

export interface Page<Item> {
  readonly items: readonly Item[];
  /** The `meta` of the document. Its total counts everything that passes the filters, not only this page. */
  readonly meta: Readonly<Record<string, unknown>>;
}

export function pageOf<Item>(all: readonly Item[], { number, size, countTotal }: Paging): Page<Item> {
  const start = (number - FIRST_PAGE) * size;
  return { items: all.slice(start, start + size), meta: countTotal ? totalMeta(all.length) : {} };
}

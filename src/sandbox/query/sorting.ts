/**
 * Sorting for all lists: `sort` names attributes, a leading `-` means descending, and each further attribute breaks
 * ties.
 */
import { listRule, onceEach, type ParameterRule } from './query-parameters.ts';

export type Compare<Item> = (left: Item, right: Item) => number;

/** By the attribute's name. */
export type SortOrders<Item> = Readonly<Record<string, Compare<Item>>>;

/** Both directions of each attribute, each allowed once. */
export function sortRule(attributes: readonly string[]): ParameterRule {
  const values = attributes.flatMap((name) => [name, `-${name}`]);
  return onceEach(listRule((value) => values.includes(value), values.join(', ')));
}

/** Without a value the order is unchanged. */
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

/** Numeric ids in numeric order; other ids follow them. */
export const compareIds: Compare<string> = (left, right) => {
  const digits = (id: string) => /^\d+$/.test(id);
  if (digits(left) && digits(right)) return Number(left) - Number(right);
  if (digits(left) !== digits(right)) return digits(left) ? -1 : 1;
  return compareTexts(left, right);
};

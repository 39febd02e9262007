/**
 * Preorder: an item, then its descendants, children in their order. Not recursive, so that a chain of any
 * length can be walked. `below` is called once for each item, in that order.
 */
export function walkDown<Item extends object | string>(
  tops: readonly Item[],
  below: (item: Item, depth: number) => readonly Item[],
): readonly Item[] {
  const order: Item[] = [];
  const waiting: { item: Item; depth: number }[] = [];
  const push = (items: readonly Item[], depth: number) => {
    for (const item of [...items].reverse()) waiting.push({ item, depth });
  };
  push(tops, 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    order.push(next.item);
    push(below(next.item, next.depth), next.depth + 1);
  }
  return order;
}

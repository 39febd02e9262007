import { computed, type ReadonlySignal } from '@preact/signals';

/**
 * A computed that keeps its earlier value while the new one is equal, because a new but equal object
 * would needlessly notify its subscribers.
 */
export function stableComputed<Value>(
  make: () => Value,
  isSame: (one: Value, other: Value) => boolean,
): ReadonlySignal<Value> {
  let kept: Value | undefined;
  return computed(() => {
    const made = make();
    if (kept === undefined || !isSame(kept, made)) kept = made;
    return kept;
  });
}

/**
 * A longer form has so many parts. Each of them is also what a screen lays out or leaves out at once, and each frame
 * asks every one whether it is in sight. With 10 a question that appears cost about 1.3 times as much as with 40 in a
 * form of 1,000 and 1.6 times in one of 5,000, because more is laid out around it; 20 lay in between.
 */
const PARTS = 40;
/** About two screens of questions: of smaller parts, what appears would push some out of sight, one layout more. */
const LEAST = 20;

/**
 * Computes a value for many items in parts: after a change only one part is computed again,
 * and a reader of all of them checks the list of parts, not every item.
 *
 * @param begins whether an item is the first of its part in any case
 */
export function inParts<Item, Value>(
  items: readonly Item[],
  begins: (item: Item) => unknown,
  make: (part: readonly Item[]) => Value,
  isSame: (one: Value, other: Value) => boolean,
): readonly ReadonlySignal<Value>[] {
  const size = Math.max(LEAST, Math.ceil(items.length / PARTS));
  const parts: Item[][] = [];
  for (const item of items) {
    const part = parts.at(-1);
    if (part && part.length < size && !begins(item)) part.push(item);
    else parts.push([item]);
  }
  return parts.map((part) => stableComputed(() => make(part), isSame));
}

export const sameItems = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, place) => item === other[place]);

/** For small plain data whose members always have the same order, such as answers. */
export const sameData = <Data>(one: Data, other: Data): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

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

/** Items per part: near the square root of the number of questions in the largest forms. */
const partSize = 64;

/**
 * Computes a value for many items in parts: after a change only one part is computed again,
 * and a reader of all of them checks the list of parts, not every item.
 */
export function inParts<Item, Value>(
  items: readonly Item[],
  make: (part: readonly Item[]) => Value,
  isSame: (one: Value, other: Value) => boolean,
): readonly ReadonlySignal<Value>[] {
  const parts: ReadonlySignal<Value>[] = [];
  for (let start = 0; start < items.length; start += partSize) {
    const part = items.slice(start, start + partSize);
    parts.push(stableComputed(() => make(part), isSame));
  }
  return parts;
}

export const sameItems = <Item>(one: readonly Item[], other: readonly Item[]): boolean =>
  one.length === other.length && one.every((item, place) => item === other[place]);

/** For small plain data whose members always have the same order, such as answers. */
export const sameData = <Data>(one: Data, other: Data): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

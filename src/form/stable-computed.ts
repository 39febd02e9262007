import { computed, type ReadonlySignal } from '@preact/signals';

/**
 * A computed that keeps its earlier value while the new one says the same:
 * what is made again is a new object, but nobody needs to be told.
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

/** Near the square root of the largest forms. */
const partSize = 64;

/**
 * What is computed of many items, a part of them at a time: after a change one part is computed again,
 * and whoever reads them all looks at the list of parts, not at every item.
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

/** For small plain data whose makers write its members in one order, as answers are. */
export const sameData = <Data>(one: Data, other: Data): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

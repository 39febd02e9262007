/** Records of one kind, by id and by owner, in order of arrival. */
interface ResourceTable<Item> {
  /** Replaces the record with the same id, if there is one. */
  hold(item: Item): void;
  find(id: string): Item | undefined;
  all(): readonly Item[];
  /** The records of this owner. */
  of(owner: string): readonly Item[];
  /** How many were added to the initial ones: the number of the next one, less one. */
  made(): number;
}

export function createResourceTable<Item extends { readonly id: string }>(
  beginning: readonly Item[],
  ownerOf: (item: Item) => string,
): ResourceTable<Item> {
  const items = new Map<string, Item>();
  const byOwner = new Map<string, string[]>();
  const remember = (item: Item) => {
    const before = byOwner.get(ownerOf(item));
    if (before === undefined) byOwner.set(ownerOf(item), [item.id]);
    else before.push(item.id);
  };
  const hold = (item: Item) => {
    if (!items.has(item.id)) remember(item);
    items.set(item.id, item);
  };
  beginning.forEach(hold);
  return {
    hold,
    find: (id) => items.get(id),
    all: () => [...items.values()],
    of: (owner) => (byOwner.get(owner) ?? []).flatMap((id) => items.get(id) ?? []),
    made: () => items.size - beginning.length,
  };
}

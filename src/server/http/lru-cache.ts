/** A map of limited size: a new entry replaces the least recently used one. */
export interface LruCache<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): void;
  delete(key: Key): void;
  /** The least recently used first; this use does not count. */
  values(): readonly Value[];
}

export function createLruCache<Key, Value>(limit: number): LruCache<Key, Value> {
  const entries = new Map<Key, Value>();
  return {
    get(key) {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set(key, value) {
      entries.delete(key);
      const [oldest] = entries.size < limit ? [] : entries.keys();
      if (oldest !== undefined) entries.delete(oldest);
      entries.set(key, value);
    },
    delete: (key) => {
      entries.delete(key);
    },
    values: () => [...entries.values()],
  };
}

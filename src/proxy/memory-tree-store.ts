import type { TreeStore } from '../model/ports.ts';
import { createBoundedMap } from './bounded-map.ts';

/** Forgets at a restart. */
export function createMemoryTreeStore(): TreeStore {
  const trees = createBoundedMap<string, string>(500);
  return {
    read: async (tenant, form) => trees.get(JSON.stringify([tenant, form])) ?? null,
    write: async (tenant, form, json) => trees.set(JSON.stringify([tenant, form]), json),
  };
}

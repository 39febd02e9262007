/** For tests: a store of trees that several processes can share. */
import type { TreeStore } from '../ports.ts';

export function memoryTrees(): TreeStore & { readonly written: string[] } {
  const trees = new Map<string, string>();
  const written: string[] = [];
  return {
    written,
    read: async (_tenant, form) => trees.get(form) ?? null,
    async write(_tenant, form, json) {
      trees.set(form, json);
      written.push(json);
    },
  };
}

/** For tests: a store of trees that outlives a process. */
import type { TreeStore } from '../ports.ts';

export function memoryTrees(): TreeStore & { readonly written: string[] } {
  const kept = new Map<string, string>();
  const written: string[] = [];
  return {
    written,
    read: async (_tenant, form) => kept.get(form) ?? null,
    async write(_tenant, form, json) {
      kept.set(form, json);
      written.push(json);
    },
  };
}

/** Wakes those in this process who wait for news of one submission. */
export interface Bell {
  /** From now on, before anything is looked up: nothing is missed between the look and the waiting. */
  listen(name: string): Ear;
  ring(name: string): void;
  ringAll(): void;
}

export interface Ear {
  /** Aborts at the next news. */
  readonly signal: AbortSignal;
  close(): void;
}

/** A reason of its own spares an exception with its stack for each. */
export const news = 'news';

export function createBell(): Bell {
  const ears = new Map<string, Set<AbortController>>();

  function ring(name: string): void {
    const all = ears.get(name) ?? [];
    ears.delete(name);
    for (const ear of all) ear.abort(news);
  }

  return {
    listen(name) {
      const ear = new AbortController();
      const all = ears.get(name) ?? new Set();
      ears.set(name, all.add(ear));
      return { signal: ear.signal, close: () => leave(ears, name, ear) };
    },
    ring,
    ringAll() {
      for (const name of [...ears.keys()]) ring(name);
    },
  };
}

function leave(ears: Map<string, Set<AbortController>>, name: string, ear: AbortController): void {
  const all = ears.get(name);
  all?.delete(ear);
  if (all?.size === 0) ears.delete(name);
}

/** What happens in one sandbox, told at once to whoever listens: the page that shows it, the file that keeps it. */
import type { RequestEntry } from '../request-log.ts';

export type Change =
  /** One arrived, or was answered. */
  | { readonly of: 'request'; readonly entry: RequestEntry }
  /** Applications, answers, job seekers, tags or files. */
  | { readonly of: 'holdings' }
  | { readonly of: 'faults' };

export interface Changes {
  tell(change: Change): void;
  /** Returns what ends the listening. */
  listen(listener: (change: Change) => void): () => void;
}

export function createChanges(): Changes {
  const listeners = new Set<(change: Change) => void>();
  return {
    tell(change) {
      for (const listener of listeners) listener(change);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The same function, with something to be done after each call. */
export const andThen =
  <Parameters extends readonly unknown[], Result>(
    act: (...parameters: Parameters) => Result,
    tell: () => void,
  ) =>
  (...parameters: Parameters): Result => {
    const result = act(...parameters);
    tell();
    return result;
  };

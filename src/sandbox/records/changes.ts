/** Notifies listeners of every change in one sandbox: `GET events`, and the file that stores its data. */
import type { RequestEntry } from '../request-log.ts';

export type Change =
  /** A request arrived, or was answered. */
  | { readonly of: 'request'; readonly entry: RequestEntry }
  /** Applications, answers, job seekers, tags or files changed. */
  | { readonly of: 'holdings' };

export interface Changes {
  tell(change: Change): void;
  /** Returns the function that removes the listener. */
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

/** The same function, with an action after each call. */
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

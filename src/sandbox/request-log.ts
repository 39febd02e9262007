/** Every request that arrived at the service's paths, in order: what the inspector and the tests compare with. */

/** One error of a reply, as the client got it; long details are cut. */
export interface LoggedError {
  readonly code: string;
  readonly detail: string;
  /** Into the body; null where the error names no place in it. */
  readonly pointer: string | null;
}

export interface RequestEntry {
  /** Counts from 1 for the life of the sandbox. */
  readonly number: number;
  readonly method: string;
  /** With the query, without the place where the sandbox is mounted. */
  readonly path: string;
  /** ISO date-time of arrival. */
  readonly at: string;
  /** Named by the body or the path, or made by the request; null when it concerns no application. */
  readonly application: string | null;
  /** The question that an answer names. */
  readonly question: string | null;
  /** null while the answer is still being made; 0: the connection ended without one. */
  readonly status: number | null;
  /** From arrival to the response; null while it is being made. */
  readonly milliseconds: number | null;
  /** Why it was refused: the first few errors of the reply; none where it was not, or where the reply was no document. */
  readonly errors: readonly LoggedError[];
}

/** How a request ended. */
export interface Ending {
  readonly status: number;
  /** The application that was made. */
  readonly made?: string | null;
  readonly errors?: readonly LoggedError[];
}

export type Arrival = Pick<RequestEntry, 'method' | 'path' | 'application' | 'question'>;

export interface RequestLog {
  /** Returns what closes the entry. */
  open(arrival: Arrival): (ending: Ending) => void;
  /** Of one application, or all when null; oldest first. */
  entries(application: string | null): readonly RequestEntry[];
}

/** The oldest entries go first; enough for the longest suite, about 2 MB, and 20 MB where each was refused at length. */
export const LOG_ENTRIES = 10_000;

export function createRequestLog(
  now: () => number,
  limit = LOG_ENTRIES,
  told: (entry: RequestEntry) => void = () => undefined,
): RequestLog {
  const kept = new Map<number, RequestEntry>();
  let number = 0;
  return {
    open(arrival) {
      number += 1;
      const startedAt = now();
      const at = new Date(startedAt).toISOString();
      const entry = { number, ...arrival, at, status: null, milliseconds: null, errors: [] };
      kept.set(number, entry);
      kept.delete(number - limit);
      told(entry);
      return ({ status, made = null, errors = [] }) => {
        const application = made ?? entry.application;
        const closed = { ...entry, application, status, milliseconds: now() - startedAt, errors };
        if (kept.has(entry.number)) kept.set(entry.number, closed);
        told(closed);
      };
    },
    entries: (application) =>
      [...kept.values()].filter((entry) => application === null || entry.application === application),
  };
}

/** Every request that arrived at the service's paths, in order: what the inspector and the tests compare with. */

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
}

export type Arrival = Pick<RequestEntry, 'method' | 'path' | 'application' | 'question'>;

export interface RequestLog {
  /** Returns what closes the entry with the status that was answered, and the application that was made. */
  open(arrival: Arrival): (status: number, made?: string | null) => void;
  /** Of one application, or all when null; oldest first. */
  entries(application: string | null): readonly RequestEntry[];
}

/** The oldest entries go first; enough for the longest suite, about 2 MB. */
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
      const entry = { number, ...arrival, at, status: null, milliseconds: null };
      kept.set(number, entry);
      kept.delete(number - limit);
      told(entry);
      return (status, made = null) => {
        const application = made ?? entry.application;
        const closed = { ...entry, application, status, milliseconds: now() - startedAt };
        if (kept.has(entry.number)) kept.set(entry.number, closed);
        told(closed);
      };
    },
    entries: (application) =>
      [...kept.values()].filter((entry) => application === null || entry.application === application),
  };
}

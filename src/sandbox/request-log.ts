/** Logs the requests to the service's paths in order, for the demo's inspector and for tests. */
import type { FileSummary } from './files/file-store.ts';
import { at, parseJson } from './json.ts';
import { mediaType } from './json-api.ts';

/** One error of a reply that the client received; long texts are cut. */
interface LoggedError {
  readonly code: string;
  readonly detail: string;
  /** JSON pointer into the body; null when the error names no location. */
  readonly pointer: string | null;
}

export interface RequestEntry {
  /** Counts from 1 over the life of the sandbox. */
  readonly number: number;
  readonly method: string;
  /** With the query, without the mount path of the sandbox. */
  readonly path: string;
  /** ISO date-time of arrival. */
  readonly at: string;
  /** From the body, the path or the created resource; null when the request concerns no application. */
  readonly application: string | null;
  /** The question of an answer. */
  readonly question: string | null;
  /** null until the reply is ready; 0 if the connection ended without a reply. */
  readonly status: number | null;
  /** The files that the request stored; empty if it was refused. */
  readonly files: readonly FileSummary[];
  /** From arrival to the response; null until the reply is ready. */
  readonly milliseconds: number | null;
  /** The first errors of a refusal; empty if the request was not refused, or the reply was not a document. */
  readonly errors: readonly LoggedError[];
}

/** How a request ended. */
interface Ending {
  readonly status: number;
  /** The id of the created application. */
  readonly made?: string | null;
  readonly files?: readonly FileSummary[];
  readonly errors?: readonly LoggedError[];
}

export type Arrival = Pick<RequestEntry, 'method' | 'path' | 'application' | 'question'>;

export type RequestLog = ReturnType<typeof createRequestLog>;

/**
 * The number of entries above which the oldest are dropped. It suffices for the longest test suite and takes about 2 MB, or
 * 20 MB if every request is refused with long errors.
 */
export const LOG_ENTRIES = 10_000;

/** The members of an entry until its reply is ready. */
const unanswered = { status: null, files: [], milliseconds: null, errors: [] };

export function createRequestLog(
  now: () => number,
  limit = LOG_ENTRIES,
  notify: (entry: RequestEntry) => void = () => undefined,
) {
  const entries = new Map<number, RequestEntry>();
  let number = 0;
  return {
    /** Returns the function that completes the entry. */
    open(arrival: Arrival): (ending: Ending) => void {
      number += 1;
      const startedAt = now();
      const at = new Date(startedAt).toISOString();
      const entry: RequestEntry = { number, ...arrival, at, ...unanswered };
      entries.set(number, entry);
      entries.delete(number - limit);
      notify(entry);
      return ({ status, made = null, files = [], errors = [] }) => {
        const application = made ?? entry.application;
        const closed = { ...entry, application, status, files, milliseconds: now() - startedAt, errors };
        if (entries.has(entry.number)) entries.set(entry.number, closed);
        notify(closed);
      };
    },
    /** Returns the entries of one application, or all entries for null, oldest first. */
    list: (application: string | null): readonly RequestEntry[] =>
      [...entries.values()].filter((entry) => application === null || entry.application === application),
  };
}

const MOST_ERRORS = 5;

/** In characters; a detail may quote text of the client. */
const LONGEST_TEXT = 300;

/** Returns the errors of a refusal. Reads a clone, so that the client still gets the body. */
export async function loggedErrors(reply: Response): Promise<readonly LoggedError[]> {
  if (reply.status < 400 || reply.headers.get('content-type') !== mediaType) return [];
  const errors = at(parseJson(await reply.clone().text()), 'errors');
  return Array.isArray(errors) ? errors.slice(0, MOST_ERRORS).map(loggedError) : [];
}

function loggedError(error: unknown): LoggedError {
  const pointer = at(error, 'source', 'pointer');
  return {
    code: shorten(at(error, 'code')),
    detail: shorten(at(error, 'detail')),
    pointer: typeof pointer === 'string' ? shorten(pointer) : null,
  };
}

function shorten(value: unknown): string {
  const text = String(value ?? '');
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT - 1)}…` : text;
}

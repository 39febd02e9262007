import type { Problem } from '../model/condition.ts';

/** What the operator is told. Only these fields: never a token, a key, an answer or the service's own text. */
export interface LogFields {
  readonly tenant?: string;
  readonly job?: string;
  readonly question?: string;
  readonly reference?: string;
  /** Cause of a failure at the service, or name of an exception. */
  readonly cause?: string;
  readonly status?: number;
  readonly count?: number;
  /** Of a page whose calls were refused. */
  readonly origin?: string;
  readonly revision?: string;
  /** Faults of a question set, each with the stored value that was found: written by the tenant, not by applicants. */
  readonly problems?: readonly Problem[];
}

export type LogEvent =
  | 'no_questions'
  | 'question_problems'
  | 'bad_document'
  | 'service_failed'
  | 'more_pages_than_allowed'
  | 'origin_refused'
  | 'answer_refused'
  | 'answer_parked'
  | 'unexpected';

export interface Log {
  warn(event: LogEvent, fields: LogFields): void;
  error(event: LogEvent, fields: LogFields): void;
}

export const silentLog: Log = { warn: () => undefined, error: () => undefined };

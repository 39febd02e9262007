import type { QuestionId } from './ids.ts';

/** Every code of the proxy's error bodies with its HTTP status (DOORS, "Errors"). */
export const errorStatuses = {
  bad_request: 400,
  token_invalid: 401,
  token_expired: 401,
  unauthorized: 401,
  origin_not_allowed: 403,
  job_not_public: 403,
  not_found: 404,
  form_changed: 409,
  already_submitted: 409,
  job_closed: 409,
  file_too_large: 413,
  body_too_large: 413,
  file_type: 415,
  no_job: 422,
  hidden_answer: 422,
  foreign_question: 422,
  missing_answer: 422,
  invalid_answer: 422,
  invalid_details: 422,
  file_missing: 422,
  file_empty: 422,
  too_many: 422,
  rate_limited: 429,
  bad_document: 502,
  service_unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** What the browser adds: no network, or an element that was set up wrongly. */
export type FailureCode = ErrorCode | 'offline' | 'bad_setup';

/** A failure as the form shows it. */
export interface Failure {
  readonly code: FailureCode;
  /** Worth sending again unchanged. */
  readonly retryable: boolean;
  /** In seconds, from `Retry-After`. */
  readonly retryAfter: number | null;
  /** The questions it concerns, `meta.questions`. */
  readonly questions: readonly QuestionId[];
  /** The fields it concerns, `meta.fields`. */
  readonly fields: readonly string[];
}

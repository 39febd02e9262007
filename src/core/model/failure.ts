import type { QuestionId } from './ids.ts';

/** A value or a named failure: our code does not throw for an expected failure. */
export type Outcome<Value, Failure> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: Failure };

export const success = <Value>(value: Value): { readonly ok: true; readonly value: Value } => ({
  ok: true,
  value,
});

export const failure = <Failure>(error: Failure): { readonly ok: false; readonly error: Failure } => ({
  ok: false,
  error,
});

/** Ends a `switch` over a union, so that a forgotten case does not compile. */
export function unreachable(value: never): never {
  throw new Error(`Unreachable case: ${JSON.stringify(value)}`);
}

/** Codes after which sending the same again unchanged can succeed. */
export const temporaryCodes = ['rate_limited', 'bad_document', 'service_unavailable'] as const;

/** The codes of the proxy's error bodies that a form shows (`src/server/http/README.md#errors`). */
export const errorCodes = [
  'bad_request',
  'token_invalid',
  'token_expired',
  'unauthorized',
  'origin_not_allowed',
  'job_not_public',
  'not_found',
  'form_changed',
  'already_submitted',
  'job_closed',
  'file_too_large',
  'body_too_large',
  'file_type',
  'no_job',
  'hidden_answer',
  'foreign_question',
  'missing_answer',
  'invalid_answer',
  'invalid_details',
  'file_missing',
  'file_empty',
  'too_many',
  ...temporaryCodes,
] as const;

type ShownCode = (typeof errorCodes)[number];

/**
 * The form solves a challenge by itself. It treats `queue_full` as `rate_limited`, and `overloaded` as
 * `service_unavailable`.
 */
export type ErrorCode = ShownCode | 'challenge_required' | 'queue_full' | 'overloaded';

/** The HTTP status of each error code. */
export const errorStatuses = {
  bad_request: 400,
  token_invalid: 401,
  token_expired: 401,
  unauthorized: 401,
  origin_not_allowed: 403,
  job_not_public: 403,
  challenge_required: 403,
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
  queue_full: 429,
  bad_document: 502,
  service_unavailable: 503,
  overloaded: 503,
} as const satisfies Readonly<Record<ErrorCode, number>>;

/**
 * Adds the failures that only the browser sees: no network, no reply in time, an element with wrong settings, or a refusal
 * by something in between.
 */
export type FailureCode = ShownCode | 'offline' | 'timed_out' | 'bad_setup' | 'blocked';

/** A failure as the form shows it. */
export interface Failure {
  readonly code: FailureCode;
  /** Sending the same again unchanged can succeed. */
  readonly retryable: boolean;
  /** In seconds, from `Retry-After`. */
  readonly retryAfter: number | null;
  /** The questions it concerns, `meta.questions`. */
  readonly questions: readonly QuestionId[];
  /** The fields it concerns, `meta.fields`. */
  readonly fields: readonly string[];
}

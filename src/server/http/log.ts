import type { ProblemCode } from '../../core/model/question.ts';
import type { LedgerEvent } from '../ledger/ledger-log.ts';

/** A fault in a question set, with the stored value that was found. */
export interface LogProblem {
  readonly code:
    | ProblemCode
    /**
     * The list in another language lacks the question, has another type, or has options that do not match by
     * position.
     */
    | 'translation_missing'
    | 'translation_type'
    | 'translation_options'
    /** The list could not be read in this language. */
    | 'translation_unread';
  /** null: the whole list. */
  readonly questionId: string | null;
  readonly detail: string;
}

/** Fields of a log line. No others are allowed: never a token, a key, an answer or the service's own text. */
export interface LogFields {
  readonly tenant?: string;
  readonly job?: string;
  /** The application's id, by which the operator can find it at the service. */
  readonly application?: string | null;
  readonly question?: string;
  readonly reference?: string;
  /** Cause of a failure at the service, or the name of an exception. */
  readonly cause?: string;
  readonly status?: number;
  /** For a refused application: our code for the reason. For an infected file: the scanner's name for it. */
  readonly code?: string;
  /** Names of the members of our request that the service refused, without their values. */
  readonly members?: readonly string[];
  /** Names of what an applicant can fill in. */
  readonly fields?: readonly string[];
  readonly count?: number;
  /** Events of this kind that were not logged since the previous line. */
  readonly left_out?: number;
  /** Method and pattern such as `POST /submissions`, never the actual path. */
  readonly route?: string;
  /** Stack of an exception, innermost frame first. */
  readonly stack?: readonly string[];
  /** The tenant's tag and its context, as configured. */
  readonly tag?: string;
  readonly context?: string;
  /** What the operator can do, in a fixed text. */
  readonly advice?: string;
  /** Origin of a page whose calls were refused. */
  readonly origin?: string;
  readonly revision?: string;
  /** Language of a question list. */
  readonly locale?: string;
  /** Written by the tenant, not by applicants. */
  readonly problems?: readonly LogProblem[];
}

export type LogEvent =
  /** Events of the ledger in memory. */
  | LedgerEvent
  | 'no_questions'
  | 'question_problems'
  | 'bad_document'
  | 'service_failed'
  | 'more_pages_than_allowed'
  | 'follow_ups_not_shown'
  /** Nothing is told of this form's questions; the form itself is not concerned. */
  | 'check_failed'
  | 'origin_refused'
  | 'public_jobs_refused'
  | 'postings_refused'
  | 'wrong_key'
  | 'forged_token'
  | 'wrong_code'
  | 'limit_reached'
  | 'overloaded'
  | 'staging_full'
  /** The verifier of a tenant gave no verdict, so our own challenge stands in. */
  | 'verifier_failed'
  | 'queue_full'
  /** The scanner gave no verdict, so the file waits. */
  | 'scan_failed'
  | 'scan_works_again'
  /** The scanner found something, which `code` names. */
  | 'file_infected'
  | 'unexpected';

export interface Log {
  warn(event: LogEvent, fields: LogFields): void;
  error(event: LogEvent, fields: LogFields): void;
}

export const silentLog: Log = { warn: () => undefined, error: () => undefined };

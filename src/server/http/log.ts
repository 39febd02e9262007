import type { ProblemCode } from '../../core/model/condition.ts';
import type { LedgerEvent } from '../delivery/ledger-log.ts';

/** A fault of a question set, with the stored value that was found. */
export interface LogProblem {
  readonly code:
    | ProblemCode
    /** The list in another language lacks the question, has another type, or options that do not pair by place. */
    | 'translation_missing'
    | 'translation_type'
    | 'translation_options'
    /** There is no list in this language. */
    | 'translation_unread';
  /** null: of the whole list. */
  readonly questionId: string | null;
  readonly detail: string;
}

/** What the operator is told. Only these fields: never a token, a key, an answer or the service's own text. */
export interface LogFields {
  readonly tenant?: string;
  readonly job?: string;
  /** The id by which a person finds it at the service. */
  readonly application?: string | null;
  readonly question?: string;
  readonly reference?: string;
  /** Cause of a failure at the service, or name of an exception. */
  readonly cause?: string;
  readonly status?: number;
  /** Of a refused application: why, in a word of ours. Of an infected file: what the scanner calls it. */
  readonly code?: string;
  /** Of our body, that the service said no to: their names alone. */
  readonly members?: readonly string[];
  readonly count?: number;
  /** Events of this kind since the line before, which were not told. */
  readonly left_out?: number;
  /** `POST /submissions`: method and pattern, never what was asked for. */
  readonly route?: string;
  /** Where an exception came from: places in the code, innermost first. */
  readonly stack?: readonly string[];
  /** The tag of the tenant and its context, as they are configured. */
  readonly tag?: string;
  readonly context?: string;
  /** What to do, in words that are the same for everybody. */
  readonly advice?: string;
  /** Of a page whose calls were refused. */
  readonly origin?: string;
  readonly revision?: string;
  /** Language of a question list. */
  readonly locale?: string;
  /** Written by the tenant, not by applicants. */
  readonly problems?: readonly LogProblem[];
}

export type LogEvent =
  /** Of the ledger in memory. */
  | LedgerEvent
  | 'no_questions'
  | 'question_problems'
  | 'bad_document'
  | 'service_failed'
  | 'more_pages_than_allowed'
  | 'origin_refused'
  | 'public_jobs_refused'
  | 'wrong_key'
  | 'forged_token'
  | 'wrong_code'
  | 'limit_reached'
  | 'staging_full'
  /** The scanner did not say what is in a file: it waits. */
  | 'scan_failed'
  | 'scan_works_again'
  /** By the word of the scanner, called so in `code`. */
  | 'file_infected'
  | 'unexpected';

export interface Log {
  warn(event: LogEvent, fields: LogFields): void;
  error(event: LogEvent, fields: LogFields): void;
}

export const silentLog: Log = { warn: () => undefined, error: () => undefined };

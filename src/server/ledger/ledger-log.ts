/** What the operator is told. Only these fields: never a token, a key, an answer or the service's own text. */
export interface LedgerLogFields {
  readonly tenant?: string;
  readonly job?: string;
  readonly application?: string | null;
  readonly question?: string;
  readonly reference?: string;
  /** Cause of a failure at the service, or name of an exception. */
  readonly cause?: string;
  /** Of a refused application: why, in a word of ours. */
  readonly code?: string;
  /** The members of our body that the service refused, by name only. */
  readonly members?: readonly string[];
  /** What an applicant can fill in, by the names of a form's fields. */
  readonly fields?: readonly string[];
  readonly count?: number;
  /** The tag of the tenant and its context, as they are configured. */
  readonly tag?: string;
  readonly context?: string;
  /** What to do, in a fixed sentence. */
  readonly advice?: string;
}

export type LedgerEvent =
  | 'application_refused'
  | 'application_parked'
  | 'answer_refused'
  | 'answer_parked'
  /** The service demanded of a job what was not sent: its next visitors are asked, as far as the operator lets them be. */
  | 'detail_learned'
  /** The service refused the tenant's tag, or never showed it: nothing else is wrong with the submission. */
  | 'tag_failed'
  /** Stored by the service later than half the quiet time after the POST was begun: the assumption wears thin. */
  | 'late_commit'
  | 'duplicates_observed'
  | 'missing_observed'
  /** The store did not answer, or did not write: a receipt was not given, or nothing is carried. */
  | 'store_failed'
  | 'store_works_again'
  /** The store's file was deleted or replaced under the process: told once. */
  | 'store_gone'
  /** The payload is gone. */
  | 'payload_unreadable'
  /** What is stored was sealed for another place or destination than its row says: it is not sent. */
  | 'payload_misdirected'
  /** Sealed with an `APPLY_SECRET` that this process has not: left to one that has it. */
  | 'sealed_by_other_secret'
  /** What was held of a person was read, or erased: the operator's trace of it, without who that is. */
  | 'person_exported'
  | 'person_erased'
  /** A webhook did not take what it was told, which is told again: said once an hour. */
  | 'webhook_failed'
  | 'webhook_works_again'
  /** What a webhook was to be told is not tried any more; `code` says why. */
  | 'webhook_stopped'
  /** Within a day undelivered answers will be wiped. */
  | 'wipe_soon'
  | 'wiped';

export interface LedgerLog {
  warn(event: LedgerEvent, fields: LedgerLogFields): void;
  error(event: LedgerEvent, fields: LedgerLogFields): void;
}

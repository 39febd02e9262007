/** The operator's list, in the shape that the reply, the command and the page share. */
import type { FieldName } from './details.ts';
import type { ApplicationId, JobId, QuestionId, Reference } from './ids.ts';
import type {
  AnswerCode,
  AnswerState,
  ApplicationCode,
  RecordedConsent,
  SubmissionState,
} from './submission.ts';

/** An answer, or the application itself, that the service did not accept. */
export interface AttentionItem {
  /** null for the application itself. */
  readonly question: QuestionId | null;
  readonly part: number;
  readonly title: string | null;
  readonly state: AnswerState;
  readonly code: AnswerCode | ApplicationCode | null;
  /** For a refused application the attributes that the service named, under its own names. */
  readonly members?: readonly string[];
  /** The members that an applicant can fill in, under our names. */
  readonly fields?: readonly FieldName[];
  /** Content as sent, in the service's format; absent when not requested, or wiped. */
  readonly content?: Readonly<Record<string, unknown>>;
}

/** A webhook event that could not be delivered. */
export interface AttentionWebhook {
  /** `webhook-id`. */
  readonly id: string;
  readonly type: string;
  /** `expired`: not accepted for three days. `gone`: the receiver answered 410. */
  readonly code: 'expired' | 'gone';
  /** ISO date-time at which the application came into the state. */
  readonly happened_at: string;
}

/** A submission that needs the operator's attention: its id and attributes in the reply. */
export interface AttentionEntry {
  readonly reference: Reference;
  readonly state: SubmissionState;
  /** null when it could not be created. */
  readonly application: ApplicationId | null;
  readonly job: JobId | null;
  /** ISO date-times. */
  readonly accepted_at: string;
  /** When undelivered content will be wiped. */
  readonly kept_until: string;
  readonly items: readonly AttentionItem[];
  /** Absent if webhooks accepted every event, or if there is no webhook. */
  readonly webhooks?: readonly AttentionWebhook[];
  /** Present only with the content. */
  readonly consents?: readonly RecordedConsent[];
}

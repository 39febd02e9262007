/** What operators read: as it is in the reply, and in what the command and the page make of it. */
import type { FieldName } from './details.ts';
import type { ApplicationId, JobId, QuestionId, Reference } from './ids.ts';
import type { AnswerCode, AnswerState, ApplicationCode, HeldConsent, SubmissionState } from './submission.ts';

/** An answer, or the application itself, that the service did not take. */
export interface AttentionItem {
  /** null for the application itself. */
  readonly question: QuestionId | null;
  readonly part: number;
  readonly title: string | null;
  readonly state: AnswerState;
  readonly code: AnswerCode | ApplicationCode | null;
  /** For a refused application the attributes that the service named, under its own names. */
  readonly members?: readonly string[];
  /** Those of them that an applicant can fill in, under our names. */
  readonly fields?: readonly FieldName[];
  /** What was sent, in the service's format; absent when it was not requested or has been wiped. */
  readonly content?: Readonly<Record<string, unknown>>;
}

/** What a webhook could not be sent. */
export interface AttentionWebhook {
  /** `webhook-id`. */
  readonly id: string;
  readonly type: string;
  /** `expired`: it was not taken for three days. `gone`: the receiver answered 410. */
  readonly code: 'expired' | 'gone';
  /** ISO date-time at which the application came into the state. */
  readonly happened_at: string;
}

/** A submission that needs the operator's attention: its id in the reply, and its attributes there. */
export interface AttentionEntry {
  readonly reference: Reference;
  readonly state: SubmissionState;
  /** null when it could not be created. */
  readonly application: ApplicationId | null;
  readonly job: JobId | null;
  /** ISO date-times. */
  readonly accepted_at: string;
  /** When what was not delivered will be wiped. */
  readonly kept_until: string;
  readonly items: readonly AttentionItem[];
  /** Without it a webhook took all, or there is none. */
  readonly webhooks?: readonly AttentionWebhook[];
  /** Only with the content. */
  readonly consents?: readonly HeldConsent[];
}

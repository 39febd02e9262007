import { type Details, EQUALITY, type FieldName } from './details.ts';
import type { ApplicationId, JobId, QuestionId, Reference } from './ids.ts';
import type { AttachedFile } from './question.ts';

export const submissionStates = [
  'received',
  'delivering',
  'complete',
  /** Part of the submission was not delivered. */
  'attention',
  /** The service refused to create the application, so nothing of it is stored there. */
  'refused',
] as const;
export type SubmissionState = (typeof submissionStates)[number];

export const answerStates = [
  'queued',
  'sending',
  'delivered',
  /** The service refused this answer: the applicant can correct it. */
  'refused',
  /** Waits below an answer that was refused. */
  'held',
  /** Sent with an unclear outcome, which is being looked up. */
  'checking',
  /** Stopped: the operator has to act, the applicant cannot. */
  'parked',
] as const;
export type AnswerState = (typeof answerStates)[number];

/** `misdirected`: the stored destination differs from the sealed one. */
export const answerCodes = ['invalid_answer', 'unclear', 'conflict', 'given_up', 'misdirected'] as const;
export type AnswerCode = (typeof answerCodes)[number];

export interface DeliveredAnswer {
  readonly question: QuestionId;
  readonly part: number;
  readonly state: AnswerState;
  readonly code: AnswerCode | null;
}

/** The application that job mode creates before the first answer is sent. */
export interface DeliveredApplication {
  readonly state: Exclude<AnswerState, 'held'>;
  readonly code: ApplicationCode | null;
  /** The fields that the service refused; empty when it named none. */
  readonly fields: readonly FieldName[];
}

export const applicationCodes = [
  /** The service refused what `fields` names. */
  'invalid_details',
  /** It refused without naming anything that an applicant could change. */
  'application_refused',
  'job_closed',
  /** The job does not exist, or this key may not use it. */
  'not_found',
  'unclear',
  'given_up',
  'misdirected',
] as const;
export type ApplicationCode = (typeof applicationCodes)[number];

/** The resource of `GET /submissions/{reference}`: what the applicant may know. */
export interface Submission {
  readonly reference: Reference;
  readonly state: SubmissionState;
  /** ISO date-time. */
  readonly acceptedAt: string;
  /** null in application mode, where the application exists already. */
  readonly application: DeliveredApplication | null;
  readonly answers: readonly DeliveredAnswer[];
}

/** Files that go out in the request that makes the application; further documents follow one by one. */
export interface ApplicationFiles {
  readonly cv?: AttachedFile;
  readonly cover_letter?: AttachedFile;
  readonly documents?: readonly AttachedFile[];
}

/** The application that the answers belong to: an existing one, or one that is still to be created. */
export type Destination =
  | { readonly kind: 'application'; readonly application: ApplicationId }
  | {
      readonly kind: 'job';
      readonly job: JobId;
      readonly details: Details;
      readonly files?: ApplicationFiles;
      /** Option ids of equality monitoring, stored in the sealed payload only. */
      readonly equality?: readonly string[];
      /** The applicant's language as the service names it; null when the service does not list it. */
      readonly locale: string | null;
      /** Where the applicant came from, as named by the host page; null when it names none. */
      readonly source: string | null;
    };

/** A consent that was given, as evidence for the operator. */
export interface GivenConsent {
  readonly id: string;
  readonly version: string;
  /** SHA-256 of the sentence that was shown, hex. */
  readonly hash: string;
  /** Language of the sentence (BCP 47). */
  readonly language: string;
}

/** A stored consent, which outlives its submission's content. */
export interface RecordedConsent extends GivenConsent {
  /** Reference of its submission. */
  readonly reference: Reference;
  /** ISO date-time. */
  readonly given_at: string;
}

/**
 * Whether content with the same fingerprint may be a correction and not a repetition. Fingerprints ignore equality
 * monitoring, and whether documents go with the application or follow it, so it may now have what it lacked.
 */
export const mayComplete = (
  application: DeliveredApplication | null,
  added: { readonly equality: boolean; readonly documents: boolean },
): boolean =>
  application?.state === 'refused' &&
  ((added.equality && application.fields.includes(EQUALITY)) ||
    (added.documents && application.fields.includes('documents')));

/** True if nothing more happens unless the applicant corrects it or the operator acts. */
export const isSettled = ({ state }: Pick<Submission, 'state'>): boolean =>
  state !== 'received' && state !== 'delivering';

/** Derives the state of a submission from its answers and, in job mode, its application. */
export function submissionState(
  answers: readonly Pick<DeliveredAnswer, 'state'>[],
  application: Pick<DeliveredApplication, 'state'> | null = null,
): SubmissionState {
  const parts = application === null ? answers : [application, ...answers];
  const some = (...states: AnswerState[]) => parts.some(({ state }) => states.includes(state));
  // The answers cannot be delivered while the application they belong to has not been created.
  if (application?.state === 'refused') return 'refused';
  if (application?.state === 'parked') return 'attention';
  if (some('queued', 'sending', 'checking'))
    return some('delivered', 'sending', 'checking', 'refused') ? 'delivering' : 'received';
  return some('refused', 'held', 'parked') ? 'attention' : 'complete';
}

import type { Details, FieldName } from './details.ts';
import type { ApplicationId, JobId, QuestionId, Reference } from './ids.ts';

export const submissionStates = [
  'received',
  'delivering',
  'complete',
  /** Something of it did not arrive. */
  'attention',
  /** The service makes no application of it as it is: nothing of it is there. */
  'refused',
] as const;
export type SubmissionState = (typeof submissionStates)[number];

export const answerStates = [
  'queued',
  'sending',
  'delivered',
  /** The service said no to this answer: the applicant can correct it. */
  'refused',
  /** Waits below an answer that was refused. */
  'held',
  /** Sent, outcome unclear, being looked up. */
  'checking',
  /** Stopped: for the operator, nothing to do for the applicant. */
  'parked',
] as const;
export type AnswerState = (typeof answerStates)[number];

/** `misdirected`: what is stored says another destination than what was sealed. */
export const answerCodes = ['invalid_answer', 'unclear', 'conflict', 'given_up', 'misdirected'] as const;
export type AnswerCode = (typeof answerCodes)[number];

export interface DeliveredAnswer {
  readonly question: QuestionId;
  readonly part: number;
  readonly state: AnswerState;
  readonly code: AnswerCode | null;
}

/** The application that job mode makes before the first answer goes. */
export interface DeliveredApplication {
  readonly state: Exclude<AnswerState, 'held'>;
  readonly code: ApplicationCode | null;
  /** What the service said no to; empty when it did not say. */
  readonly fields: readonly FieldName[];
}

export const applicationCodes = [
  /** The service said no to what `fields` names. */
  'invalid_details',
  /** It said no, and names nothing that an applicant could say. */
  'application_refused',
  'job_closed',
  /** The job is not there, or not for this key. */
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
  /** Until all is delivered, as far as can be told; null: nothing is on its way, or nobody can say. */
  readonly secondsLeft: number | null;
  /** null in application mode: there was one already. */
  readonly application: DeliveredApplication | null;
  readonly answers: readonly DeliveredAnswer[];
}

/** Whom the answers belong to at the service: an application that is there, or one that is yet to be made. */
export type Destination =
  | { readonly kind: 'application'; readonly application: ApplicationId }
  | {
      readonly kind: 'job';
      readonly job: JobId;
      readonly details: Details;
      /** The applicant's language as the service names it; null: it has not this one. */
      readonly locale: string | null;
      /** Where the applicant came from, as the host page calls it; null: it does not say. */
      readonly source: string | null;
    };

/** Nothing comes of it any more unless it is corrected, or the operator does something. */
export const isSettled = ({ state }: Pick<Submission, 'state'>): boolean =>
  state !== 'received' && state !== 'delivering';

/** The state of the whole follows from its parts: the answers, and in job mode the application. */
export function submissionState(
  answers: readonly Pick<DeliveredAnswer, 'state'>[],
  application: Pick<DeliveredApplication, 'state'> | null = null,
): SubmissionState {
  const parts = application === null ? answers : [application, ...answers];
  const some = (...states: AnswerState[]) => parts.some(({ state }) => states.includes(state));
  // Nothing goes on below what has stopped: the answers of an application that was not made wait for it.
  if (application?.state === 'refused') return 'refused';
  if (application?.state === 'parked') return 'attention';
  if (some('queued', 'sending', 'checking'))
    return some('delivered', 'sending', 'checking', 'refused') ? 'delivering' : 'received';
  return some('refused', 'held', 'parked') ? 'attention' : 'complete';
}

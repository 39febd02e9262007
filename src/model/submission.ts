import type { ApplicationId, QuestionId, Reference } from './ids.ts';

export const submissionStates = ['received', 'delivering', 'complete', 'attention'] as const;
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

export type AnswerCode = 'invalid_answer' | 'unclear' | 'conflict' | 'given_up';

export interface DeliveredAnswer {
  readonly question: QuestionId;
  readonly part: number;
  readonly state: AnswerState;
  readonly code: AnswerCode | null;
}

/** The resource of `GET /submissions/{reference}`: what the applicant may know. */
export interface Submission {
  readonly reference: Reference;
  readonly state: SubmissionState;
  /** ISO date-time. */
  readonly acceptedAt: string;
  readonly answers: readonly DeliveredAnswer[];
}

/** Whom the answers belong to at the service. */
export interface Destination {
  readonly application: ApplicationId;
}

/** The state of the whole follows from its answers. */
export function submissionState(answers: readonly Pick<DeliveredAnswer, 'state'>[]): SubmissionState {
  const some = (...states: AnswerState[]) => answers.some((answer) => states.includes(answer.state));
  if (some('queued', 'sending', 'checking'))
    return some('delivered', 'sending', 'checking', 'refused') ? 'delivering' : 'received';
  return some('refused', 'held', 'parked') ? 'attention' : 'complete';
}

/** What the ledger needs of the recruitment service of one tenant: two kinds of POST, each one request, and two kinds of reading. */
import type { OutgoingAnswer } from '../../core/model/answer.ts';
import type { ApplicationId, Reference } from '../../core/model/ids.ts';
import type { Outcome } from '../../core/model/outcome.ts';
import type { SubjectKey } from '../../core/model/ports.ts';
import type { Destination } from '../../core/model/submission.ts';
import type { HeldAnswer, HeldAnswers } from '../service/held-answers.ts';
import type { ServiceError } from '../service/service-error.ts';

export type JobDestination = Extract<Destination, { kind: 'job' }>;

/** An answer, with what identifies it at a service whose answers do not name their question. */
export interface AnswerToSend extends OutgoingAnswer {
  readonly title: string;
  /** `question_type` as the service calls it. */
  readonly type: string;
  /** No other question of this form has this title and type. */
  readonly isDistinct: boolean;
}

export type { HeldAnswer, HeldAnswers };

export type GatewayError = ServiceError | { readonly kind: 'impossible' };

export interface ServiceGateway {
  /** Milliseconds after which a POST of this answer is given up: a file takes longer. null: of an application. */
  limitOf(answer: AnswerToSend | null): number;
  /** One POST, never repeated here. The service's id. A file that is gone is `file_gone`: nothing was sent. */
  sendAnswer(
    key: SubjectKey,
    answer: AnswerToSend,
    application: ApplicationId,
  ): Promise<Outcome<string, ServiceError | { readonly kind: 'file_gone' }>>;
  /** One POST. */
  makeApplication(
    destination: JobDestination,
    reference: Reference,
  ): Promise<Outcome<ApplicationId, ServiceError>>;
  /** Tries each way of reading until one works, so up to eight reads. `impossible`: this service does not show what it holds. */
  readAnswers(application: ApplicationId): Promise<Outcome<HeldAnswers, GatewayError>>;
  /**
   * The application that carries our reference; null: there is none.
   *
   * @param age milliseconds: nothing of it can be older. An age, because the store's clock is not this process's
   */
  findApplication(reference: Reference, age: number): Promise<Outcome<ApplicationId | null, GatewayError>>;
}

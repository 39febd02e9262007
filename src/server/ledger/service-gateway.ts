/** What the ledger needs of the recruitment service of one tenant: two kinds of write, each one request, and two kinds of reading. */

import type { Outcome } from '../../core/model/failure.ts';
import type { ApplicationId, FileId, Reference } from '../../core/model/ids.ts';
import type { OutgoingAnswer } from '../../core/model/question.ts';
import type { Destination } from '../../core/model/submission.ts';
import type { SubjectKey } from '../ports.ts';
import type { HeldAnswer, HeldAnswers, HeldWish, Unproven } from '../service/read-back.ts';
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

export type { HeldAnswer, HeldAnswers, HeldWish };

export type GatewayError = ServiceError | { readonly kind: 'impossible' } | Unproven;

/** A file that was to be sent is not there any more, so nothing was sent. */
export interface FileGone {
  readonly kind: 'file_gone';
  readonly file: FileId;
}

export interface ServiceGateway {
  /** Milliseconds after which a write is given up that carries files of so many bytes. */
  limitOf(bytes: number): number;
  /**
   * One request, never repeated here: a POST, or of a document of the application itself a PATCH. The service's id; null:
   * it has none.
   */
  sendAnswer(
    key: SubjectKey,
    answer: AnswerToSend,
    application: ApplicationId,
  ): Promise<Outcome<string | null, ServiceError | FileGone>>;
  /** One POST, with the files that go with it. */
  makeApplication(
    key: SubjectKey,
    destination: JobDestination,
    reference: Reference,
  ): Promise<Outcome<ApplicationId, ServiceError | FileGone>>;
  /**
   * Tries each way of reading until one works, so up to eighteen reads. `impossible`: this service does not show what it
   * holds; `unproven`: this time it did not. Answers and documents are shown, or not, each for themselves.
   */
  readAnswers(application: ApplicationId, wish: HeldWish): Promise<Outcome<HeldAnswers, GatewayError>>;
  /**
   * The application that carries our reference; null: there is none.
   *
   * @param age milliseconds: nothing of it can be older. An age, because the store's clock is not this process's
   */
  findApplication(reference: Reference, age: number): Promise<Outcome<ApplicationId | null, GatewayError>>;
}

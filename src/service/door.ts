/** The package door `./service`: the recruitment service's operations, typed, and the body of an answer. */
export { type AnswerBody, writeAnswer } from '../documents/write-answer.ts';
export type { OutgoingAnswer, OutgoingValue } from '../model/answer.ts';
export type { FileSource } from '../model/file-source.ts';
export {
  type ApplicationId,
  applicationId,
  type JobId,
  jobId,
  type QuestionId,
  questionId,
} from '../model/ids.ts';
export type { Outcome } from '../model/outcome.ts';
export {
  type Application,
  createService,
  type Job,
  type QuestionListParameters,
  type QuestionPage,
  type Service,
  type ServiceOptions,
} from './create-service.ts';
export type { Send } from './send-request.ts';
export { type ServiceError, type WriteEffect, writeEffects } from './service-error.ts';

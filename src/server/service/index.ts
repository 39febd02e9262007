/** The package entry `./service`: the operations of the recruitment service, typed, and the body of an answer. */

export type { Outcome } from '../../core/model/failure.ts';
export type * from '../../core/model/ids.ts';
export {
  answerId,
  applicationId,
  candidateId,
  commentId,
  jobId,
  jobSeekerId,
  questionId,
} from '../../core/model/ids.ts';
export type { OutgoingAnswer, OutgoingValue } from '../../core/model/question.ts';
export type { Clock } from '../clock.ts';
export type { FileSource } from '../ports.ts';
export { type AnswerBody, type AnswerToWrite, writeAnswer } from './bodies.ts';
export type * from './changes.ts';
export { isDateTimeText, isDayText, REJECTION, tagContext } from './changes.ts';
export type * from './client.ts';
export { createClient, describedVersion } from './client.ts';
export type * from './create-service.ts';
export { createService } from './create-service.ts';
export type * from './included.ts';
export { findIncluded } from './included.ts';
export type * from './queries.ts';
export type * from './resources.ts';
export type { Reply, Send } from './send-request.ts';
export type * from './service-error.ts';
export { writeEffects } from './service-error.ts';

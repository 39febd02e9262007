/** The package door `./service`: the recruitment service's operations, typed, and the body of an answer. */

export type { Outcome } from '../../core/model/failure.ts';
export {
  type AnswerId,
  type ApplicationId,
  answerId,
  applicationId,
  type CandidateId,
  type CommentId,
  candidateId,
  commentId,
  type JobId,
  type JobSeekerId,
  jobId,
  jobSeekerId,
  type QuestionId,
  questionId,
} from '../../core/model/ids.ts';
export type { OutgoingAnswer, OutgoingValue } from '../../core/model/question.ts';
export type { Clock } from '../clock.ts';
export type { FileSource } from '../file-source.ts';
export type { CountryChange } from './address-changes.ts';
export type { ApplicationChanges, DocumentToWrite } from './application-changes.ts';
export type {
  ApplicationInclude,
  ListApplicationsParameters,
  ReadApplicationParameters,
} from './application-query.ts';
export { type Client, type ClientOptions, createClient, describedVersion } from './client.ts';
export type { ClientReads } from './client-reads.ts';
export type { ClientWrites, UpdateApplicationOptions, UpdateJobSeekerOptions } from './client-writes.ts';
export {
  type Application,
  createService,
  type Job,
  type QuestionListParameters,
  type QuestionPage,
  type Service,
  type ServiceOptions,
} from './create-service.ts';
export type { ReadJobSeekerParameters } from './job-seeker-query.ts';
export type { NewAnswer, NewAnswerValue } from './new-answer.ts';
export type {
  ListQuestionsParameters,
  QuestionInclude,
  ServiceLocale,
  TimeFilter,
} from './question-query.ts';
export type { Pages } from './read-pages.ts';
export type { Page, Single } from './resource-documents.ts';
export type { AnswerExtraField, AnswerField, AnswerResource } from './resources/answer.ts';
export type {
  ApplicationExtraField,
  ApplicationField,
  ApplicationRelationship,
  ApplicationResource,
} from './resources/application.ts';
export type { CandidateExtraField, CandidateField, CandidateResource } from './resources/candidate.ts';
export type { CommentField, CommentResource } from './resources/comment.ts';
export {
  findIncluded,
  type IncludedResource,
  type UndescribedResource,
  type UndescribedType,
  type UnknownResource,
} from './resources/included.ts';
export type { JobSeekerExtraField, JobSeekerResource } from './resources/job-seeker.ts';
export type { QuestionField, QuestionResource } from './resources/question.ts';
export type { Send } from './send-request.ts';
export { type RefusedParameter, type ServiceError, type WriteEffect, writeEffects } from './service-error.ts';
export type { Reply } from './service-reply.ts';
export { REJECTION, type TagChanges, type TagContext, type TagToWrite, tagContext } from './tag-changes.ts';
export type { JobVisibility } from './visibilities.ts';
export { type AnswerBody, type AnswerToWrite, writeAnswer } from './write-answer.ts';
export type { PageParameters, SortOrder, TotalParameters } from './write-query.ts';
export {
  type DataUri,
  type DateTimeText,
  type DayText,
  isDateTimeText,
  isDayText,
} from './written-text.ts';

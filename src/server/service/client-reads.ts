/** The reads of the client: what the document shows of `GET`. */
import type { ApplicationId, JobSeekerId } from '../../core/model/ids.ts';
import {
  type ListApplicationsParameters,
  listQuery,
  type ReadApplicationParameters,
  readQuery,
} from './application-query.ts';
import { type Get, getList } from './connect-service.ts';
import { jobSeekerQuery, type ReadJobSeekerParameters } from './job-seeker-query.ts';
import { type ListQuestionsParameters, questionQuery } from './question-query.ts';
import { type Pages, readPages } from './read-pages.ts';
import { type Page, pageOf, type Single, singleOf } from './resource-documents.ts';
import { listPath, resourcePath } from './resource-path.ts';
import { type ApplicationResource, applicationResource } from './resources/application.ts';
import { type JobSeekerResource, jobSeekerResource } from './resources/job-seeker.ts';
import { type QuestionResource, questionResource } from './resources/question.ts';
import { parseReply, type Reply } from './service-reply.ts';

/**
 * A page size out of 0 to 1,000, a phone number that is not E.164 and an id that would lead to another path are
 * `bad_request` with the `parameter` that it is about; nothing is sent then.
 */
export interface ClientReads {
  /**
   * `GET /api/v1/applications`: one page of the applications. Those of confidential jobs come only where
   * `filter.job_visibility` names `confidential`.
   */
  listApplications(parameters?: ListApplicationsParameters): Reply<Page<ApplicationResource>>;
  /** The pages from `page.number` on. `sort: ['id']` keeps what is new at the end while they are read. */
  applicationPages(parameters?: ListApplicationsParameters): Pages<ApplicationResource>;
  /** `GET /api/v1/applications/{id}`: one application; `not_found` where there is none. */
  readApplication(
    id: ApplicationId,
    parameters?: ReadApplicationParameters,
  ): Reply<Single<ApplicationResource>>;
  /** `GET /api/v1/job_seekers/{id}`, a reading: the document shows only how its tags are written. */
  readJobSeeker(id: JobSeekerId, parameters?: ReadJobSeekerParameters): Reply<Single<JobSeekerResource>>;
  /** `GET /api/v1/questions`: one page of the questions; `include: ['conditional_questions']` for their children. */
  listQuestions(parameters?: ListQuestionsParameters): Reply<Page<QuestionResource>>;
  /** The pages from `page.number` on, in the service's own order unless `sort` is given. */
  questionPages(parameters?: ListQuestionsParameters): Pages<QuestionResource>;
}

const schemas = {
  applications: pageOf(applicationResource),
  application: singleOf(applicationResource),
  jobSeeker: singleOf(jobSeekerResource),
  questions: pageOf(questionResource),
};

export function createReads(get: Get): ClientReads {
  const listApplications = async (parameters: ListApplicationsParameters = {}) =>
    parseReply(await getList(get, listPath('applications'), listQuery(parameters)), schemas.applications);
  const listQuestions = async (parameters: ListQuestionsParameters = {}) =>
    parseReply(await getList(get, listPath('questions'), questionQuery(parameters)), schemas.questions);
  return {
    listApplications,
    applicationPages: (parameters = {}) =>
      readPages((page) => listApplications({ ...parameters, page }), parameters.page),
    readApplication: async (id, parameters = {}) => {
      const request = { path: resourcePath('applications', id), query: readQuery(parameters) };
      return parseReply(await get(request), schemas.application);
    },
    readJobSeeker: async (id, parameters = {}) => {
      const request = { path: resourcePath('job_seekers', id), query: jobSeekerQuery(parameters) };
      return parseReply(await get(request), schemas.jobSeeker);
    },
    listQuestions,
    questionPages: (parameters = {}) =>
      readPages((page) => listQuestions({ ...parameters, page }), parameters.page),
  };
}

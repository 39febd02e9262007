/** The reads of the client: what the document shows of `GET`. */
import type { ApplicationId } from '../model/ids.ts';
import {
  type ListApplicationsParameters,
  listQuery,
  type ReadApplicationParameters,
  readQuery,
} from './application-query.ts';
import { type ListQuestionsParameters, questionQuery } from './question-query.ts';
import { type Pages, readPages } from './read-pages.ts';
import { type Page, pageOf, type Single, singleOf } from './resource-documents.ts';
import { type ApplicationResource, applicationResource } from './resources/application.ts';
import { type QuestionResource, questionResource } from './resources/question.ts';
import { type Get, parseReply, type Reply } from './service-reply.ts';
import type { WrittenQuery } from './write-query.ts';

export interface ClientReads {
  /** One page of the applications; those of confidential jobs only where `filter.job_visibility` names them. */
  listApplications(parameters?: ListApplicationsParameters): Reply<Page<ApplicationResource>>;
  /** The pages from `page.number` on. `sort: ['id']` keeps what is new at the end while they are read. */
  applicationPages(parameters?: ListApplicationsParameters): Pages<ApplicationResource>;
  readApplication(
    id: ApplicationId,
    parameters?: ReadApplicationParameters,
  ): Reply<Single<ApplicationResource>>;
  /** One page of the questions; `include: ['conditional_questions']` for their children. */
  listQuestions(parameters?: ListQuestionsParameters): Reply<Page<QuestionResource>>;
  /** The pages from `page.number` on. */
  questionPages(parameters?: ListQuestionsParameters): Pages<QuestionResource>;
}

const schemas = {
  applications: pageOf(applicationResource),
  application: singleOf(applicationResource),
  questions: pageOf(questionResource),
};

export function createReads(get: Get): ClientReads {
  const ask = async (path: string, query: WrittenQuery) =>
    query.ok ? await get({ path, query: query.value }) : query;
  const listApplications = async (parameters: ListApplicationsParameters = {}) =>
    parseReply(await ask('/api/v1/applications', listQuery(parameters)), schemas.applications);
  const listQuestions = async (parameters: ListQuestionsParameters = {}) =>
    parseReply(await ask('/api/v1/questions', questionQuery(parameters)), schemas.questions);
  return {
    listApplications,
    applicationPages: (parameters = {}) =>
      readPages((page) => listApplications({ ...parameters, page }), parameters.page),
    readApplication: async (id, parameters = {}) => {
      const path = `/api/v1/applications/${encodeURIComponent(id)}`;
      return parseReply(await get({ path, query: readQuery(parameters) }), schemas.application);
    },
    listQuestions,
    questionPages: (parameters = {}) =>
      readPages((page) => listQuestions({ ...parameters, page }), parameters.page),
  };
}

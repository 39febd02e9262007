/**
 * The recruitment service as the proxy knows it: each documented operation that we use, typed, over an injected
 * `send`. A failure is a value that names its cause. A write is never repeated here: only its caller knows whether
 * it may be.
 */

import type * as z from 'zod';
import { success } from '../../core/model/failure.ts';
import type { ApplicationId, JobId, PostingId, Reference } from '../../core/model/ids.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { FileSource } from '../ports.ts';
import { type AnswerBody, type ApplicationBody, postAnswer, writeAddedDocument } from './bodies.ts';
import { createFileBody } from './file-body.ts';
import {
  childPaths,
  listPath,
  postingIncludes,
  type Query,
  questionQuery,
  readings,
  resourcePath,
  type TranslatedLocale,
  type WrittenQuery,
} from './queries.ts';
import {
  findApplication,
  type HeldWish,
  probe,
  type ReadBackWay,
  readHeldAnswers,
  readHeldDocuments,
} from './read-back.ts';
import * as schemas from './schemas.ts';
import {
  connectService,
  type Get,
  getList,
  parseReply,
  parseUpdate,
  type Reply,
  type Send,
  type ServiceOutcome,
} from './send-request.ts';

export interface ServiceOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly send: Send;
  readonly onReply?: (outcome: ServiceOutcome) => void;
  /** The runtime's own by default. */
  readonly clock?: Clock;
  /** Milliseconds. */
  readonly readLimit?: number;
  readonly writeLimit?: number;
}

export interface QuestionListParameters {
  /** What the questions belong to; null: all that the service has. */
  readonly questionable: string | null;
  /** The document says that the filter is an object; public readings use both writings. */
  readonly filterForm: 'eq' | 'plain';
  /** From 1. */
  readonly page: number;
  /** 1 to 1,000. */
  readonly size: number;
  /** Levels of conditional children, from 1. */
  readonly levels: number;
  /** null: the canonical texts. */
  readonly locale: TranslatedLocale | null;
}

export type QuestionPage = schemas.QuestionPage;
export type Application = z.output<typeof schemas.applicationSchema>;
export type Job = z.output<typeof schemas.jobSchema>;
export type Service = ReturnType<typeof createService>;

export function createService(options: ServiceOptions) {
  const { get, write, limitOf } = connectService({ clock: systemClock, ...options }, options);
  return {
    ...createReads(get),
    /** Milliseconds after which a write is given up. `size`: bytes of all files that it carries. */
    limitOf,
    /** The id of the stored answer. `file`: what a document's body names; it goes out as it is read. */
    createAnswer: async (body: AnswerBody, file?: FileSource): Reply<string> =>
      parseReply(await postAnswer(write, body, file), schemas.createdAnswerSchema),
    /**
     * Beyond the specification, in the writing of the service's public examples. `files`: those whose contents the body
     * has, in their order; they go out as they are read.
     */
    createApplication: async (
      body: ApplicationBody,
      files: readonly FileSource[] = [],
    ): Reply<ApplicationId> => {
      const content = files.length === 0 ? JSON.stringify(body) : createFileBody(body, files);
      const size = files.reduce((sum, file) => sum + file.size, 0);
      const reply = await write({ path: listPath('applications'), body: content }, size);
      return parseReply(reply, schemas.createdApplicationSchema);
    },
    /** Adds one document under this name to those that are there. null: done. */
    addDocument: async (id: ApplicationId, name: string, file: FileSource): Reply<null> => {
      const body = createFileBody(writeAddedDocument(id, { name, type: file.type }), [file]);
      const request = { path: resourcePath('applications', id), method: 'PATCH', body } as const;
      const reply = parseUpdate(await write(request, file.size), schemas.createdApplicationSchema);
      return reply.ok ? success(null) : reply;
    },
  };
}

function createReads(get: Get) {
  /** Asks without `include` where the service does not know it. */
  const getIncluding = async (path: string, include: string, query: Query = {}) => {
    const reply = await get({ path, query: { include, ...query } });
    return !reply.ok && reply.error.kind === 'bad_request' ? get({ path, query }) : reply;
  };
  return {
    listQuestions: async (parameters: QuestionListParameters): Reply<QuestionPage> =>
      parseReply(await getList(get, listPath('questions'), queryOf(parameters)), schemas.questionsSchema),
    /** @param include `answers.question` to learn what is answered already */
    readApplication: async (id: ApplicationId, include: readonly string[]): Reply<Application> => {
      const query: Query = include.length === 0 ? {} : { include: include.join(',') };
      const path = resourcePath('applications', id);
      return parseReply(await get({ path, query }), schemas.applicationSchema);
    },
    /** Beyond the specification: a service may refuse it. */
    readJob: async (id: JobId): Reply<Job> =>
      parseReply(await get({ path: resourcePath('jobs', id) }), schemas.jobSchema),
    /** The first of the list, beyond the specification as well; null: it is empty. */
    readAnyJob: async (): Reply<Job | null> =>
      parseReply(
        await get({ path: listPath('jobs'), query: { [readings.pageSize]: '1' } }),
        schemas.anyJobSchema,
      ),
    /** The job that a posting advertises, beyond the specification; null: it does not say. */
    readPosting: async (id: PostingId): Reply<JobId | null> =>
      parseReply(
        await getIncluding(resourcePath('job_postings', id), postingIncludes.single),
        schemas.postingSchema,
      ),
    /** One page of all jobs, with their postings where it knows them, beyond the specification as well. */
    listJobs: async ({ page, size }: Pick<QuestionListParameters, 'page' | 'size'>) => {
      const query = { [readings.pageNumber]: String(page), [readings.pageSize]: String(size) };
      const reply = await getIncluding(listPath('jobs'), postingIncludes.list, query);
      return parseReply(reply, schemas.listedJobsSchema);
    },
    /** What the application has already. */
    readHeldAnswers: (id: ApplicationId, way: ReadBackWay, wish: HeldWish) =>
      readHeldAnswers(get, id, { ...way, ...wish }),
    /** Its documents alone, by what the service's document shows of one application. */
    readHeldDocuments: (id: ApplicationId) => readHeldDocuments(get, id),
    /**
     * The application that carries our reference; null: there is none.
     *
     * @param since milliseconds since 1970: it cannot be older
     */
    findApplication: (reference: Reference, since: number) => findApplication(get, { reference, since }),
    /** The cheapest read that any key may do: does the service answer again? */
    probe: async (): Reply<null> => {
      const reply = await get(probe);
      return reply.ok ? success(null) : reply;
    },
  };
}

function queryOf({
  questionable,
  filterForm,
  page,
  size,
  levels,
  locale,
}: QuestionListParameters): WrittenQuery {
  const children = childPaths[levels - 1];
  const filter =
    questionable === null
      ? {}
      : { filter: { questionable_id: filterForm === 'eq' ? { eq: questionable } : questionable } };
  return questionQuery({
    ...(children === undefined ? {} : { include: [children] }),
    ...filter,
    page: { number: page, size },
    ...(locale === null ? {} : { locale }),
  });
}

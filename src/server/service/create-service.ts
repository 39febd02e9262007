/**
 * The recruitment service as the proxy knows it: each documented operation that we use, typed, over an injected
 * `send`. A failure is a value that names its cause. A write is never repeated here: only its caller knows whether
 * it may be.
 */

import { type Outcome, success } from '../../core/model/failure.ts';
import {
  type ApplicationId,
  applicationId,
  type JobId,
  jobId,
  type PostingId,
  postingId,
  type QuestionId,
  questionId,
  type Reference,
} from '../../core/model/ids.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { FileSource } from '../file-source.ts';
import { type AnswerBody, type ApplicationBody, postAnswer, writeAddedDocument } from './bodies.ts';
import { createFileBody } from './file-body.ts';
import { totalOf } from './included.ts';
import {
  childPaths,
  jobAttributes,
  listPath,
  postingIncludes,
  questionQuery,
  readings,
  resourcePath,
  type TranslatedLocale,
  type WrittenQuery,
} from './queries.ts';
import {
  findApplication,
  type HeldReply,
  type HeldWish,
  type NotShown,
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

/** One page as it came: each element still unread. */
export interface QuestionPage {
  readonly data: readonly unknown[];
  readonly included: readonly unknown[];
  /** Of all pages, where the service says it. */
  readonly total?: number | null;
  /** It says that there is a further page. */
  readonly hasNext?: boolean;
}

export interface Application {
  readonly id: ApplicationId;
  readonly job: JobId | null;
  readonly posting: string | null;
  /** As the service writes the time; null: it is not. */
  readonly rejectedAt: string | null;
  readonly hiredAt: string | null;
  /** Questions that it holds answers to; empty when they were not asked for. */
  readonly answered: readonly QuestionId[];
}

export interface Job {
  readonly title: string | null;
  /** As the service names it, null when it names none. */
  readonly status: string | null;
  /** The same of who may see it. */
  readonly visibility: string | null;
}

export interface ListedJob {
  readonly id: JobId;
  readonly job: Job;
  /** null: the list does not say which these are. */
  readonly postings: readonly PostingId[] | null;
}

export interface Service {
  listQuestions(parameters: QuestionListParameters): Reply<QuestionPage>;
  /** @param include `answers.question` to learn what is answered already */
  readApplication(id: ApplicationId, include: readonly string[]): Reply<Application>;
  /** Beyond the specification: a service may refuse it. */
  readJob(id: JobId): Reply<Job>;
  /** The first of the list, beyond the specification as well; null: it is empty. */
  readAnyJob(): Reply<Job | null>;
  /** The job that a posting advertises, beyond the specification; null: it does not say. */
  readPosting(id: PostingId): Reply<JobId | null>;
  /** One page of all jobs, with their postings where it knows them, beyond the specification as well. */
  listJobs(page: Pick<QuestionListParameters, 'page' | 'size'>): Reply<readonly ListedJob[]>;
  /** Milliseconds after which a write is given up. `size`: bytes of all files that it carries. */
  limitOf(size: number): number;
  /** The id of the stored answer. `file`: what a document's body names; it goes out as it is read. */
  createAnswer(body: AnswerBody, file?: FileSource): Reply<string>;
  /**
   * Beyond the specification, in the writing of the service's public examples. `files`: those that the body has places
   * for, in their order; they go out as they are read.
   */
  createApplication(body: ApplicationBody, files?: readonly FileSource[]): Reply<ApplicationId>;
  /** Adds one document under this name, beside those that are there. null: done. */
  addDocument(id: ApplicationId, name: string, file: FileSource): Reply<null>;
  /** What the application holds already. */
  readHeldAnswers(id: ApplicationId, way: ReadBackWay, wish: HeldWish): Promise<HeldReply>;
  /** Its documents alone, by what the service's document shows of one application. */
  readHeldDocuments(id: ApplicationId): Promise<HeldReply>;
  /**
   * The application that carries our reference; null: there is none.
   *
   * @param since milliseconds since 1970: it cannot be older
   */
  findApplication(reference: Reference, since: number): Promise<Outcome<ApplicationId | null, NotShown>>;
  /** The cheapest read that any key may do: does the service answer again? */
  probe(): Reply<null>;
}

export function createService(options: ServiceOptions): Service {
  const { get, write, limitOf } = connectService({ clock: systemClock, ...options }, options);
  return {
    ...createReads(get),
    limitOf,
    createAnswer: async (body, file) => {
      const reply = parseReply(await postAnswer(write, body, file), schemas.createdAnswerSchema);
      return reply.ok ? success(reply.value.data.id) : reply;
    },
    createApplication: async (body, files = []) => {
      const content = files.length === 0 ? JSON.stringify(body) : createFileBody(body, files);
      const request = { path: listPath('applications'), body: content };
      const reply = parseReply(await write(request, bytesOf(files)), schemas.createdApplicationSchema);
      return reply.ok ? success(applicationId(reply.value.data.id)) : reply;
    },
    addDocument: async (id, name, file) => {
      const body = createFileBody(writeAddedDocument(id, { name, type: file.type }), [file]);
      const request = { path: resourcePath('applications', id), method: 'PATCH', body } as const;
      const reply = parseUpdate(await write(request, file.size), schemas.createdApplicationSchema);
      return reply.ok ? success(null) : reply;
    },
  };
}

const bytesOf = (files: readonly FileSource[]): number => files.reduce((sum, { size }) => sum + size, 0);

type Writes = 'limitOf' | 'createAnswer' | 'createApplication' | 'addDocument';

function createReads(get: Get): Omit<Service, Writes> {
  return {
    listQuestions: async (parameters) => {
      const reply = await getList(get, listPath('questions'), queryOf(parameters));
      const page = parseReply(reply, schemas.questionsSchema);
      if (!page.ok) return page;
      const { data, included, meta, links } = page.value;
      return success({ data, included, total: totalOf(meta), hasNext: links.next != null });
    },
    readApplication: async (id, include) => {
      const query: Record<string, string> = include.length === 0 ? {} : { include: include.join(',') };
      const path = resourcePath('applications', id);
      const reply = parseReply(await get({ path, query }), schemas.applicationSchema);
      return reply.ok ? success(toApplication(reply.value)) : reply;
    },
    readJob: async (id) => {
      const reply = parseReply(await get({ path: resourcePath('jobs', id) }), schemas.jobSchema);
      return reply.ok ? success(toJob(reply.value.data)) : reply;
    },
    readAnyJob: async () => {
      const request = { path: listPath('jobs'), query: { [readings.pageSize]: '1' } };
      const reply = parseReply(await get(request), schemas.jobsSchema);
      if (!reply.ok) return reply;
      const [first] = reply.value.data;
      return success(first === undefined ? null : toJob(first));
    },
    readPosting: async (id) => {
      const path = resourcePath('job_postings', id);
      const include = await get({ path, query: { include: postingIncludes.single } });
      const isUnknown = !include.ok && include.error.kind === 'bad_request';
      const reply = parseReply(isUnknown ? await get({ path }) : include, schemas.postingSchema);
      if (!reply.ok) return reply;
      const { attributes, relationships } = reply.value.data;
      const job = relationships.job?.data.id ?? attributes.job_id ?? null;
      return success(job === null ? null : jobId(job));
    },
    listJobs: async ({ page, size }) => {
      const path = listPath('jobs');
      const query = { [readings.pageNumber]: String(page), [readings.pageSize]: String(size) };
      const include = await get({ path, query: { include: postingIncludes.list, ...query } });
      const isUnknown = !include.ok && include.error.kind === 'bad_request';
      const reply = parseReply(isUnknown ? await get({ path, query }) : include, schemas.listedJobsSchema);
      return reply.ok ? success(reply.value.data.map(toListed)) : reply;
    },
    readHeldAnswers: (id, way, wish) => readHeldAnswers(get, id, { ...way, ...wish }),
    readHeldDocuments: (id) => readHeldDocuments(get, id),
    findApplication: (reference, since) => findApplication(get, { reference, since }),
    probe: async () => {
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

function toApplication({ data, included }: (typeof schemas.applicationSchema)['_output']): Application {
  const { attributes, relationships } = data;
  const job = attributes.job_id ?? relationships.job?.data.id ?? null;
  const answered = included.flatMap((resource) => {
    const parsed = schemas.answeredSchema.safeParse(resource);
    return parsed.success ? [questionId(parsed.data)] : [];
  });
  return {
    id: applicationId(data.id),
    job: job === null ? null : jobId(job),
    posting: attributes.job_posting_id ?? relationships.job_posting?.data.id ?? null,
    rejectedAt: attributes.rejected_at ?? null,
    hiredAt: attributes.hired_at ?? null,
    answered: [...new Set(answered)],
  };
}

function toJob({ attributes }: (typeof schemas.jobSchema)['_output']['data']): Job {
  const read = (names: readonly string[]) =>
    names.map((name) => attributes[name]).find((value) => typeof value === 'string') ?? null;
  return {
    title: read(['title']),
    status: read(jobAttributes.state),
    visibility: read(jobAttributes.visibility),
  };
}

function toListed(data: (typeof schemas.listedJobsSchema)['_output']['data'][number]): ListedJob {
  const { job_postings: postings } = data.relationships;
  return {
    id: jobId(data.id),
    job: toJob(data),
    postings: postings?.map((posting) => postingId(posting.id)) ?? null,
  };
}

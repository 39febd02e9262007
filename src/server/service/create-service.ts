/**
 * The recruitment service as the proxy knows it: each documented operation that we use, typed, over an injected
 * `send`. A failure is a value that names its cause. A write is never repeated here: only its caller knows whether
 * it may be.
 */
import type { AnswerBody } from '../../core/jsonapi/write-answer.ts';
import type { ApplicationBody } from '../../core/jsonapi/write-application.ts';
import type { FileSource } from '../../core/model/file-source.ts';
import type { ApplicationId, JobId, QuestionId, Reference } from '../../core/model/ids.ts';
import { applicationId, jobId, questionId } from '../../core/model/ids.ts';
import { type Outcome, success } from '../../core/model/outcome.ts';
import { connectService, type Get, getList } from './connect-service.ts';
import { findApplication } from './find-application.ts';
import { type HeldReply, type Impossible, type ReadBackWay, readHeldAnswers } from './held-answers.ts';
import { postAnswer } from './post-answer.ts';
import { probe } from './probe.ts';
import { questionQuery, type TranslatedLocale } from './question-query.ts';
import { childPaths, jobAttributes, readings } from './readings.ts';
import { listPath, resourcePath } from './resource-path.ts';
import * as schemas from './schemas.ts';
import type { Send, ServiceOutcome } from './send-request.ts';
import type { ServiceError } from './service-error.ts';
import { parseReply, type Reply } from './service-reply.ts';
import type { WrittenQuery } from './write-query.ts';

export interface ServiceOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly send: Send;
  readonly onReply?: (outcome: ServiceOutcome) => void;
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

export interface Service {
  listQuestions(parameters: QuestionListParameters): Reply<QuestionPage>;
  /** @param include `answers.question` to learn what is answered already */
  readApplication(id: ApplicationId, include: readonly string[]): Reply<Application>;
  /** Beyond the specification: a service may refuse it. */
  readJob(id: JobId): Reply<Job>;
  /** The first of the list, beyond the specification as well; null: it is empty. */
  readAnyJob(): Reply<Job | null>;
  /** Milliseconds after which the POST of an answer is given up. `size`: bytes of its file, 0 without one. */
  limitOf(size: number): number;
  /** The id of the stored answer. `file`: what a document's body names; it goes out as it is read. */
  createAnswer(body: AnswerBody, file?: FileSource): Reply<string>;
  /** Beyond the specification, in the writing of the service's public examples. */
  createApplication(body: ApplicationBody): Reply<ApplicationId>;
  /** What the application holds already. */
  readHeldAnswers(id: ApplicationId, way: ReadBackWay): Promise<HeldReply>;
  /**
   * The application that carries our reference; null: there is none.
   *
   * @param since milliseconds since 1970: it cannot be older
   */
  findApplication(
    reference: Reference,
    since: number,
  ): Promise<Outcome<ApplicationId | null, ServiceError | Impossible>>;
  /** The cheapest read that any key may do: does the service answer again? */
  probe(): Reply<null>;
}

export function createService(options: ServiceOptions): Service {
  const { get, write, limitOf } = connectService(options, options);
  return {
    ...createReads(get),
    limitOf,
    createAnswer: async (body, file) => {
      const reply = parseReply(await postAnswer(write, body, file), schemas.createdAnswerSchema);
      return reply.ok ? success(reply.value.data.id) : reply;
    },
    createApplication: async (body) => {
      const request = { path: listPath('applications'), body: JSON.stringify(body) };
      const reply = parseReply(await write(request, 0), schemas.createdApplicationSchema);
      return reply.ok ? success(applicationId(reply.value.data.id)) : reply;
    },
  };
}

function createReads(get: Get): Omit<Service, 'limitOf' | 'createAnswer' | 'createApplication'> {
  return {
    listQuestions: async (parameters) => {
      const reply = await getList(get, listPath('questions'), queryOf(parameters));
      return parseReply(reply, schemas.questionsSchema);
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
    readHeldAnswers: (id, way) => readHeldAnswers(get, id, way),
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

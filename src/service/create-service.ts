/**
 * The recruitment service as the proxy knows it: each documented operation that we use, typed, over an injected
 * `send`. A failure is a value that names its cause. A write is never repeated here: only its caller knows whether
 * it may be.
 */
import type { AnswerBody } from '../documents/write-answer.ts';
import type { ApplicationBody } from '../documents/write-application.ts';
import type { ApplicationId, JobId, QuestionId } from '../model/ids.ts';
import { applicationId, jobId, questionId } from '../model/ids.ts';
import { failure, type Outcome, success } from '../model/outcome.ts';
import * as schemas from './schemas.ts';
import { type Send, type ServiceRequest, sendRequest } from './send-request.ts';
import type { ServiceError } from './service-error.ts';

/** Milliseconds for a read. A page of 1,000 questions is the largest of them. */
const READ_LIMIT = 10_000;
/** Milliseconds for a write (DOORS, `APPLY_SEND_SECONDS`). */
const WRITE_LIMIT = 15_000;

export interface ServiceOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly send: Send;
  /** Milliseconds. */
  readonly readLimit?: number;
  readonly writeLimit?: number;
}

/** The service's languages beside English, its default and the language of everything that is stored. */
export const translatedLocales = ['de', 'es', 'fr', 'pt', 'pt-BR'] as const;

export type TranslatedLocale = (typeof translatedLocales)[number];

export const serviceLocales = ['en', ...translatedLocales] as const;

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
  /** Questions that it holds answers to; empty when they were not asked for. */
  readonly answered: readonly QuestionId[];
}

export interface Job {
  readonly title: string | null;
  /** As the service names it, null when it names none. */
  readonly status: string | null;
}

type Reply<Value> = Promise<Outcome<Value, ServiceError>>;

export interface Service {
  listQuestions(parameters: QuestionListParameters): Reply<QuestionPage>;
  /** @param include `answers.question` to learn what is answered already */
  readApplication(id: ApplicationId, include: readonly string[]): Reply<Application>;
  /** Beyond the specification: a service may refuse it. */
  readJob(id: JobId): Reply<Job>;
  /** The id of the stored answer. */
  createAnswer(body: AnswerBody): Reply<string>;
  /** Beyond the specification, in the writing of the service's public examples. */
  createApplication(body: ApplicationBody): Reply<ApplicationId>;
}

export function createService(options: ServiceOptions): Service {
  const readLimit = options.readLimit ?? READ_LIMIT;
  const get = (request: Omit<ServiceRequest, 'limit'>) =>
    sendRequest(options, { ...request, limit: readLimit });
  const post = (path: string, body: AnswerBody | ApplicationBody) =>
    sendRequest(options, {
      path,
      body: JSON.stringify(body),
      limit: options.writeLimit ?? WRITE_LIMIT,
    });
  return {
    listQuestions: async (parameters) =>
      parse(
        await get({ path: '/api/v1/questions', query: questionQuery(parameters) }),
        schemas.questionsSchema,
      ),
    readApplication: async (id, include) => {
      const query: Record<string, string> = include.length === 0 ? {} : { include: include.join(',') };
      const path = `/api/v1/applications/${encodeURIComponent(id)}`;
      const reply = parse(await get({ path, query }), schemas.applicationSchema);
      return reply.ok ? success(toApplication(reply.value)) : reply;
    },
    readJob: async (id) => {
      const reply = parse(await get({ path: `/api/v1/jobs/${encodeURIComponent(id)}` }), schemas.jobSchema);
      return reply.ok ? success(toJob(reply.value)) : reply;
    },
    createAnswer: async (body) => {
      const reply = parse(await post('/api/v1/answers', body), schemas.createdAnswerSchema);
      return reply.ok ? success(reply.value.data.id) : reply;
    },
    createApplication: async (body) => {
      const reply = parse(await post('/api/v1/applications', body), schemas.createdApplicationSchema);
      return reply.ok ? success(applicationId(reply.value.data.id)) : reply;
    },
  };
}

function questionQuery(parameters: QuestionListParameters): Readonly<Record<string, string>> {
  const { questionable, filterForm, page, size, levels, locale } = parameters;
  const filter = filterForm === 'eq' ? 'filter[questionable_id][eq]' : 'filter[questionable_id]';
  return {
    include: Array<string>(levels).fill('conditional_questions').join('.'),
    ...(questionable === null ? {} : { [filter]: questionable }),
    'page[size]': String(size),
    'page[number]': String(page),
    ...(locale === null ? {} : { locale }),
  };
}

interface Schema<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false };
}

/** A 2xx whose body is not what the operation answers. */
const unreadable: ServiceError = { kind: 'bad_document', status: 200 };

function parse<Value>(
  reply: Outcome<unknown, ServiceError>,
  schema: Schema<Value>,
): Outcome<Value, ServiceError> {
  if (!reply.ok) return reply;
  const parsed = schema.safeParse(reply.value);
  return parsed.success ? success(parsed.data) : failure(unreadable);
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
    answered: [...new Set(answered)],
  };
}

function toJob({ data }: (typeof schemas.jobSchema)['_output']): Job {
  const { title, status, state } = data.attributes;
  return { title: title ?? null, status: status ?? state ?? null };
}

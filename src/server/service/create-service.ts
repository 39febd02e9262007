/**
 * The recruitment service for the proxy: the operations that we use, typed, over an injected `send`. A failure is a
 * value that names its cause. Writes are never repeated here: only the caller knows whether that is safe.
 */

import * as z from 'zod';
import { success } from '../../core/model/failure.ts';
import {
  type ApplicationId,
  applicationId,
  type JobId,
  jobId,
  type PostingId,
  postingId,
  questionId,
  type Reference,
} from '../../core/model/ids.ts';
import { type Clock, systemClock } from '../clock.ts';
import type { FileSource } from '../ports.ts';
import {
  type AnswerBody,
  type ApplicationBody,
  createFileBody,
  postAnswer,
  writeAddedDocument,
} from './bodies.ts';
import { totalOf } from './included.ts';
import { id, linkage, links, meta, optionalLinkage, resources, text } from './members.ts';
import {
  childPaths,
  jobAttributes,
  postingIncludes,
  type Query,
  type TranslatedLocale,
  writeQuery,
} from './queries.ts';
import {
  findApplication,
  probe,
  type ReadBackScope,
  type ReadBackWay,
  readServiceAnswers,
  readServiceDocuments,
} from './read-back.ts';
import {
  connectService,
  type Get,
  listPath,
  parseReply,
  parseUpdate,
  type Reply,
  resourcePath,
  type Send,
  type ServiceOutcome,
} from './send-request.ts';

export interface ServiceOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly send: Send;
  readonly onReply?: (outcome: ServiceOutcome) => void;
  /** The system clock by default. */
  readonly clock?: Clock;
  /** Milliseconds. */
  readonly readLimit?: number;
  readonly writeLimit?: number;
}

export interface QuestionListParameters {
  /** The service's id that the questions belong to; null for all questions of the service. */
  readonly questionable: string | null;
  /** The document declares the filter as an object; public clients of the service use both notations. */
  readonly filterForm: 'eq' | 'plain';
  /** Page number, starting at 1. */
  readonly page: number;
  /** 1 to 1,000. */
  readonly size: number;
  /** Levels of conditional children, starting at 1. */
  readonly levels: number;
  /** null for the canonical texts. */
  readonly locale: TranslatedLocale | null;
}

/** One page of unparsed elements. */
export interface QuestionPage {
  readonly data: readonly unknown[];
  readonly included: readonly unknown[];
  /** Number on all pages, if the service states it. */
  readonly total?: number | null;
  /** True if the reply links to another page. */
  readonly hasNext?: boolean;
}
export type Application = z.output<typeof application>;
export type Job = z.output<typeof job>;
export type Service = ReturnType<typeof createService>;

export function createService(options: ServiceOptions) {
  const { get, write, limitOf } = connectService({ clock: systemClock, ...options }, options);
  return {
    ...createReads(get),
    /** Gives the time limit, in milliseconds, of a write whose files have this many bytes. */
    limitOf,
    /** Returns the id of the stored answer. `file`: the content of a `document` value, sent while it is read. */
    createAnswer: async (body: AnswerBody, file?: FileSource): Reply<string> =>
      parseReply(await postAnswer(write, body, file), createdAnswer),
    /**
     * Beyond the specification, in the form of the service's public examples. `files`: the files of the body, in their
     * order, sent while they are read.
     */
    createApplication: async (
      body: ApplicationBody,
      files: readonly FileSource[] = [],
    ): Reply<ApplicationId> => {
      const content = files.length === 0 ? JSON.stringify(body) : createFileBody(body, files);
      const size = files.reduce((sum, file) => sum + file.size, 0);
      const reply = await write({ path: listPath('applications'), body: content }, size);
      return parseReply(reply, createdApplication);
    },
    /** Adds one document with this name to the existing ones. */
    addDocument: async (id: ApplicationId, name: string, file: FileSource): Reply<null> => {
      const body = createFileBody(writeAddedDocument(id, { name, type: file.type }), [file]);
      const request = { path: resourcePath('applications', id), method: 'PATCH', body } as const;
      const reply = parseUpdate(await write(request, file.size), createdApplication);
      return reply.ok ? success(null) : reply;
    },
  };
}

function createReads(get: Get) {
  /** Repeats the request without `include` if the service refuses it. */
  const getIncluding = async (path: string, include: string, query: Query = {}) => {
    const reply = await get({ path, query: { include, ...query } });
    return !reply.ok && reply.error.kind === 'bad_request' ? get({ path, query }) : reply;
  };
  return {
    listQuestions: async ({
      questionable,
      filterForm,
      page,
      size,
      levels,
      locale,
    }: QuestionListParameters): Reply<QuestionPage> => {
      const query = writeQuery({
        include: childPaths[levels - 1],
        filter: { questionable_id: filterForm === 'eq' ? { eq: questionable } : questionable },
        page: { number: page, size },
        locale,
      });
      return parseReply(await get({ path: listPath('questions'), query }), questions);
    },
    /** @param include `answers.question` for the questions that already have answers */
    readApplication: async (id: ApplicationId, include: readonly string[]): Reply<Application> => {
      const request = { path: resourcePath('applications', id), query: writeQuery({ include }) };
      return parseReply(await get(request), application);
    },
    /** Beyond the specification: a service may refuse it. */
    readJob: async (id: JobId): Reply<Job> => parseReply(await get({ path: resourcePath('jobs', id) }), job),
    /** The first job of the list, or null; beyond the specification as well. */
    readAnyJob: async (): Reply<Job | null> =>
      parseReply(await get({ path: listPath('jobs'), query: { 'page[size]': '1' } }), firstJob),
    /** The job that a posting advertises, or null if the reply does not show it; beyond the specification. */
    readPosting: async (id: PostingId): Reply<JobId | null> =>
      parseReply(await getIncluding(resourcePath('job_postings', id), postingIncludes.single), posting),
    /** One page of all jobs, with their postings if the service shows them; beyond the specification as well. */
    listJobs: async ({ page, size }: Pick<QuestionListParameters, 'page' | 'size'>) => {
      const query = writeQuery({ page: { number: page, size } });
      const reply = await getIncluding(listPath('jobs'), postingIncludes.list, query);
      return parseReply(reply, listedJobs);
    },
    /** Reads the answers and documents that the application already has. */
    readServiceAnswers: (id: ApplicationId, way: ReadBackWay, scope: ReadBackScope) =>
      readServiceAnswers(get, id, { ...way, ...scope }),
    /** Reads only its documents, in the form that the service's document shows for one application. */
    readServiceDocuments: (id: ApplicationId) => readServiceDocuments(get, id),
    /**
     * The application with our reference, or null.
     *
     * @param since milliseconds since 1970; the application cannot be older
     */
    findApplication: (reference: Reference, since: number) => findApplication(get, reference, since),
    /** Shows whether the service answers again, by the cheapest read that every key may do. */
    probe: async (): Reply<null> => {
      const reply = await get(probe);
      return reply.ok ? success(null) : reply;
    },
  };
}

const optionalId = id.nullish().catch(null);

const questions = z.object({ data: z.array(z.unknown()), included: resources, meta, links }).transform(
  ({ data, included, meta, links }): QuestionPage => ({
    data,
    included,
    total: totalOf(meta),
    hasNext: links.next != null,
  }),
);

/** An answer that names its question, or such a question itself (`include=answers.question`). */
const answeredSchema = z.union([
  z
    .object({ type: z.literal('answers'), relationships: z.object({ question: linkage }) })
    .transform((answer) => answer.relationships.question.data.id),
  z.object({ type: z.literal('questions'), id }).transform((question) => question.id),
]);

const application = z
  .object({
    data: z.object({
      id,
      attributes: z
        .object({ job_id: optionalId, job_posting_id: optionalId, rejected_at: text, hired_at: text })
        .catch({}),
      relationships: z.object({ job: optionalLinkage, job_posting: optionalLinkage }).catch({}).default({}),
    }),
    included: resources,
  })
  .transform(({ data: { id, attributes, relationships }, included }) => {
    const job = attributes.job_id ?? relationships.job?.data.id ?? null;
    const answered = included.flatMap((resource) => answeredSchema.safeParse(resource).data ?? []);
    return {
      id: applicationId(id),
      job: job === null ? null : jobId(job),
      posting: attributes.job_posting_id ?? relationships.job_posting?.data.id ?? null,
      /** The service's own notation of the time; null if the application is not rejected. */
      rejectedAt: attributes.rejected_at ?? null,
      hiredAt: attributes.hired_at ?? null,
      /** Questions with answers; empty if they were not requested. */
      answered: [...new Set(answered.map(questionId))],
    };
  });

const jobMembers = { attributes: z.record(z.string(), z.unknown()).catch({}) };

function toJob({ attributes }: { readonly attributes: Readonly<Record<string, unknown>> }) {
  const read = (names: readonly string[]): string | null =>
    names.map((name) => attributes[name]).find((value) => typeof value === 'string') ?? null;
  return {
    title: read(['title']),
    /** The service's own word; null if it does not show one. */
    status: read(jobAttributes.state),
    /** The service's own word; null if it does not show one. */
    visibility: read(jobAttributes.visibility),
  };
}

const job = z.object({ data: z.object(jobMembers) }).transform(({ data }) => toJob(data));

/** The first of a list, or null if it is empty. */
const firstJob = z
  .object({ data: z.array(z.object(jobMembers)) })
  .transform(({ data: [first] }) => (first === undefined ? null : toJob(first)));

/** The job that a posting advertises, or null if it is not shown. */
const posting = z
  .object({
    data: z.object({
      attributes: z.object({ job_id: optionalId }).catch({}).default({}),
      relationships: z.object({ job: optionalLinkage }).catch({}).default({}),
    }),
  })
  .transform(({ data: { attributes, relationships } }) => {
    const job = relationships.job?.data.id ?? attributes.job_id ?? null;
    return job === null ? null : jobId(job);
  });

const postings = z
  .object({ data: z.array(z.object({ id })), meta, links })
  .transform(({ data, meta, links }) =>
    meta['included'] === false || links.next != null ? null : data.map(({ id }) => postingId(id)),
  );

/** Jobs with their postings; null if the list does not show them. */
const listedJobs = z
  .object({
    data: z.array(
      z.object({
        id,
        ...jobMembers,
        relationships: z
          .object({ job_postings: postings.nullish().catch(null) })
          .catch({})
          .default({}),
      }),
    ),
  })
  .transform(({ data }) =>
    data.map(({ id, relationships, ...job }) => ({
      id: jobId(id),
      job: toJob(job),
      postings: relationships.job_postings ?? null,
    })),
  );

const created = <const Type extends string>(type: Type) =>
  z.object({ data: z.object({ type: z.literal(type), id }) }).transform(({ data }) => data.id);
const createdAnswer = created('answers');
const createdApplication = created('applications').transform(applicationId);

/**
 * The recruitment service as the proxy knows it: each documented operation that we use, typed, over an injected
 * `send`. A failure is a value that names its cause. A write is never repeated here: only its caller knows whether
 * it may be.
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
  type HeldWish,
  probe,
  type ReadBackWay,
  readHeldAnswers,
  readHeldDocuments,
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
export type Application = z.output<typeof application>;
export type Job = z.output<typeof job>;
export type Service = ReturnType<typeof createService>;

export function createService(options: ServiceOptions) {
  const { get, write, limitOf } = connectService({ clock: systemClock, ...options }, options);
  return {
    ...createReads(get),
    /** Milliseconds after which a write is given up. `size`: bytes of all files that it carries. */
    limitOf,
    /** The id of the stored answer. `file`: what a document's body names; it goes out as it is read. */
    createAnswer: async (body: AnswerBody, file?: FileSource): Reply<string> =>
      parseReply(await postAnswer(write, body, file), createdAnswer),
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
      return parseReply(reply, createdApplication);
    },
    /** Adds one document under this name to those that are there. null: done. */
    addDocument: async (id: ApplicationId, name: string, file: FileSource): Reply<null> => {
      const body = createFileBody(writeAddedDocument(id, { name, type: file.type }), [file]);
      const request = { path: resourcePath('applications', id), method: 'PATCH', body } as const;
      const reply = parseUpdate(await write(request, file.size), createdApplication);
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
    /** @param include `answers.question` to learn what is answered already */
    readApplication: async (id: ApplicationId, include: readonly string[]): Reply<Application> => {
      const request = { path: resourcePath('applications', id), query: writeQuery({ include }) };
      return parseReply(await get(request), application);
    },
    /** Beyond the specification: a service may refuse it. */
    readJob: async (id: JobId): Reply<Job> => parseReply(await get({ path: resourcePath('jobs', id) }), job),
    /** The first of the list, beyond the specification as well; null: it is empty. */
    readAnyJob: async (): Reply<Job | null> =>
      parseReply(await get({ path: listPath('jobs'), query: { 'page[size]': '1' } }), firstJob),
    /** The job that a posting advertises, beyond the specification; null: it does not say. */
    readPosting: async (id: PostingId): Reply<JobId | null> =>
      parseReply(await getIncluding(resourcePath('job_postings', id), postingIncludes.single), posting),
    /** One page of all jobs, with their postings where it knows them, beyond the specification as well. */
    listJobs: async ({ page, size }: Pick<QuestionListParameters, 'page' | 'size'>) => {
      const query = writeQuery({ page: { number: page, size } });
      const reply = await getIncluding(listPath('jobs'), postingIncludes.list, query);
      return parseReply(reply, listedJobs);
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
    findApplication: (reference: Reference, since: number) => findApplication(get, reference, since),
    /** The cheapest read that any key may do: does the service answer again? */
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

/** An answer that says which question it answers, or such a question itself (`include=answers.question`). */
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
      /** As the service writes the time; null: it is not. */
      rejectedAt: attributes.rejected_at ?? null,
      hiredAt: attributes.hired_at ?? null,
      /** Questions that it has answers to; empty when they were not asked for. */
      answered: [...new Set(answered.map(questionId))],
    };
  });

const jobMembers = { attributes: z.record(z.string(), z.unknown()).catch({}) };

function toJob({ attributes }: { readonly attributes: Readonly<Record<string, unknown>> }) {
  const read = (names: readonly string[]): string | null =>
    names.map((name) => attributes[name]).find((value) => typeof value === 'string') ?? null;
  return {
    title: read(['title']),
    /** As the service names it, null when it names none. */
    status: read(jobAttributes.state),
    /** The same of who may see it. */
    visibility: read(jobAttributes.visibility),
  };
}

const job = z.object({ data: z.object(jobMembers) }).transform(({ data }) => toJob(data));

/** The first of a list; null: it is empty. */
const firstJob = z
  .object({ data: z.array(z.object(jobMembers)) })
  .transform(({ data: [first] }) => (first === undefined ? null : toJob(first)));

/** The job that a posting advertises; null: it does not say. */
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

/** Jobs with their postings; null: the list does not say which these are. */
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

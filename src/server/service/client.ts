/**
 * The documented operations of the recruitment service, one method each, with the types of its document. A failure is a
 * value that names its cause, without the service's own text. Requests are never repeated: only the caller knows
 * whether that is safe.
 */

import { failure, type Outcome } from '../../core/model/failure.ts';
import type { ApplicationId, JobSeekerId } from '../../core/model/ids.ts';
import { type Clock, systemClock } from '../clock.ts';
import { postAnswer, writeAnswer } from './bodies.ts';
import {
  type AddressToCheck,
  type ApplicationChanges,
  type CountryChange,
  type NewAnswer,
  refusedLine,
  type TagChanges,
} from './changes.ts';
import { type Page, pageOf, type Single, singleOf } from './included.ts';
import {
  getList,
  type ListApplicationsParameters,
  type ListQuestionsParameters,
  type PageParameters,
  pageSizes,
  type ReadApplicationParameters,
  type ReadJobSeekerParameters,
  writeQuery,
} from './queries.ts';
import {
  type AnswerResource,
  type ApplicationResource,
  answerResource,
  applicationResource,
  type JobSeekerResource,
  jobSeekerResource,
  type QuestionResource,
  questionResource,
} from './resources.ts';
import {
  connectService,
  type Get,
  parseReply,
  parseUpdate,
  type Reply,
  resourcePath,
  type Send,
  type Write,
} from './send-request.ts';
import type { ServiceError } from './service-error.ts';

/** Version of the service's document that this client implements. */
export const describedVersion = 'v1.0.27';

export interface ClientOptions {
  /** `{base_url}` of the service, with or without a path. */
  readonly baseUrl: string;
  /** Sent as the header `X-API-KEY`, and nowhere else. */
  readonly key: string;
  /** Sends a request; the runtime's `fetch` by default. It must neither repeat requests nor follow redirects. */
  readonly send?: Send;
  /** Milliseconds until the whole reply to a read must arrive; 10,000 by default. */
  readonly readLimit?: number;
  /** The same for a write, plus time for its file; 15,000 by default. */
  readonly writeLimit?: number;
  /** The system clock by default. */
  readonly clock?: Clock;
}

export interface Client extends ClientReads, ClientWrites {}

/** Throws if `baseUrl` is not an address, or `key` cannot be in a header, because then no request could be sent. */
export function createClient(options: ClientOptions): Client {
  if (!isWebAddress(options.baseUrl)) throw new TypeError('baseUrl is not an http or https address.');
  if (!isHeaderValue(options.key)) throw new TypeError('key is not a valid header value.');
  const { baseUrl, key, send = (request) => fetch(request), clock = systemClock } = options;
  const { get, write } = connectService({ baseUrl, key, send, clock }, options);
  return { ...createReads(get), ...createWrites(write) };
}

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/**
 * Printable ASCII: keys have no other characters, and `Headers` would quote them in its error. Surrounding spaces are
 * trimmed.
 */
const isHeaderValue = (text: string): boolean => /^[\x20-\x7e]+$/.test(text.trim());

/**
 * The pages of a list, in order: `for await (const page of pages)`. Each page is requested when it is needed, so
 * `break` ends the requests. A failure is the last element.
 *
 * A page with fewer records than requested is the last, unless it has the default number: the service may have ignored
 * the size. If a service returns even fewer on every page, request the total (`stats`) to read the list to its end.
 */
export type Pages<Resource> = AsyncIterable<Outcome<Page<Resource>, ServiceError>>;

type ReadPage<Resource> = (page: Required<PageParameters>) => Promise<Outcome<Page<Resource>, ServiceError>>;

export function readPages<Resource extends { readonly id: string }>(
  read: ReadPage<Resource>,
  { number = 1, size = pageSizes.default }: PageParameters = {},
): Pages<Resource> {
  return { [Symbol.asyncIterator]: () => iteratePages(read, { number, size }) };
}

async function* iteratePages<Resource extends { readonly id: string }>(
  readPage: ReadPage<Resource>,
  { number: first, size }: Required<PageParameters>,
): AsyncGenerator<Outcome<Page<Resource>, ServiceError>, void> {
  const firstIds = new Set<string>();
  let read = 0;
  for (let number = first; ; number += 1) {
    const page = await readPage({ number, size });
    if (page.ok && isRepeated(page.value, firstIds))
      return yield failure({ kind: 'bad_document', status: 200 });
    yield page;
    if (!page.ok) return;
    read += page.value.data.length;
    if (isLast(page.value, { size, read })) return;
  }
}

/** True if more pages may follow. A service that does not understand the size uses its document's default. */
export const isFull = (count: number, size: number): boolean => count >= size || count === pageSizes.default;

/** If the first page was skipped, the total is never reached: then an empty page is the last. */
function isLast({ data, total }: Page<unknown>, { size, read }: { size: number; read: number }): boolean {
  if (data.length === 0 || (total !== null && read >= total)) return true;
  return total === null && !isFull(data.length, size);
}

/** A service without pagination would return the first page for ever. */
function isRepeated({ data }: Page<{ readonly id: string }>, firstIds: Set<string>): boolean {
  const [first] = data;
  if (first === undefined) return false;
  const isKnown = firstIds.has(first.id);
  firstIds.add(first.id);
  return isKnown;
}

/**
 * A page size outside 0 to 1,000, a phone number that is not E.164 and an id that would lead to another path are
 * `bad_request` with the `parameter`; nothing is sent then.
 */
export interface ClientReads {
  /**
   * `GET /api/v1/applications`: one page of the applications. Those of confidential jobs are included only if
   * `filter.job_visibility` names `confidential`.
   */
  listApplications(parameters?: ListApplicationsParameters): Reply<Page<ApplicationResource>>;
  /** The pages from `page.number` on. With `sort: ['id']` new records are added at the end during the reading. */
  applicationPages(parameters?: ListApplicationsParameters): Pages<ApplicationResource>;
  /** `GET /api/v1/applications/{id}`: one application, or `not_found`. */
  readApplication(
    id: ApplicationId,
    parameters?: ReadApplicationParameters,
  ): Reply<Single<ApplicationResource>>;
  /** `GET /api/v1/job_seekers/{id}`, a reading: the document only shows how its tags are written. */
  readJobSeeker(id: JobSeekerId, parameters?: ReadJobSeekerParameters): Reply<Single<JobSeekerResource>>;
  /** `GET /api/v1/questions`: one page of the questions; `include: ['conditional_questions']` for their children. */
  listQuestions(parameters?: ListQuestionsParameters): Reply<Page<QuestionResource>>;
  /** The pages from `page.number` on, in the service's own order without `sort`. */
  questionPages(parameters?: ListQuestionsParameters): Pages<QuestionResource>;
}

const schemas = {
  applications: pageOf(applicationResource),
  application: singleOf(applicationResource),
  jobSeeker: singleOf(jobSeekerResource),
  questions: pageOf(questionResource),
  answer: singleOf(answerResource),
};

export function createReads(get: Get): ClientReads {
  const listApplications = async (parameters: ListApplicationsParameters = {}) =>
    parseReply(await getList(get, 'applications', parameters), schemas.applications);
  const listQuestions = async (parameters: ListQuestionsParameters = {}) =>
    parseReply(await getList(get, 'questions', parameters), schemas.questions);
  return {
    listApplications,
    applicationPages: (parameters = {}) =>
      readPages((page) => listApplications({ ...parameters, page }), parameters.page),
    readApplication: async (id, parameters = {}) => {
      const request = { path: resourcePath('applications', id), query: writeQuery(parameters) };
      return parseReply(await get(request), schemas.application);
    },
    readJobSeeker: async (id, parameters = {}) => {
      const request = { path: resourcePath('job_seekers', id), query: writeQuery(parameters) };
      return parseReply(await get(request), schemas.jobSeeker);
    },
    listQuestions,
    questionPages: (parameters = {}) =>
      readPages((page) => listQuestions({ ...parameters, page }), parameters.page),
  };
}

/** Which parts of the changed application the reply contains. */
export interface UpdateApplicationOptions extends ReadApplicationParameters {
  /** Both are documented and take the same body; PATCH by default. */
  readonly method?: 'PATCH' | 'PUT';
}

/** Which parts of the changed job seeker the reply contains. */
export type UpdateJobSeekerOptions = ReadJobSeekerParameters;

export interface ClientWrites {
  /**
   * Changes the given attributes. A line that contradicts the country is `bad_request` with the line as its
   * `parameter`, and nothing is sent. Gives null if the change succeeded without a document in the reply (204).
   */
  updateApplication<const Country extends CountryChange = undefined>(
    id: ApplicationId,
    changes: ApplicationChanges<Country>,
    options?: UpdateApplicationOptions,
  ): Reply<Single<ApplicationResource> | null>;
  /** According to the document, only tags can be changed. Gives null in the same case as `updateApplication`. */
  updateJobSeeker(
    id: JobSeekerId,
    changes: TagChanges,
    options?: UpdateJobSeekerOptions,
  ): Reply<Single<JobSeekerResource> | null>;
  /** Creates one answer to one question; for a child, `question` is the child's id. A file is sent while it is read. */
  createAnswer(answer: NewAnswer): Reply<Single<AnswerResource>>;
}

function createWrites(write: Write): ClientWrites {
  const update = (
    data: { readonly type: 'applications' | 'job_seekers'; readonly id: string; readonly attributes: object },
    { method = 'PATCH', ...parameters }: UpdateApplicationOptions,
  ) => {
    const path = resourcePath(data.type, data.id);
    const body = JSON.stringify({ data });
    return write({ path, body, method, query: writeQuery(parameters) }, body.length);
  };
  return {
    async updateApplication(id, attributes, options = {}) {
      const line = refusedLine(attributes satisfies AddressToCheck);
      if (line !== null) return failure({ kind: 'bad_request', parameter: line });
      return parseUpdate(
        await update({ type: 'applications', id, attributes }, options),
        schemas.application,
      );
    },
    async updateJobSeeker(id, attributes, options = {}) {
      return parseUpdate(await update({ type: 'job_seekers', id, attributes }, options), schemas.jobSeeker);
    },
    async createAnswer({ application, question, value }) {
      const body = writeAnswer({ question, value }, application);
      const file = value.kind === 'document' ? value.file : undefined;
      return parseReply(await postAnswer(write, body, file), schemas.answer);
    },
  };
}

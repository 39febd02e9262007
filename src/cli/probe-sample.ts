/** The sample that the probe reads: an application, its job, and the questions of both. */
import { idText, list, member, path, text } from '../core/jsonapi/json.ts';
import type { Outcome } from '../core/model/failure.ts';
import { allVisibilities, isPhoneNumber, type Query } from '../server/service/queries.ts';
import { listPath, type Received, resourcePath } from '../server/service/send-request.ts';
import type { ServiceError } from '../server/service/service-error.ts';

export interface GetRequest {
  readonly path: string;
  readonly query?: Query;
}

/** null if the request was not sent, because the limit was reached. */
export type Answered = Outcome<Received, ServiceError> | null;

export type Ask = (request: GetRequest) => Promise<Answered>;

/** A member is null if none is known. */
export interface Sample {
  readonly application: string | null;
  readonly job: string | null;
  readonly posting: string | null;
  /** In E.164. */
  readonly phone: string | null;
  /** The query that reads the form of the job; empty if no filter works. */
  readonly form: Query;
  /** The questions of the whole list and of the form. */
  readonly questions: readonly unknown[];
}

export const questionsOf = (query: Query = {}): GetRequest => ({
  path: listPath('questions'),
  query: { include: 'conditional_questions', ...query },
});

export const applicationsOf = (query: Query): GetRequest => ({
  path: listPath('applications'),
  query: { sort: '-created_at', 'filter[job_visibility]': allVisibilities.join(','), ...query },
});

export const readApplication = (id: string | null, query: Query): readonly GetRequest[] =>
  id === null ? [] : [{ path: resourcePath('applications', id), query }];

/** Returns two requests: with an owner that has questions, and with an id that does not exist. */
export const filtered = (filter: string, owner: string | null): readonly GetRequest[] =>
  owner === null ? [] : [owner, '0'].map((id) => questionsOf({ [filter]: id }));

/** Returns null if the owner has no questions. */
export const isFiltered = ([own, none]: readonly unknown[]): boolean | null =>
  dataOf(own).length === 0 ? null : dataOf(none).length === 0;

export const FILTER_EQ = 'filter[questionable_id][eq]';
export const FILTER_PLAIN = 'filter[questionable_id]';

export const JOBS: GetRequest = {
  path: listPath('jobs'),
  query: { include: 'job_postings', 'page[size]': '100' },
};

/** Reads the named application, or else the newest one, preferably with answers. Returns null if the named one does not exist. */
export async function findSample(
  ask: Ask,
  wanted: Pick<Sample, 'application' | 'job'>,
): Promise<Sample | null> {
  const read = async (request: GetRequest): Promise<unknown> => documentOf(await ask(request));
  const listed = dataOf(await read(applicationsOf({ include: 'answers' })));
  const newest = listed.find((application) => linked(application, 'answers')?.length) ?? listed[0];
  const application = wanted.application ?? idOf(newest);
  const [request] = readApplication(application, { include: 'answers' });
  const answered = request === undefined ? null : await ask(request);
  if (answered?.ok === false && answered.error.kind === 'not_found') return null;
  const own = answered?.ok === true ? member(answered.value.document, 'data') : newest;
  const job = wanted.job ?? textOf(own, 'job_id');
  const [posting] = dataOf(await read(JOBS)).flatMap((listedJob) => linked(listedJob, 'job_postings') ?? []);
  const form = await findForm(ask, job);
  const documents = [await read(questionsOf()), await read(questionsOf(form))];
  const questions = documents.flatMap((document) => [
    ...dataOf(document),
    ...includedOf(document, 'questions'),
  ]);
  return {
    application,
    job,
    posting: textOf(own, 'job_posting_id') ?? posting ?? null,
    phone: phoneOf(own),
    form,
    questions: [...new Map(questions.map((question) => [idOf(question), question])).values()],
  };
}

async function findForm(ask: Ask, job: string | null): Promise<Query> {
  for (const filter of [FILTER_EQ, FILTER_PLAIN]) {
    const answered = [];
    for (const request of filtered(filter, job)) answered.push(await ask(request));
    const isTaken = answered.every((reply) => reply?.ok === true);
    if (isTaken && isFiltered(answered.map(documentOf)) === true) return { [filter]: job ?? '' };
  }
  return {};
}

/** Returns the phone in the form that the service's filter requires; null if there is none, or if it has no country code. */
function phoneOf(application: unknown): string | null {
  const phone = textOf(application, 'phone')?.replaceAll(/[\s()./-]/g, '') ?? '';
  return isPhoneNumber(phone) ? phone : null;
}

export const documentOf = (answered: Answered): unknown =>
  answered?.ok === true ? answered.value.document : undefined;
export const dataOf = (document: unknown): readonly unknown[] => list(member(document, 'data'));
export const includedOf = (document: unknown, type: string): readonly unknown[] =>
  list(member(document, 'included')).filter((resource) => member(resource, 'type') === type);
export const idOf = (resource: unknown): string | null => idText(member(resource, 'id'));
export const idsOf = (resources: readonly unknown[]): readonly string[] =>
  resources.flatMap((resource) => idOf(resource) ?? []);
export const attribute = (resource: unknown, name: string): unknown => path(resource, 'attributes', name);
export const textOf = (resource: unknown, name: string): string | null => text(attribute(resource, name));

/** Returns the ids of a to-many relationship; null if it was not loaded. */
export function linked(resource: unknown, name: string): readonly string[] | null {
  const data = path(resource, 'relationships', name, 'data');
  return Array.isArray(data) ? idsOf(data) : null;
}

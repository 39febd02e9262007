/** The sample that the probe reads: an application, its job, and the questions of both. */
import { idText, list, member, path, text } from '../core/jsonapi/json.ts';
import type { Outcome } from '../core/model/failure.ts';
import { allVisibilities, isPhoneNumber, type Query } from '../server/service/queries.ts';
import { listPath, type Received, resourcePath } from '../server/service/send-request.ts';
import type { ServiceError } from '../server/service/service-error.ts';

/** A GET. */
export interface Question {
  readonly path: string;
  readonly query?: Query;
}

/** null if not asked, because the limit was reached. */
export type Answered = Outcome<Received, ServiceError> | null;

export type Ask = (question: Question) => Promise<Answered>;

/** A member is null if none is known. */
export interface Sample {
  readonly application: string | null;
  readonly job: string | null;
  readonly posting: string | null;
  /** In E.164. */
  readonly phone: string | null;
  /** The query that reads the form of the job; empty if no filter works. */
  readonly form: Query;
  /** Questions of the whole list and of the form. */
  readonly questions: readonly unknown[];
}

export const questionsOf = (query: Query = {}): Question => ({
  path: listPath('questions'),
  query: { include: 'conditional_questions', ...query },
});

export const applicationsOf = (query: Query): Question => ({
  path: listPath('applications'),
  query: { sort: '-created_at', 'filter[job_visibility]': allVisibilities.join(','), ...query },
});

export const readApplication = (id: string | null, query: Query): readonly Question[] =>
  id === null ? [] : [{ path: resourcePath('applications', id), query }];

/** Filters by an owner that has questions, and by an id that does not exist. */
export const filtered = (filter: string, owner: string | null): readonly Question[] =>
  owner === null ? [] : [owner, '0'].map((id) => questionsOf({ [filter]: id }));

/** Gives null if the owner has no questions. */
export const isFiltered = ([own, none]: readonly unknown[]): boolean | null =>
  dataOf(own).length === 0 ? null : dataOf(none).length === 0;

export const [FILTER_EQ, FILTER_PLAIN] = ['filter[questionable_id][eq]', 'filter[questionable_id]'] as const;

export const JOBS: Question = {
  path: listPath('jobs'),
  query: { include: 'job_postings', 'page[size]': '100' },
};

/** Finds the named application, or the newest one with answers. Gives null if there is none. */
export async function findSample(
  ask: Ask,
  wanted: Pick<Sample, 'application' | 'job'>,
): Promise<Sample | null> {
  const read = async (question: Question): Promise<unknown> => documentOf(await ask(question));
  const listed = dataOf(await read(applicationsOf({ include: 'answers' })));
  const telling = listed.find((one) => linked(one, 'answers')?.length) ?? listed[0];
  const application = wanted.application ?? idOf(telling);
  const [question] = readApplication(application, { include: 'answers' });
  const answered = question === undefined ? null : await ask(question);
  if (answered?.ok === false && answered.error.kind === 'not_found') return null;
  const own = answered?.ok === true ? member(answered.value.document, 'data') : telling;
  const job = wanted.job ?? textOf(own, 'job_id');
  const [posting] = dataOf(await read(JOBS)).flatMap((one) => linked(one, 'job_postings') ?? []);
  const form = await findForm(ask, job);
  const documents = [await read(questionsOf()), await read(questionsOf(form))];
  const questions = documents.flatMap((one) => [...dataOf(one), ...includedOf(one, 'questions')]);
  return {
    application,
    job,
    posting: textOf(own, 'job_posting_id') ?? posting ?? null,
    phone: phoneOf(own),
    form,
    questions: [...new Map(questions.map((one) => [idOf(one), one])).values()],
  };
}

async function findForm(ask: Ask, job: string | null): Promise<Query> {
  for (const filter of [FILTER_EQ, FILTER_PLAIN]) {
    const answered = [];
    for (const question of filtered(filter, job)) answered.push(await ask(question));
    const isTaken = answered.every((one) => one?.ok === true);
    if (isTaken && isFiltered(answered.map(documentOf)) === true) return { [filter]: job ?? '' };
  }
  return {};
}

/** The phone in the form that the service's filter requires; null if there is none, or if it has no country. */
function phoneOf(application: unknown): string | null {
  const phone = textOf(application, 'phone')?.replaceAll(/[\s()./-]/g, '') ?? '';
  return isPhoneNumber(phone) ? phone : null;
}

export const documentOf = (answered: Answered): unknown =>
  answered?.ok === true ? answered.value.document : undefined;
export const dataOf = (document: unknown): readonly unknown[] => list(member(document, 'data'));
export const includedOf = (document: unknown, type: string): readonly unknown[] =>
  list(member(document, 'included')).filter((one) => member(one, 'type') === type);
export const idOf = (resource: unknown): string | null => idText(member(resource, 'id'));
export const idsOf = (resources: readonly unknown[]): readonly string[] =>
  resources.flatMap((resource) => idOf(resource) ?? []);
export const attribute = (resource: unknown, name: string): unknown => path(resource, 'attributes', name);
export const textOf = (resource: unknown, name: string): string | null => text(attribute(resource, name));

/** Ids of a to-many relationship; null if it was not loaded. */
export function linked(resource: unknown, name: string): readonly string[] | null {
  const data = path(resource, 'relationships', name, 'data');
  return Array.isArray(data) ? idsOf(data) : null;
}

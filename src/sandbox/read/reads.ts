import { accepted, type Checked, type Document, type Identifier, notFound, refused } from '../json-api.ts';
import {
  checkParameters,
  compareIds,
  compareTexts,
  localeRule,
  type ParameterRules,
  pageOf,
  pagingRules,
  readPaging,
  type SortOrders,
  sortedBy,
} from '../query/parameters.ts';
import type { QuestionParameters } from '../query/question-parameters.ts';
import {
  type ApplicationParameters,
  applicationIncludeRule,
  jobIncludeRule,
  jobSeekerIncludeRule,
  postingIncludeRule,
  type ReadParameters,
  readApplicationParameters,
  readParameters,
  readRules,
} from '../query/read-parameters.ts';
import type { CatalogueEntry, QuestionCatalogue } from '../question-catalogue.ts';
import { LOCALE } from '../readings.ts';
import type { ApplicationRecord } from '../records/record-store.ts';
import { storedQuestion } from '../resources/stored-answer.ts';
import { storedJob } from '../resources/stored-candidate.ts';
import { renderResource, type StoredResource } from '../resources/stored-resource.ts';
import { allJobs, findJob, jobVisibility, type Place, type SandboxState } from '../sandbox-state.ts';
import { type Follow, renderWalk, walkIncludes } from './include-walk.ts';
import { createResourceSource } from './resource-source.ts';

/** Returns `data` as a list and, if `include` is given, `included`. */
export function readResources(
  follow: Follow,
  data: readonly StoredResource[],
  { include, choice }: ReadParameters,
) {
  const walk = walkIncludes(data, include ?? new Map(), follow);
  const { data: rendered, included } = renderWalk(data, walk, choice);
  return include === null ? { data: rendered } : { data: rendered, included };
}

/** Returns `data` as one resource; `not_found` if there is none. */
export function readOne(place: Place, identifier: Identifier, read: ReadParameters): Checked<Document> {
  const source = createResourceSource(place);
  const stored = source.find(identifier);
  if (stored === undefined) return refused(notFound);
  const { data, ...rest } = readResources(source.follow, [stored], read);
  const [resource] = data;
  return resource === undefined ? refused(notFound) : accepted({ data: resource, ...rest, meta: {} });
}

const applicationRules = readRules(applicationIncludeRule);

/** `GET /api/v1/applications/{id}`: the document shows no `include` here, so a real service may not support it. */
export function readApplication(place: Place, id: string, query: URLSearchParams): Checked<Document> {
  const fault = checkParameters(query, applicationRules);
  if (fault !== null) return refused(fault);
  return readOne(place, { type: 'applications', id }, readParameters(query));
}

/** `GET /api/v1/applications`: one page of the applications that pass the filters. */
export function listApplications(place: Place, query: URLSearchParams): Checked<Document> {
  const { state } = place;
  const parameters = readApplicationParameters(query);
  if (!parameters.ok) return parameters;
  const { sort, paging, read } = parameters.value;
  const { items, meta } = pageOf(sortedBy(filterApplications(state, parameters.value), sort, orders), paging);
  const source = createResourceSource(place);
  const data = items.flatMap(({ id }) => source.find({ type: 'applications', id }) ?? []);
  return accepted({ ...readResources(source.follow, data, read), meta });
}

const orders: SortOrders<ApplicationRecord> = {
  id: (left, right) => compareIds(left.id, right.id),
  created_at: (left, right) => compareTexts(left.createdAt, right.createdAt),
  updated_at: (left, right) => compareTexts(left.updatedAt, right.updatedAt),
};

function filterApplications(
  state: SandboxState,
  { phone, visibilities }: ApplicationParameters,
): readonly ApplicationRecord[] {
  return state.records.applications().filter((application) => {
    if (phone !== null && application.attributes['phone'] !== phone) return false;
    const job = findJob(state, application.jobId);
    const visibility = job === undefined ? 'external' : jobVisibility(state, job);
    return visibilities === null ? visibility !== 'confidential' : visibilities.includes(visibility);
  });
}

/** No path from a job seeker leads to an application. */
const jobSeekerRules: ParameterRules = new Map(
  [...readRules(jobSeekerIncludeRule)].filter(([name]) => name !== 'extra_fields[applications]'),
);

/** `GET /api/v1/job_seekers/{id}`: a reading, since the document says that job seekers return `tags` but not where. */
export function readJobSeeker(place: Place, id: string, query: URLSearchParams): Checked<Document> {
  const fault = checkParameters(query, jobSeekerRules);
  if (fault !== null) return refused(fault);
  return readOne(place, { type: 'job_seekers', id }, readParameters(query));
}

/** `GET /api/v1/jobs/{id}`: beyond the document; states and `application_form_url` as in public copies (`src/server/service/README.md#what-the-readings-rest-on`). */
export function readJob(place: Place, id: string, query: URLSearchParams): Checked<Document> {
  const fault = checkParameters(query, new Map([[LOCALE, localeRule]]));
  if (fault !== null) return refused(fault);
  const job = findJob(place.state, id);
  if (job === undefined) return refused(notFound);
  return accepted({ data: renderResource(storedJob(place, job), new Set()), meta: {} });
}

const jobListRules = new Map([['include', jobIncludeRule], [LOCALE, localeRule], ...pagingRules]);

/** `GET /api/v1/jobs`: beyond the document, as in the public copy; jobs of every visibility and state. */
export function listJobs(place: Place, query: URLSearchParams): Checked<Document> {
  const fault = checkParameters(query, jobListRules);
  if (fault !== null) return refused(fault);
  const { items, meta } = pageOf(allJobs(place.state), readPaging(query));
  const source = createResourceSource(place);
  const data = items.flatMap(({ id }) => source.find({ type: 'jobs', id }) ?? []);
  return accepted({ ...readResources(source.follow, data, readParameters(query)), meta });
}

const postingRules = readRules(postingIncludeRule);

/** `GET /api/v1/job_postings/{id}`: beyond the document, which names the type alone. */
export function readPosting(place: Place, id: string, query: URLSearchParams): Checked<Document> {
  const fault = checkParameters(query, postingRules);
  if (fault !== null) return refused(fault);
  return readOne(place, { type: 'job_postings', id }, readParameters(query));
}

/** `GET /api/v1/questions`: one page of the questions, and the levels of children that `include` requests. */
export function listQuestions(catalogue: QuestionCatalogue, parameters: QuestionParameters): Document {
  const { jobIds, locale, filters, sort, paging, read } = parameters;
  const listed = catalogue
    .listed(jobIds)
    .filter((entry) => entry.inLocale(locale) !== null && filters.every((filter) => filter(entry)));
  const { items, meta } = pageOf(sortedBy(listed, sort, questionOrders), paging);
  const source = questionSource(catalogue, locale);
  const data = items.flatMap(source.stored);
  return { ...readResources(source.follow, data, read), meta };
}

const questionOrders: SortOrders<CatalogueEntry> = {
  id: (left, right) => compareIds(left.question.id, right.question.id),
};

function questionSource(catalogue: QuestionCatalogue, locale: QuestionParameters['locale']) {
  const byEntry = new Map<CatalogueEntry, readonly StoredResource[]>();
  const entries = new Map<StoredResource, CatalogueEntry>();
  /** Returns the same object for the same entry, because a form may have one id with two contents; empty if this language lacks it. */
  const stored = (entry: CatalogueEntry): readonly StoredResource[] => {
    const cached = byEntry.get(entry);
    if (cached !== undefined) return cached;
    const question = entry.inLocale(locale);
    const found = question === null ? [] : [storedQuestion(catalogue, question)];
    for (const resource of found) entries.set(resource, entry);
    byEntry.set(entry, found);
    return found;
  };
  const follow: Follow = (resource) => {
    const entry = entries.get(resource);
    if (entry === undefined) return [];
    return catalogue.copies(catalogue.relatedIds(entry.question)).flatMap(stored);
  };
  return { stored, follow };
}

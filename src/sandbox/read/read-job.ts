import type { Document } from '../json-api.ts';
import { pageOf, pagingRules, readPaging } from '../query/paging.ts';
import { checkParameters, localeRule } from '../query/query-parameters.ts';
import { jobIncludeRule, readParameters } from '../query/read-parameters.ts';
import { LOCALE } from '../readings.ts';
import { storedJob } from '../resources/stored-job.ts';
import { renderResource } from '../resources/stored-resource.ts';
import { allJobs, findJob, type Place } from '../sandbox-state.ts';
import { accepted, type Checked, notFound, refused } from '../service-fault.ts';
import { readResources } from './read-resources.ts';
import { createResourceSource } from './resource-source.ts';

/** `GET /api/v1/jobs/{id}`: beyond the document; states and `application_form_url` as in public copies (`src/server/service/README.md#what-the-readings-rest-on`). */
export function readJob(place: Place, id: string, query: URLSearchParams): Checked<Document> {
  const fault = checkParameters(query, new Map([[LOCALE, localeRule]]));
  if (fault !== null) return refused(fault);
  const job = findJob(place.state, id);
  if (job === undefined) return refused(notFound);
  return accepted({ data: renderResource(storedJob(place, job), new Set()), meta: {} });
}

const listRules = new Map([['include', jobIncludeRule], [LOCALE, localeRule], ...pagingRules]);

/** `GET /api/v1/jobs`: beyond the document, as in the public copy; jobs of every visibility and state. */
export function listJobs(place: Place, query: URLSearchParams): Checked<Document> {
  const fault = checkParameters(query, listRules);
  if (fault !== null) return refused(fault);
  const { items, meta } = pageOf(allJobs(place.state), readPaging(query));
  const source = createResourceSource(place);
  const data = items.flatMap(({ id }) => source.find({ type: 'jobs', id }) ?? []);
  return accepted({ ...readResources(source.follow, data, readParameters(query)), meta });
}

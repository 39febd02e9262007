import type { Document } from '../json-api.ts';
import { pageOf, pagingRules, readPaging } from '../query/paging.ts';
import { checkParameters, localeRule } from '../query/query-parameters.ts';
import { JOB_STATE, JOB_VISIBILITY, LOCALE } from '../readings.ts';
import { renderResource, type StoredResource } from '../resources/stored-resource.ts';
import type { SampleJob } from '../sample-form.ts';
import { allJobs, findJob, jobState, jobVisibility, type Place } from '../sandbox-state.ts';
import { accepted, type Checked, notFound, refused } from '../service-fault.ts';

/** `GET /api/v1/jobs/{id}`: beyond the document; states and `application_form_url` as in public copies (`src/server/service/README.md#what-the-readings-rest-on`). */
export function readJob(place: Place, id: string, query: URLSearchParams): Checked<Document> {
  const fault = checkParameters(query, new Map([[LOCALE, localeRule]]));
  if (fault !== null) return refused(fault);
  const job = findJob(place.state, id);
  if (job === undefined) return refused(notFound);
  return accepted({ data: renderResource(storedJob(place, job), new Set()), meta: {} });
}

/** `GET /api/v1/jobs`: beyond the document, as in the public copy; jobs of every visibility and state. */
export function listJobs(place: Place, query: URLSearchParams): Checked<Document> {
  const fault = checkParameters(query, new Map([[LOCALE, localeRule], ...pagingRules]));
  if (fault !== null) return refused(fault);
  const { items, meta } = pageOf(allJobs(place.state), readPaging(query));
  return accepted({ data: items.map((job) => renderResource(storedJob(place, job), new Set())), meta });
}

export const storedJob = ({ state, baseUrl }: Place, job: SampleJob): StoredResource => ({
  id: job.id,
  type: 'jobs',
  attributes: {
    title: job.title,
    [JOB_STATE]: jobState(state, job),
    ...(state.faults.current().no_job_visibility ? {} : { [JOB_VISIBILITY]: jobVisibility(state, job) }),
    application_form_url: `${baseUrl}/jobs/${job.id}/apply`,
  },
  extraFields: {},
  links: {},
});

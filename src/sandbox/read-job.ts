import type { Document } from './json-api.ts';
import { checkParameters, localeRule } from './query-parameters.ts';
import { findJob, jobState, type SandboxState } from './sandbox-state.ts';
import { accepted, type Checked, notFound, refused } from './service-fault.ts';

export interface JobRequest {
  readonly id: string;
  readonly query: URLSearchParams;
  /** Where the sandbox answers, without a slash at the end. */
  readonly baseUrl: string;
}

/** `GET /api/v1/jobs/{id}`: beyond the document; states and `application_form_url` as in `service-facts.md`, 4. */
export function readJob(state: SandboxState, request: JobRequest): Checked<Document> {
  const fault = checkParameters(request.query, new Map([['locale', localeRule]]));
  if (fault !== null) return refused(fault);
  const job = findJob(state, request.id);
  if (job === undefined) return refused(notFound);
  const attributes = {
    title: job.title,
    state: jobState(state, job),
    application_form_url: `${request.baseUrl}/jobs/${job.id}/apply`,
  };
  return accepted({ data: { id: job.id, type: 'jobs', attributes, relationships: {} }, meta: {} });
}

/** Jobs and their postings, of which the document shows no field. */
import { JOB_STATE, JOB_VISIBILITY } from '../readings.ts';
import { postingIdOf, type SampleJob } from '../sample-form.ts';
import { jobState, jobVisibility, type Place } from '../sandbox-state.ts';
import type { StoredResource } from './stored-resource.ts';

export const storedJob = ({ state, baseUrl }: Place, job: SampleJob): StoredResource => ({
  id: job.id,
  type: 'jobs',
  attributes: {
    title: job.title,
    [JOB_STATE]: jobState(state, job),
    [JOB_VISIBILITY]: jobVisibility(state, job),
    application_form_url: `${baseUrl}/jobs/${job.id}/apply`,
  },
  extraFields: {},
  links: { job_postings: [{ type: 'job_postings', id: postingIdOf(job.id) }] },
});

/** A posting says which job it advertises in its relationship alone, which has to be asked for. */
export const storedPosting = ({ id, title }: SampleJob): StoredResource => ({
  type: 'job_postings',
  id: postingIdOf(id),
  attributes: { name: title },
  extraFields: {},
  links: { job: { type: 'jobs', id } },
});

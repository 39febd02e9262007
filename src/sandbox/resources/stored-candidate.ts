import { JOB_STATE, JOB_VISIBILITY } from '../readings.ts';
import type { ApplicationRecord, JobSeekerRecord } from '../records/record-store.ts';
import { attributeNames, candidates } from '../resource-types/resource-types.ts';
import { postingIdOf, type SampleJob } from '../sample-form.ts';
import { jobState, jobVisibility, type Place, type SandboxState } from '../sandbox-state.ts';
import { addressLines, fullName, shownAttachment, shownTag } from './stored-application.ts';
import type { StoredResource } from './stored-resource.ts';

/**
 * Builds a candidate from the applications of one person; the newest one counts. A sample adds members that no application
 * contains. Returns undefined if no application has this candidate.
 */
export function storedCandidate(
  { state, baseUrl }: Place,
  id: string,
  sample: StoredResource | undefined,
): StoredResource | undefined {
  const own = state.records.applicationsOf(id);
  const newest = own.at(-1);
  if (newest === undefined) return undefined;
  return {
    id,
    type: 'candidates',
    attributes: { ...attributesOf(own, newest), ...sample?.attributes },
    extraFields: {
      attachments: own.flatMap(({ attachments }) => attachments.map(shownAttachment(baseUrl))),
      tags: state.records.jobSeekersOf(id).flatMap(({ tags }) => tags.map(shownTag)),
    },
    links: { ...linksOf(state, id, own), ...sample?.links },
  };
}

function attributesOf(
  own: readonly ApplicationRecord[],
  { attributes }: ApplicationRecord,
): StoredResource['attributes'] {
  const written = attributeNames(candidates, 'read-write').map((name) => [name, attributes[name] ?? null]);
  const created = own.map(({ createdAt }) => createdAt).sort();
  const updated = own.map(({ updatedAt }) => updatedAt).sort();
  return {
    ...Object.fromEntries(written),
    locale: attributes['locale'] ?? 'en',
    blocked: false,
    // The reference belongs to the application, not to the person.
    external_system_reference: null,
    ...addressLines(attributes),
    full_name: fullName(attributes),
    created_at: created[0],
    updated_at: updated.at(-1),
  };
}

const linksOf = (
  state: SandboxState,
  id: string,
  own: readonly ApplicationRecord[],
): StoredResource['links'] => ({
  applications: own.map((application) => ({ type: 'applications', id: application.id })),
  hris_references: [],
  job_seekers: state.records.jobSeekersOf(id).map((seeker) => ({ type: 'job_seekers', id: seeker.id })),
  skills: [],
  custom_attributes: [],
});

export const storedJobSeeker = (
  { id, candidateId, tags, createdAt, updatedAt }: JobSeekerRecord,
  sample: StoredResource | undefined,
): StoredResource => ({
  id,
  type: 'job_seekers',
  attributes: { created_at: createdAt, updated_at: updatedAt },
  extraFields: { tags: tags.map(shownTag) },
  links: { candidate: { type: 'candidates', id: candidateId }, answers: [], ...sample?.links },
});

/** The document shows no field of a job or a posting. */
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

/** Only the relationship of a posting names its job, and a client has to include it. */
export const storedPosting = ({ id, title }: SampleJob): StoredResource => ({
  type: 'job_postings',
  id: postingIdOf(id),
  attributes: { name: title },
  extraFields: {},
  links: { job: { type: 'jobs', id } },
});

/** The query of the requests about one job seeker. */
import { readings } from './readings.ts';
import type { JobSeekerExtraField } from './resources/job-seeker.ts';
import { type Query, writeList, writeQuery } from './write-query.ts';

export interface ReadJobSeekerParameters {
  /** Attributes that only come when they are asked for. */
  readonly extra_fields?: { readonly job_seekers?: readonly JobSeekerExtraField[] };
}

export const jobSeekerQuery = ({ extra_fields }: ReadJobSeekerParameters): Query =>
  writeQuery({ [readings.jobSeekerExtraFields]: writeList(extra_fields?.job_seekers) });

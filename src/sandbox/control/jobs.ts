/** State and visibility of jobs, as a person sets them in the user interface (`src/sandbox/README.md#control`). */
import * as z from 'zod';
import {
  type JobState,
  type JobVisibility,
  jobStates,
  jobVisibilities,
  type SampleJob,
} from '../sample-form.ts';

export interface JobChange {
  readonly state?: JobState | undefined;
  readonly visibility?: JobVisibility | undefined;
}

/** By the id of the job. */
export type JobChanges = Readonly<Record<string, JobChange>>;

/** The id of a job that the sandbox has. */
export const jobIdIn = (jobs: readonly SampleJob[]) =>
  z.string().refine((id) => jobs.some((job) => job.id === id));

/** The body of `PUT jobs`. */
export const jobsBody = (jobs: readonly SampleJob[]): z.ZodType<JobChanges> =>
  z.record(
    jobIdIn(jobs),
    z.strictObject({ state: z.enum(jobStates).optional(), visibility: z.enum(jobVisibilities).optional() }),
  );

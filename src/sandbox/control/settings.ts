import * as z from 'zod';
import {
  type JobState,
  type JobVisibility,
  jobStates,
  jobVisibilities,
  type SampleJob,
} from '../sample-form.ts';

/** The state and visibility of a job, which a recruiter sets in the user interface (`src/sandbox/README.md#control`). */
export interface JobChange {
  readonly state?: JobState | undefined;
  readonly visibility?: JobVisibility | undefined;
}

/** The changes, by the id of the job. */
export type JobChanges = Readonly<Record<string, JobChange>>;

export const jobIdIn = (jobs: readonly SampleJob[]) =>
  z.string().refine((id) => jobs.some((job) => job.id === id));

/** The body of `PUT jobs`. */
export const jobsBody = (jobs: readonly SampleJob[]): z.ZodType<JobChanges> =>
  z.record(
    jobIdIn(jobs),
    z.strictObject({ state: z.enum(jobStates).optional(), visibility: z.enum(jobVisibilities).optional() }),
  );

/** Details that the service demands of an application beyond names and e-mail address (`src/sandbox/README.md#demands`). */
export interface Demands {
  /** The details that an application must have, by the id of the job. */
  readonly jobs: Readonly<Record<string, readonly DemandName[]>>;
  /** How a refusal reports the missing attributes: in words, also by pointer, or not at all. */
  readonly tells: 'detail' | 'pointer' | 'nothing';
}

/** Demands of one attribute or file each. */
const singleNames = [
  'preferred_name',
  'preferred_pronouns',
  'phone',
  'phone_iso2',
  'date_of_birth',
  'linkedin_url',
  'summary',
  'address1',
  'address2',
  'town',
  'state_province',
  'postcode',
  'country',
  'cv',
  'cover_letter',
  'documents',
  'equality_monitoring_option_ids',
] as const;

export type SingleName = (typeof singleNames)[number];

/** The parts of every postal address; its other lines depend on the country. */
const addressNames = ['address1', 'town', 'country', 'postcode'] as const satisfies readonly SingleName[];

const demandNames = [...singleNames, 'address'] as const;

export type DemandName = (typeof demandNames)[number];

/** Returns the single demands of a job, each once. An address is replaced by its parts. */
export const singlesOf = ({ jobs }: Demands, job: string): readonly SingleName[] => {
  const names = Object.hasOwn(jobs, job) ? (jobs[job] ?? []) : [];
  return [...new Set(names.flatMap((name) => (name === 'address' ? addressNames : [name])))];
};

/** The initial demands: the details that the form of each job requires. */
export const sampleDemands = (jobs: readonly SampleJob[]): Demands['jobs'] =>
  Object.fromEntries(jobs.flatMap(({ id, requires }) => (requires === undefined ? [] : [[id, requires]])));

/** The body of `PUT demands`. */
export const demandsBody = (jobs: readonly SampleJob[]): z.ZodType<Demands> =>
  z.strictObject({
    jobs: z.record(jobIdIn(jobs), z.array(z.enum(demandNames))).default({}),
    tells: z.enum(['detail', 'pointer', 'nothing']).default('detail'),
  });

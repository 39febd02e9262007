/** What the service demands of an application for a job beyond names and e-mail address (`src/sandbox/README.md#demands`). */
import * as z from 'zod';
import type { SampleJob } from '../sample-form.ts';
import { jobIdIn } from './jobs.ts';

export interface Demands {
  /** By the id of the job: names of what an application for it must have. */
  readonly jobs: Readonly<Record<string, readonly DemandName[]>>;
  /** How a refusal names the missing attributes: in words only, also by pointer, or not at all. */
  readonly tells: 'detail' | 'pointer' | 'nothing';
}

/** Each is missing or there by itself. */
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

/** What every postal address has; its other lines depend on the country. */
const addressNames = ['address1', 'town', 'country', 'postcode'] as const satisfies readonly SingleName[];

const demandNames = [...singleNames, 'address'] as const;

export type DemandName = (typeof demandNames)[number];

/** Each once: an address is demanded as its parts, and so it is refused. */
export const singlesOf = ({ jobs }: Demands, job: string): readonly SingleName[] => {
  const names = Object.hasOwn(jobs, job) ? (jobs[job] ?? []) : [];
  return [...new Set(names.flatMap((name) => (name === 'address' ? addressNames : [name])))];
};

/** What holds at the start: what the form of each job requires. */
export const sampleDemands = (jobs: readonly SampleJob[]): Demands['jobs'] =>
  Object.fromEntries(jobs.flatMap(({ id, requires }) => (requires === undefined ? [] : [[id, requires]])));

/** The body of `PUT demands`. */
export const demandsBody = (jobs: readonly SampleJob[]): z.ZodType<Demands> =>
  z.strictObject({
    jobs: z.record(jobIdIn(jobs), z.array(z.enum(demandNames))).default({}),
    tells: z.enum(['detail', 'pointer', 'nothing']).default('detail'),
  });

/** What the service demands of an application for a job beyond names and e-mail address (`src/sandbox/README.md#demands`). */
import { isObject } from '../json.ts';
import { type Read, readOneOf, readTexts } from '../readers.ts';
import type { SampleJob } from '../sample-form.ts';

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

const isDemandName = (name: string): name is DemandName => demandNames.some((known) => known === name);

/** Each once: an address is demanded as its parts, and so it is refused. */
export const singlesOf = ({ jobs }: Demands, job: string): readonly SingleName[] => {
  const names = Object.hasOwn(jobs, job) ? (jobs[job] ?? []) : [];
  return [...new Set(names.flatMap((name) => (name === 'address' ? addressNames : [name])))];
};

export interface DemandSwitch {
  current(): Demands;
  /** A job that is not named demands what its sample form does. */
  replace(demands: Demands): void;
}

export function createDemandSwitch(jobs: readonly SampleJob[]): DemandSwitch {
  const start = Object.fromEntries(
    jobs.flatMap(({ id, requires }) => (requires === undefined ? [] : [[id, requires]])),
  );
  let demands: Demands = { jobs: start, tells: 'detail' };
  return {
    current: () => demands,
    replace: (next) => {
      demands = { ...next, jobs: { ...start, ...next.jobs } };
    },
  };
}

const readTells: Read<Demands['tells']> = readOneOf('detail', 'pointer', 'nothing');

type ReadDemands = { readonly demands: Demands } | { readonly complaint: string };

/** Reads the body of `PUT demands`; the error is a sentence. */
export function readDemands(body: unknown, jobs: readonly string[]): ReadDemands {
  if (!isObject(body))
    return { complaint: 'The body must be {"jobs": {JOB: [NAME, …]}, "tells": "detail"}.' };
  const stranger = Object.keys(body).find((name) => name !== 'jobs' && name !== 'tells');
  if (stranger !== undefined) return { complaint: `"${stranger}" is no member: "jobs" and "tells" are.` };
  const { jobs: given = {}, tells: wanted = 'detail' } = body;
  const tells = readTells(wanted);
  if (tells === undefined) return { complaint: '"tells" must be "detail", "pointer" or "nothing".' };
  if (!isObject(given)) return { complaint: '"jobs" must be an object: {"4711": ["phone", "cv"]}.' };
  const unknownJob = Object.keys(given).find((id) => !jobs.includes(id));
  if (unknownJob !== undefined)
    return { complaint: `"${unknownJob}" is no job here. Known: ${jobs.join(', ')}.` };
  const read: [string, readonly DemandName[]][] = [];
  for (const [id, list] of Object.entries(given)) {
    const names = readTexts(list);
    if (names === undefined) return { complaint: `"jobs"."${id}" must be a list of names, as texts.` };
    const odd = names.find((name) => !isDemandName(name));
    if (odd !== undefined)
      return { complaint: `"${odd}" cannot be demanded. Known: ${demandNames.join(', ')}.` };
    read.push([id, [...new Set(names.filter(isDemandName))]]);
  }
  return { demands: { jobs: Object.fromEntries(read), tells } };
}

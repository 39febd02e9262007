/** What the service demands of an application for a job beyond names and e-mail address (`src/sandbox/README.md#demands`). */
import { isObject, type JsonObject } from '../json.ts';
import { type Read, readOneOf, readTexts } from '../readers.ts';
import type { ServiceFault } from '../service-fault.ts';

export interface Demands {
  /** By the id of the job: names of what an application for it must have. */
  readonly jobs: Readonly<Record<string, readonly DemandedName[]>>;
  /** How a refusal names the missing attributes: in words only, also by pointer, or not at all. */
  readonly tells: 'detail' | 'pointer' | 'nothing';
}

/** By the name that a demand uses: the attributes of which at least one must be written. */
const demandable = {
  preferred_name: ['preferred_name'],
  preferred_pronouns: ['preferred_pronouns'],
  phone: ['phone'],
  date_of_birth: ['date_of_birth'],
  linkedin_url: ['linkedin_url'],
  summary: ['summary'],
  address1: ['address1'],
  address2: ['address2'],
  town: ['town'],
  state_province: ['state_province'],
  postcode: ['postcode'],
  country: ['country'],
  cv: ['cv_base64_data', 'cv_signed_id'],
  cover_letter: ['cover_letter_base64_data'],
  documents: ['documents_base64'],
  equality_monitoring_option_ids: ['equality_monitoring_option_ids'],
} as const;

type DemandedName = keyof typeof demandable;

const isDemandable = (name: string): name is DemandedName => Object.hasOwn(demandable, name);

export interface DemandSwitch {
  current(): Demands;
  replace(demands: Demands): void;
}

export function createDemandSwitch(): DemandSwitch {
  let demands: Demands = { jobs: {}, tells: 'detail' };
  return {
    current: () => demands,
    replace: (next) => {
      demands = next;
    },
  };
}

const readTells: Read<Demands['tells']> = readOneOf('detail', 'pointer', 'nothing');

/** Reads the body of `PUT demands`; the error is a sentence. */
export function readDemands(
  body: unknown,
  jobs: readonly string[],
): { readonly demands: Demands } | { readonly complaint: string } {
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
  const known = Object.keys(demandable).join(', ');
  const read: [string, readonly DemandedName[]][] = [];
  for (const [id, list] of Object.entries(given)) {
    const names = readTexts(list);
    if (names === undefined) return { complaint: `"jobs"."${id}" must be a list of names, as texts.` };
    const odd = names.find((name) => !isDemandable(name));
    if (odd !== undefined) return { complaint: `"${odd}" cannot be demanded. Known: ${known}.` };
    read.push([id, [...new Set(names.filter(isDemandable))]]);
  }
  return { demands: { jobs: Object.fromEntries(read), tells } };
}

/** One fault per missing attribute, reported as the control configured it. */
export function demandFaults(
  { jobs, tells }: Demands,
  job: string,
  attributes: JsonObject,
): readonly ServiceFault[] {
  const names = (Object.hasOwn(jobs, job) && jobs[job]) || [];
  const missing = names.filter((name) => demandable[name].every((one) => isBlank(attributes[one])));
  const code = 'unprocessable_entity';
  if (tells === 'nothing') return missing.slice(0, 1).map(() => ({ code, detail: 'Validation failed' }));
  return missing.map((name) => ({
    code,
    detail: `${wordsOf(name)} can't be blank`,
    ...(tells === 'pointer' ? { pointer: `/data/attributes/${demandable[name][0]}` } : {}),
  }));
}

const isBlank = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** How a full message begins: "Date of birth can't be blank". */
const wordsOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

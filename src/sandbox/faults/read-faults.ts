import { at, isObject } from '../json.ts';
import {
  hasOnly,
  type Read,
  readBoolean,
  readListOf,
  readOneOf,
  readPath,
  readRecordOf,
  readTexts,
  readWhole,
} from '../readers.ts';
import { jobStates, jobVisibilities } from '../sample-form.ts';
import { type Faults, type JobChange, noFaults, type StatusFault } from './faults.ts';
import {
  disturbanceWords,
  LONGEST_DELAY,
  readDisturbance,
  readRequests,
  readRetryAfter,
  readStatus,
} from './read-disturbance.ts';

/** Reads the body of `PUT faults`: a missing fault is switched off; the error is a sentence. */
export function readFaults(body: unknown): { readonly faults: Faults } | { readonly complaint: string } {
  if (!isObject(body)) return { complaint: 'The body must be a JSON object.' };
  const stranger = Object.keys(body).find((name) => !Object.hasOwn(noFaults, name));
  if (stranger !== undefined) {
    return { complaint: `"${stranger}" is no fault. Known: ${Object.keys(noFaults).join(', ')}.` };
  }
  const wrong = Object.entries(readers).find(
    ([name, [read]]) => body[name] !== undefined && read(body[name]) === undefined,
  );
  if (wrong !== undefined) return { complaint: `"${wrong[0]}" must be ${wrong[1][1]}.` };
  return { faults: faultsOf(body) };
}

const readStatusFault: Read<StatusFault> = (value) => {
  const path = readPath(at(value, 'path'));
  const status = readStatus(at(value, 'status'));
  const requests = readRequests(at(value, 'requests'));
  const retryAfter = readRetryAfter(at(value, 'retry_after'));
  if (path === undefined || status === undefined || requests === undefined || retryAfter === undefined)
    return undefined;
  return { path, status, requests, retry_after: retryAfter };
};

const readState = readOneOf(...jobStates);
const readVisibility = readOneOf(...jobVisibilities);

const readJobChange: Read<JobChange> = (value) => {
  const [state, visibility] = [readState(at(value, 'state')), readVisibility(at(value, 'visibility'))];
  const read = { ...(state && { state }), ...(visibility && { visibility }) };
  return hasOnly(value, Object.keys(read)) ? read : undefined;
};

const milliseconds = `milliseconds, a whole number from 0 to ${LONGEST_DELAY}`;

type Readers = { readonly [Name in keyof Faults]: readonly [read: Read<Faults[Name]>, described: string] };

const readers: Readers = {
  integration_disabled: [readBoolean, 'true or false'],
  closed_jobs: [readTexts, 'a list of job ids, as texts'],
  jobs: [
    readRecordOf(readJobChange),
    `an object of jobs by id, as {"4711": {"state": "draft", "visibility": "confidential"}}; states ${jobStates.join(', ')}; visibilities ${jobVisibilities.join(', ')}`,
  ],
  bad_document: [readOneOf('html', 'no_data', null), '"html", "no_data" or null'],
  refuse: [readTexts, 'a list of question ids, as texts'],
  refuse_attributes: [readTexts, 'a list of attributes of applications, as texts'],
  bare_errors: [readBoolean, 'true or false'],
  applications_forbidden: [readBoolean, 'true or false'],
  delay: [readWhole(0, LONGEST_DELAY), milliseconds],
  status: [
    readListOf(readStatusFault),
    'a list of {"path": "/api/v1/answers", "status": 500, "requests": 1}; status from 400 to 599, "retry_after" in seconds if wanted',
  ],
  disturb: [readListOf(readDisturbance), disturbanceWords],
  seed: [readWhole(0, 4_294_967_295), 'a whole number from 0 to 4294967295'],
  reads_lag: [readWhole(0, LONGEST_DELAY), milliseconds],
  no_include: [readOneOf('refuse', 'ignore', null), '"refuse", "ignore" or null'],
  no_nested_include: [readBoolean, 'true or false'],
  no_linkage: [readBoolean, 'true or false'],
  no_list: [readBoolean, 'true or false'],
  questionable_filter: [readOneOf('both', 'eq', 'plain'), '"both", "eq" or "plain"'],
  no_jobs: [readBoolean, 'true or false'],
  no_job_visibility: [readBoolean, 'true or false'],
  no_stats: [readBoolean, 'true or false'],
};

/** Called with a checked body only. */
function faultsOf(body: Readonly<Record<string, unknown>>): Faults {
  const read = <Name extends keyof Faults>(name: Name): Faults[Name] =>
    readers[name][0](body[name]) ?? noFaults[name];
  return {
    integration_disabled: read('integration_disabled'),
    closed_jobs: read('closed_jobs'),
    jobs: read('jobs'),
    bad_document: read('bad_document'),
    refuse: read('refuse'),
    refuse_attributes: read('refuse_attributes'),
    bare_errors: read('bare_errors'),
    applications_forbidden: read('applications_forbidden'),
    delay: read('delay'),
    status: read('status'),
    disturb: read('disturb'),
    seed: read('seed'),
    reads_lag: read('reads_lag'),
    no_include: read('no_include'),
    no_nested_include: read('no_nested_include'),
    no_linkage: read('no_linkage'),
    no_list: read('no_list'),
    questionable_filter: read('questionable_filter'),
    no_jobs: read('no_jobs'),
    no_job_visibility: read('no_job_visibility'),
    no_stats: read('no_stats'),
  };
}

import { type Faults, noFaults, type StatusFault } from './faults.ts';
import { at, isObject } from './json.ts';

/** Reads the body of `PUT faults`: what it leaves out is switched off, what cannot be read is said in words. */
export function readFaults(body: unknown): { readonly faults: Faults } | { readonly complaint: string } {
  if (!isObject(body)) return { complaint: 'The body must be a JSON object.' };
  const stranger = Object.keys(body).find((name) => !Object.hasOwn(noFaults, name));
  if (stranger !== undefined) {
    return { complaint: `"${stranger}" is no fault. Known: ${Object.keys(noFaults).join(', ')}.` };
  }
  const wrong = checks.find(([name, isRight]) => body[name] !== undefined && !isRight(body[name]));
  if (wrong !== undefined) return { complaint: `"${wrong[0]}" must be ${wrong[2]}.` };
  return { faults: faultsOf(body) };
}

type Check = readonly [name: keyof Faults, isRight: (value: unknown) => boolean, described: string];

/** Ten minutes: longer than any time limit of a client. */
const LONGEST_DELAY = 600_000;

const checks: readonly Check[] = [
  ['integration_disabled', isBoolean, 'true or false'],
  ['closed_jobs', isTextList, 'a list of job ids, as texts'],
  ['bad_document', isBadDocument, '"html", "no_data" or null'],
  ['refuse', isTextList, 'a list of question ids, as texts'],
  ['refuse_attributes', isTextList, 'a list of attributes of applications, as texts'],
  ['bare_errors', isBoolean, 'true or false'],
  ['applications_forbidden', isBoolean, 'true or false'],
  [
    'delay',
    (value) => isWholeNumber(value, 0, LONGEST_DELAY),
    `milliseconds, a whole number from 0 to ${LONGEST_DELAY}`,
  ],
  [
    'status',
    (value) => Array.isArray(value) && value.every(isStatusFault),
    'a list of {"path": "/api/v1/answers", "status": 500, "requests": 1}; status from 400 to 599, "retry_after" in seconds if wanted',
  ],
];

/** Called with a checked body only. */
function faultsOf(body: Readonly<Record<string, unknown>>): Faults {
  const { integration_disabled: disabled, closed_jobs: jobs, bad_document: document } = body;
  const { refuse, delay, status } = body;
  const { refuse_attributes: attributes, bare_errors: bare, applications_forbidden: forbidden } = body;
  return {
    integration_disabled: isBoolean(disabled) ? disabled : noFaults.integration_disabled,
    closed_jobs: isTextList(jobs) ? jobs : noFaults.closed_jobs,
    bad_document: isBadDocument(document) ? document : noFaults.bad_document,
    refuse: isTextList(refuse) ? refuse : noFaults.refuse,
    refuse_attributes: isTextList(attributes) ? attributes : noFaults.refuse_attributes,
    bare_errors: isBoolean(bare) ? bare : noFaults.bare_errors,
    applications_forbidden: isBoolean(forbidden) ? forbidden : noFaults.applications_forbidden,
    delay: typeof delay === 'number' ? delay : noFaults.delay,
    status: Array.isArray(status) ? status.filter(isStatusFault).map(statusFaultOf) : noFaults.status,
  };
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean';
}

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isBadDocument(value: unknown): value is Faults['bad_document'] {
  return value === 'html' || value === 'no_data' || value === null;
}

function isWholeNumber(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

type StatusBody = Omit<StatusFault, 'retry_after'> & Partial<Pick<StatusFault, 'retry_after'>>;

function isStatusFault(value: unknown): value is StatusBody {
  const path = at(value, 'path');
  const retryAfter = at(value, 'retry_after') ?? null;
  return (
    typeof path === 'string' &&
    path.startsWith('/') &&
    isWholeNumber(at(value, 'status'), 400, 599) &&
    isWholeNumber(at(value, 'requests'), 1, Number.MAX_SAFE_INTEGER) &&
    (retryAfter === null || isWholeNumber(retryAfter, 0, LONGEST_DELAY))
  );
}

function statusFaultOf({ path, status, requests, retry_after: retryAfter }: StatusBody): StatusFault {
  return { path, status, requests, retry_after: retryAfter ?? null };
}

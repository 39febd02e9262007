/** What the developer can do about a refusal: one sentence per code, with the element as its subject. */
import type { FailureCode } from '../../core/model/failure.ts';
import type { ProxyReply } from '../api/connection.ts';
import type { RichSettings, Settings } from '../element/settings.ts';
import { writeJob } from './write-job.ts';

export interface Refused {
  readonly settings: Settings & Pick<RichSettings, 'renewToken'>;
  /** Address of the proxy. */
  readonly server: string;
  /** The last result of the host's `renewToken`, or the error it threw. */
  readonly given: unknown;
}

type Advice = (refused: Refused) => string;

const jobOf = ({ tenant, ...settings }: Settings) =>
  tenant === 'default' ? writeJob(settings) : `${writeJob(settings)} tenant="${tenant}"`;

/** For a visitor without an application, or for an applicant identified by a token. */
const either =
  (forJob: Advice, forToken: Advice): Advice =>
  (refused) =>
    refused.settings.token === null ? forJob(refused) : forToken(refused);

const log = (server: string) => `look into the log of ${server}.`;

const advice: Partial<Readonly<Record<FailureCode, Advice>>> = {
  token_invalid: ({ server }) =>
    `has a token that ${server} did not make, or that was changed on its way: make one with POST ${server}/sessions, and put all of it into token="…".`,
  token_expired: ({ settings, server, given }) =>
    renewalFault(settings.renewToken, given) ??
    `has a token that has expired: make a fresh one for each visitor with POST ${server}/sessions, or set the property renewToken.`,
  unauthorized: ({ server }) => `was not let in: give it a token that POST ${server}/sessions made.`,
  job_not_public: ({ settings, server }) =>
    `may not open ${jobOf(settings)} without an application: add the job to APPLY_PUBLIC_JOBS of ${server}, or give it a token instead.`,
  not_found: either(
    ({ settings, server }) =>
      settings.posting !== null
        ? `finds no ${jobOf(settings)} at ${server}: check the id of the posting and the name of the tenant; see that visitors may see its job (APPLY_PUBLIC_JOBS there), and that the recruitment service says which job a posting advertises (npx apply-form-server probe), or write job="…" instead.`
        : `finds no ${jobOf(settings)} at ${server}: check the id of the job and the name of the tenant; and see that visitors may see it, as APPLY_PUBLIC_JOBS there lists it, or is all and the recruitment service shows it to the public.`,
    ({ server }) =>
      `has a token whose application or job is gone: check that both are still in the recruitment service of ${server}.`,
  ),
  no_job: either(
    ({ settings, server }) =>
      settings.posting === null
        ? `has ${jobOf(settings)}, but the questions of its tenant belong to postings (questionsBy): write posting="…" instead.`
        : `has ${jobOf(settings)}, and the recruitment service of ${server} does not say which job that is: write job="…" instead, or see readPosting of the tenant.`,
    () =>
      'has a token for an application without a job, so there are no questions: make it for one that belongs to a job.',
  ),
  job_closed: either(
    ({ settings }) =>
      `has ${jobOf(settings)}, which is closed, and says so: take it off this page, or open the job again in the recruitment service.`,
    () =>
      'has a token for a job or an application that is closed, and says so: the recruitment service decides, and closedWhen of the tenant.',
  ),
  bad_request: either(
    ({ settings }) => `cannot use ${jobOf(settings)}: ids are made of letters, digits, - and _ alone.`,
    ({ server }) => `was not understood by ${server}: load the script from there, in the same version.`,
  ),
  rate_limited: ({ server }) =>
    `had to wait, as ${server} gets too many requests from this address: try again in a minute.`,
  bad_document: ({ server }) =>
    `gets no questions, as the recruitment service answered with something else: ${log(server)}`,
  timed_out: ({ server }) =>
    `gets no answer from ${server} in time: check that its server and what stands in front of it answer.`,
  service_unavailable: ({ server }) =>
    `gets no questions, as the recruitment service cannot be reached: ${log(server)}`,
};

export const refusalAdvice = (code: FailureCode, refused: Refused): string =>
  advice[code]?.(refused) ?? `cannot be opened (${code}): ${log(refused.server)}`;

/** What usually refuses with such a status. */
const blockers: readonly (readonly [RegExp, string])[] = [
  [/40[17]/, 'it asks for a login of its own, which requests of the form have to pass without.'],
  [/40[45]|410/, 'see that it passes on every path and method of that server.'],
  [
    /413|414|431/,
    'its limit for the size of a request is too small (nginx: client_max_body_size): raise it.',
  ],
  [/429/, 'it limits how often one address may ask: raise that limit.'],
];
const firewall =
  'most likely a firewall that takes something in the request, such as "SELECT … FROM" in an answer, for an attack. Its log names the rule: make an exception for this address.';

/** The reply of something that is not our proxy. */
export function blockedAdvice({ address, status }: Pick<ProxyReply, 'address' | 'status'>): string {
  const [, cause = firewall] = blockers.find(([statuses]) => statuses.test(`${status}`)) ?? [];
  return `was answered with ${status} by something in front of ${address}: ${cause}`;
}

const needsFunction = 'renewToken must be a function that gives a Promise of a fresh token.';

/** @returns null if the host has not set `renewToken` */
export function renewalFault(renewToken: unknown, given: unknown): string | null {
  if (renewToken === null) return null;
  if (typeof renewToken !== 'function') return `cannot renew its token: ${needsFunction}`;
  if (given instanceof Error) return `got no new token (${given.message}): ${needsFunction}`;
  if (typeof given === 'string' && given !== '')
    return 'got a token from renewToken() that has expired as well: let it give one that was made just now.';
  return `got ${given === '' ? '""' : String(given)} for a new token: ${needsFunction}`;
}

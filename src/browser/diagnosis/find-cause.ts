/** Finds why a form cannot be opened: from missing settings, then from the reply, then from what the page can reach. */
import type { FailureCode } from '../../core/model/failure.ts';
import type { Trouble } from '../api/connection.ts';
import { inTime } from '../api/in-time.ts';
import type { SessionHost, Wrong } from '../contract.ts';
import type { Forbidden, Surroundings } from './surroundings.ts';

export interface Cause {
  readonly code: FailureCode;
  /** For the developer: what is wrong, the value found, and what to do. Written with the element as its subject. */
  readonly advice: string;
}

const badSetup = (advice: string): Cause => ({ code: 'bad_setup', advice });

export async function findCause(host: SessionHost, wrong: Wrong, place: Surroundings): Promise<Cause> {
  const { mode, endpoint, token, job, document, renewToken } = host.settings();
  const { code } = wrong.failure;
  if (mode === 'preview')
    return {
      code: document === null ? 'bad_setup' : code,
      advice:
        'needs its property document in mode="preview": a JSON:API document, an object with a list "data".',
    };
  if (endpoint === null)
    return badSetup(
      'needs endpoint="https://…", the address of its server: a bundle, or a script in the page, cannot tell it.',
    );
  const server = addressOf(endpoint, place.page);
  if (server === null)
    return badSetup(
      `cannot use endpoint="${endpoint}": write the address of its server, as endpoint="https://forms.example.com".`,
    );
  if (token === null && job === null)
    return badSetup('needs token="…" or, for a public job, job="…" or posting="…".');
  if (code === 'offline') return withoutReply(host, server, place);
  if (code === 'token_expired' && renewToken !== null) return { code, advice: renewalFault };
  const advice = tellReply(wrong.trouble, code, server);
  // An id that cannot be one is the page's fault, and to load it again does not help.
  return code === 'bad_request' && token === null ? badSetup(advice) : { code, advice };
}

/** Without a trailing slash; null if it is not a web address. */
function addressOf(endpoint: string, page: string): string | null {
  if (!/^(https?:\/)?\//i.test(endpoint)) return null;
  try {
    return new URL(endpoint, page).href.replace(/\/$/, '');
  } catch {
    return null;
  }
}

export const renewalFault =
  'got no fresh token from renewToken: it must be a function that gives a Promise of one that was made just now.';

/** Our proxy says itself why it refuses, in words for the developer. */
function tellReply(trouble: Trouble, code: FailureCode, server: string): string {
  if (!('status' in trouble)) return tellOwn(code, server);
  const { errors }: { readonly errors?: unknown } = Object(trouble.document);
  const [first] = Array.isArray(errors) ? errors : [];
  return typeof first?.detail === 'string'
    ? `was refused by ${server} (${code}): ${first.detail}`
    : blockedAdvice({ address: server, ...trouble });
}

function tellOwn(code: FailureCode, server: string): string {
  if (code === 'timed_out')
    return `gets no answer from ${server} in time: check that its server and what stands in front of it answer.`;
  if (code === 'job_closed')
    return 'is for a job or an application that is closed, and says so: the recruitment service decides it.';
  return `cannot be opened (${code}): look into the log of ${server}.`;
}

/** The reply of something that is not our proxy. */
export const blockedAdvice = ({ address, status }: { readonly address?: string; readonly status: number }) =>
  `was answered with ${status} by something in front of ${address}, or in its place: check that address, and let what is there pass every path, method and size of the form's requests.`;

/** Browsers do not tell a page why no reply came, so it is asked what else can be reached. */
async function withoutReply(
  { transport }: Pick<SessionHost, 'transport'>,
  server: string,
  place: Surroundings,
): Promise<Cause> {
  if (!place.isOnline) return { code: 'offline', advice: 'cannot be loaded, as this browser is offline.' };
  const ask = async (mode: RequestMode) => {
    const init = { mode, cache: 'no-store', credentials: 'omit' } as const;
    const look = await inTime(
      (signal) => transport.fetch(`${server}/healthz`, { ...init, signal }),
      PATIENCE,
    );
    return look.ok;
  };
  const endWatch = place.watchPolicy();
  // With `no-cors` every page may send a request to every server, though it cannot read the reply.
  const [isReadable, isThere] = await Promise.all([ask('cors'), ask('no-cors')]);
  const forbidden = await endWatch();
  if (isReadable)
    return {
      code: 'offline',
      advice: `lost its request to ${server}, which answers again. If this stays: what stands in front of it must pass on OPTIONS and the header Authorization.`,
    };
  if (isThere)
    return {
      code: 'origin_not_allowed',
      advice: `gets no reply from ${server} that ${place.origin} may read: check that this is the address of its server, and that APPLY_ORIGINS there has ${place.origin}.`,
    };
  return forbidden ? badSetup(policyAdvice(forbidden, server)) : silence(server);
}

/** Milliseconds. */
const PATIENCE = 5_000;

const policyAdvice = ({ effectiveDirective }: Forbidden, server: string): string =>
  `may not reach ${server} under the Content-Security-Policy of its page: add ${new URL(server).origin} to ${effectiveDirective} there.`;

const silence = (server: string): Cause => ({
  code: 'service_unavailable',
  advice: `gets no answer from ${server}: check that the address is right (https on a page with https), and that its server runs and can be reached.`,
});

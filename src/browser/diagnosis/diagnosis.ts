/**
 * Reports failures: to the host as events, and to the developer of its page as one line of English in the console. Finds
 * out why a form cannot be opened from the settings, the reply, and what the page can reach.
 */
import type { Failure, FailureCode } from '../../core/model/failure.ts';
import { attributeNames, type Host, isAddress } from '../host/host.ts';
import { inTime, type Trouble } from '../proxy/request.ts';

/** A failure to open a form. */
interface OpeningFailure {
  readonly trouble: Trouble;
  /** The failure as first reported. */
  readonly failure: Failure;
  /** True once a newer load has begun, since a page may set the token some time after inserting the element. */
  readonly isOver: () => boolean;
}

interface Cause {
  readonly code: FailureCode;
  /** The fault, the value found, and what to do; the subject is the element. */
  readonly advice: string;
}

/** Facts about the page that the browser knows. */
const environment = () => ({
  page: location.href,
  /** The origin that the proxy sees; `null` for a page with an opaque origin. */
  origin: self.origin,
  isOnline: navigator.onLine,
  watchPolicy,
});

export type Environment = ReturnType<typeof environment>;

/** @returns what the applicant should read */
export async function diagnose(
  host: Host,
  { failure, trouble, isOver }: OpeningFailure,
  context = environment(),
): Promise<Failure> {
  // Whatever fails here, something must be shown to the applicant.
  const plain = { code: failure.code, advice: `cannot be opened (${failure.code}).` };
  const { code, advice } = await findCause(host, trouble, failure.code, context).catch(() => plain);
  if (!isOver()) host.warn(advice);
  if (code === failure.code) return failure;
  return { ...failure, code, retryable: code === 'service_unavailable' };
}

const badSetup = (advice: string): Cause => ({ code: 'bad_setup', advice });

async function findCause(
  host: Host,
  trouble: Trouble,
  code: FailureCode,
  context: Environment,
): Promise<Cause> {
  const { mode, endpoint, token, job, document, renewToken } = host.settings();
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
  if (!isAddress.test(endpoint) || !URL.canParse(endpoint, context.page))
    return badSetup(
      `cannot use endpoint="${endpoint}": write the address of its server, as endpoint="https://forms.example.com".`,
    );
  if (token === null && job === null)
    return badSetup('needs token="…" or, for a public job, job="…" or posting="…".');
  const server = new URL(endpoint, context.page).href.replace(/\/$/, '');
  if (code === 'offline') return withoutReply(host, server, context);
  if (code === 'token_expired' && renewToken !== null) return { code, advice: renewalFault };
  const advice = tellReply(trouble, code, server);
  // A malformed id is the page's fault, and loading again does not help.
  return code === 'bad_request' && token === null ? badSetup(advice) : { code, advice };
}

/** Passes on the proxy's own explanation, which is written for developers. */
function tellReply(trouble: Trouble, code: FailureCode, server: string): string {
  if ('status' in trouble) {
    const { errors }: { readonly errors?: unknown } = Object(trouble.document);
    const [first] = Array.isArray(errors) ? errors : [];
    return typeof first?.detail === 'string'
      ? `was refused by ${server} (${code}): ${first.detail}`
      : blockedAdvice({ address: server, ...trouble });
  }
  if (code === 'timed_out')
    return `gets no answer from ${server} in time: check that its server and what stands in front of it answer.`;
  if (code === 'job_closed')
    return 'is for a job or an application that is closed, and says so: the recruitment service decides it.';
  return `cannot be opened (${code}): look into the log of ${server}.`;
}

/** Browsers do not say why a reply is missing, so this tries what else is reachable. */
async function withoutReply(
  { transport }: Pick<Host, 'transport'>,
  server: string,
  { isOnline, origin, watchPolicy }: Environment,
): Promise<Cause> {
  if (!isOnline) return { code: 'offline', advice: 'cannot be loaded, as this browser is offline.' };
  const ask = async (mode: RequestMode) => {
    const init = { mode, cache: 'no-store', credentials: 'omit' } as const;
    const look = await inTime(
      (signal) => transport.fetch(`${server}/healthz`, { ...init, signal }),
      PATIENCE,
    );
    return look.ok;
  };
  const endWatch = watchPolicy();
  // With `no-cors` every page may send a request to every server, though it cannot read the reply.
  const [isReadable, isThere] = await Promise.all([ask('cors'), ask('no-cors')]);
  const directive = await endWatch();
  if (isReadable)
    return {
      code: 'offline',
      advice: `lost its request to ${server}, which answers again. If this stays: what stands in front of it must pass on OPTIONS and the header Authorization.`,
    };
  if (isThere)
    return {
      code: 'origin_not_allowed',
      advice: `gets no reply from ${server} that ${origin} may read: check that this is the address of its server, and that APPLY_ORIGINS there has ${origin}.`,
    };
  if (directive !== null)
    return badSetup(
      `may not reach ${server} under the Content-Security-Policy of its page: add ${new URL(server).origin} to ${directive} there.`,
    );
  return {
    code: 'service_unavailable',
    advice: `gets no answer from ${server}: check that the address is right (https on a page with https), and that its server runs and can be reached.`,
  };
}

/** Milliseconds for one request. */
const PATIENCE = 5_000;
/** Milliseconds to wait, because a violation is reported in a separate task after the request was refused. */
const REPORTED = 50;

/** Watches for violations of the page's security policy; the returned function stops, and names the directive. */
function watchPolicy(): () => Promise<string | null> {
  let found: string | null = null;
  const life = new AbortController();
  const hear = ({ disposition, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (disposition === 'enforce' && effectiveDirective === 'connect-src') found = effectiveDirective;
  };
  document.addEventListener('securitypolicyviolation', hear, { signal: life.signal });
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, REPORTED));
    life.abort();
    return found;
  };
}

export const tellError = ({ emit }: Pick<Host, 'emit'>, { code, retryable, retryAfter }: Failure): boolean =>
  emit('apply-error', { code, retryable, retryAfter });

const renewalFault =
  'got no fresh token from renewToken: it must be a function that gives a Promise of one that was made just now.';

/** Reports that no fresh token is available while sending; the form keeps its answers. */
export function tellRenewal({ settings, warn }: Pick<Host, 'settings' | 'warn'>): void {
  if (settings().renewToken !== null) warn(`${renewalFault} The form keeps what was typed.`);
}

/** Advice for a reply that did not come from our proxy. */
const blockedAdvice = ({ address, status }: { readonly address?: string; readonly status: number }) =>
  `was answered with ${status} by something in front of ${address}, or in its place: check that address, and let what is there pass every path, method and size of the form's requests.`;

/** Reports that something between page and proxy refused the request; the form keeps its answers. */
export function tellBlocked({ warn }: Pick<Host, 'warn'>, trouble: Trouble): void {
  if ('status' in trouble) warn(blockedAdvice(trouble));
}

/** Attributes that every element may have, and those that libraries add. */
const everyElements =
  /^(accesskey|autofocus|class|contenteditable|dir|draggable|enterkeyhint|exportparts|hidden|id|inert|inputmode|is|item\w+|nonce|part|popover|role|slot|spellcheck|style|tabindex|title|translate|xmlns)$|^(aria|data|hx|ng|v|x)-|^on|[^a-z-]/;

/** One sentence for each unknown attribute, without its subject. */
export function unknownAttributes(element: Element | null): readonly string[] {
  const known: readonly string[] = attributeNames;
  return (element?.getAttributeNames() ?? [])
    .filter((name) => !known.includes(name) && !everyElements.test(name))
    .map(
      (name) =>
        `does not know the attribute ${name} (data-apply-${name} of a script tag): it knows ${known.join(', ')}.`,
    );
}

/**
 * Replies of the proxy, and the pages that may read them. Every refusal has one shape and our own words, never the
 * service's text or a stack trace.
 */
import type { TextFault } from '../../core/answers/answers.ts';
import { type ErrorCode, errorStatuses, failure, type Outcome } from '../../core/model/failure.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { DeliveredAnswer, DeliveredApplication, Submission } from '../../core/model/submission.ts';
import type { FileFault, FileSource } from '../ports.ts';
import type { TenantOptions } from './options.ts';

export const MEDIA_TYPE = 'application/vnd.api+json';

/** A reply that is opened on its own runs, shows and frames nothing; a page can read it only through CORS. */
const emptyHeaders = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const baseHeaders = { ...emptyHeaders, 'content-type': MEDIA_TYPE } as const;

type Headers = Readonly<Record<string, string>>;

export const respond = (status: number, document: unknown, headers: Headers = {}): Response =>
  new Response(JSON.stringify(document), { status, headers: { ...baseHeaders, ...headers } });

/** @param json serialized JSON */
export const respondJson = (json: string, headers: Headers = {}): Response =>
  new Response(json, { headers: { ...baseHeaders, ...headers } });

/** A reply in the text format of Prometheus. */
export const respondText = (text: string): Response =>
  respondJson(text, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' });

/** Streams a file to the operator, as a download that a browser never displays. */
export function respondFile({ size, chunks }: FileSource): Response {
  const slices = chunks()[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await slices.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    cancel: async () => void (await slices.return?.()),
  });
  const type = { 'content-type': 'application/octet-stream', 'content-disposition': 'attachment' };
  return new Response(body, { headers: { ...baseHeaders, ...type, 'content-length': String(size) } });
}

export const respondNothing = (): Response => new Response(null, { status: 204, headers: emptyHeaders });

/**
 * The resource of `GET /submissions/{reference}` (`src/server/http/README.md#get-submissions`), limited to what the
 * applicant may know: without the service's ids.
 */
export const writeSubmissionResource = (submission: Submission) => ({
  type: 'submissions',
  id: submission.reference,
  attributes: {
    state: submission.state,
    accepted_at: submission.acceptedAt,
    application: submission.application === null ? null : writeState(submission.application),
    answers: submission.answers.map(writeState),
  },
});

const writeState = ({ code, ...part }: DeliveredAnswer | DeliveredApplication) =>
  code === null ? part : { ...part, code };

/** A fault in one detail or consent of an applicant. */
export interface FieldFault {
  /** A name of `FieldName`, `consent:ID` or `equality:ID`. */
  readonly field: string;
  /** Position in the request body (RFC 6901), or of the parent if it is missing. */
  readonly pointer: string;
  readonly fault: TextFault;
}

export interface Refusal {
  readonly code: ErrorCode;
  /** One sentence for the developer; the form has its own text for each code. */
  readonly detail?: string;
  /** Position in the request body (RFC 6901). */
  readonly pointer?: string | undefined;
  readonly questions?: readonly QuestionId[];
  readonly fields?: readonly string[];
  /** Why a file was refused, if the code does not say it. */
  readonly reason?: FileFault['reason'] | 'infected' | 'total_too_large';
  /** Detected type of a renamed file, as an ending. */
  readonly found?: string;
  /** Each fault becomes a separate error. */
  readonly faults?: readonly FieldFault[];
  /** Seconds. */
  readonly retryAfter?: number;
  /** Where the applicant can apply instead. */
  readonly fallback?: string | null;
  /** The stored submission, with `already_submitted`. */
  readonly submission?: Submission;
  /** The challenge to solve, with `challenge_required`. */
  readonly challenge?: object;
  /** The tenant has its own verifier: the host's page may send its token instead. */
  readonly callback?: true;
}

export type Checked<Value> = Outcome<Value, Refusal>;

export const refused = (code: ErrorCode, more: Omit<Refusal, 'code'> = {}) =>
  failure<Refusal>({ code, ...more });

/** @param places may contain a question several times; it is listed once */
export const refusedAt = (
  code: ErrorCode,
  places: readonly { readonly question: QuestionId }[],
): Refusal => ({
  code,
  questions: [...new Set(places.map(({ question }) => question))],
});

const defaultDetails: Readonly<Record<ErrorCode, string>> = {
  bad_request: 'The request cannot be read.',
  token_invalid: 'The token was not made here, was changed, or belongs to another form.',
  token_expired:
    'The token has expired: make one for each visit with POST /sessions, or set the property renewToken.',
  unauthorized: 'This needs a key or a token in the Authorization header.',
  origin_not_allowed: 'Pages of this origin may not use the form.',
  job_not_public:
    'Visitors may not apply to this job: add it to APPLY_PUBLIC_JOBS, or make a token for an application.',
  challenge_required:
    'Nothing was accepted: send the same request again with the solution of the challenge in meta.challenge.',
  not_found: 'There is nothing at this address.',
  form_changed: 'The questions have changed since they were loaded; nothing was accepted.',
  already_submitted: 'Other answers have already been sent; nothing was accepted.',
  job_closed: 'This form no longer takes answers.',
  file_too_large: 'The file is too large, or all files together are.',
  body_too_large: 'The request is too large.',
  file_type: 'A file of this type is not accepted, or its content does not match its name.',
  no_job: 'The application belongs to no job, so it has no questions.',
  hidden_answer: 'These questions are not shown for these answers.',
  foreign_question: 'These questions are not part of this form.',
  missing_answer: 'These questions need an answer.',
  invalid_answer: 'These answers are invalid.',
  invalid_details: 'These details are invalid.',
  file_missing: 'A file of these questions is missing; upload it again.',
  file_empty: 'The file has no content.',
  too_many: 'There are more answers or files than allowed.',
  queue_full: 'Too many applications are waiting; nothing was stored. Send the same request again later.',
  rate_limited: 'Too many requests; try again later.',
  bad_document: 'The reply of the recruitment service is not a valid form.',
  overloaded: 'The server is overloaded; send the same request again soon.',
  service_unavailable: 'The recruitment service cannot be reached at the moment.',
};

export const refusedFields = (faults: readonly FieldFault[]) =>
  refused('invalid_details', { fields: faults.map(({ field }) => field), faults });

/** `Bad Request` for `bad_request`. */
const titleOf = (code: ErrorCode): string =>
  code.replace(/(^|_)[a-z]/g, (start) => start.replace('_', ' ').toUpperCase());

export function refuse(refusal: Refusal): Response {
  const { code, detail = defaultDetails[code], pointer, retryAfter, faults = [], ...about } = refusal;
  const { fallback, submission, ...rest } = about;
  const meta = {
    ...rest,
    ...(fallback == null ? {} : { fallback }),
    ...(submission && { submission: writeSubmissionResource(submission) }),
  };
  const status = errorStatuses[code];
  const error = { code, status: String(status), title: titleOf(code), detail };
  const errors =
    faults.length === 0
      ? [{ ...error, ...(pointer === undefined ? {} : { source: { pointer } }) }]
      : faults.map(({ pointer, fault }) => ({ ...error, source: { pointer }, meta: { fault } }));
  const document = { errors, ...(Object.keys(meta).length === 0 ? {} : { meta }) };
  return respond(status, document, retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) });
}

/** Seconds after which a client may try again if the store failed. */
export const STORE_PAUSE = 5;

export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
}

/** Wraps a part of a store so that its promises reject only with a `StoreFailure`. */
export const guardStore = <Part extends object>(part: Part): Part =>
  new Proxy(part, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (typeof member === 'object' && member !== null) return guardStore(member);
      if (typeof member !== 'function') return member;
      return (...given: readonly unknown[]) => {
        const answer: unknown = Reflect.apply(member, target, given);
        return answer instanceof Promise ? answer.catch(fail) : answer;
      };
    },
  });

function fail(cause: unknown): never {
  throw new StoreFailure('The store does not answer.', { cause });
}

const preflightHeaders = {
  'access-control-allow-methods': 'GET, POST, PUT, DELETE, OPTIONS',
  'access-control-allow-headers': 'authorization, content-type, content-disposition, apply-for, prefer',
  'access-control-max-age': '600',
} as const;

type Origins = TenantOptions['origins'];

export interface OriginCheck {
  readonly request: Request;
  /** Origin that browsers use for this server. If it is set, no other counts as ours, regardless of `Host`. */
  readonly publicOrigin: string | undefined;
}

/** A request without `Origin` is not a browser's cross-origin request. */
export function isAllowedOrigin(check: OriginCheck, origins: readonly Origins[]): boolean {
  const origin = check.request.headers.get('origin');
  if (origin === null) return true;
  if (origin === 'null') return false;
  return (
    ownOrigins(check).includes(origin) ||
    origins.some((allowedOrigins) => allowedOrigins === 'any' || allowedOrigins.includes(origin))
  );
}

function ownOrigins({ request, publicOrigin }: OriginCheck): readonly string[] {
  return publicOrigin === undefined ? requestOrigins(request) : [publicOrigin];
}

/** Both schemes, because a gateway in front may use https where we see http. */
function requestOrigins(request: Request): readonly string[] {
  const { origin, host } = new URL(request.url);
  return [origin, `https://${host}`];
}

/** A hint for a form that was opened at this server under another name than the public one. */
export function nameHint({ request, publicOrigin }: OriginCheck): { readonly detail?: string } {
  const origin = request.headers.get('origin') ?? '';
  return publicOrigin !== undefined && requestOrigins(request).includes(origin)
    ? {
        detail: `This server is known as ${publicOrigin} (APPLY_PUBLIC_URL): open the form there, or list this origin in APPLY_ORIGINS.`,
      }
    : {};
}

/**
 * Headers for the reply to an allowed request. `Vary` is needed even without an `Origin`, because replies differ by it.
 */
export function corsHeaders(request: Request): Readonly<Record<string, string>> {
  const origin = request.headers.get('origin');
  if (origin === null) return { vary: 'Origin' };
  return {
    vary: 'Origin',
    'access-control-allow-origin': origin,
    'access-control-expose-headers': 'Location, Retry-After',
  };
}

/**
 * The form can send `OPTIONS` in advance, so that the browser has the preflight cached (`browser/drafts/drafts.ts`).
 */
export const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && (headers.has('access-control-request-method') || headers.has('origin'));

/**
 * Paths of back ends and operators: no page of another origin may have their key, so a preflight for them is always
 * refused.
 */
const operatorPaths = /^\/(?:(?:readyz|metrics|attention|people)(?:\/|$)|sessions\/)/;

/** Decodes as the router does, which reads `%7a` as `z`. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

export const isForOperators = ({ url }: Request): boolean =>
  operatorPaths.test(decodePath(new URL(url).pathname));

export const preflightReply = (request: Request): Response =>
  new Response(null, {
    status: 204,
    headers: { ...corsHeaders(request), ...preflightHeaders, 'cache-control': 'no-store' },
  });

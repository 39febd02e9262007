import type { Context, Next } from 'hono';
import type { CallerBindings } from './caller.ts';
import { disturbedResponse } from './control/disturbed-response.ts';
import type { Disturbance } from './control/faults.ts';
import { MB } from './files/check-file.ts';
import type { FileSummary } from './files/file-store.ts';
import { parseJson } from './json.ts';
import { type Checked, type Document, respond, respondFaults, type ServiceFault } from './json-api.ts';
import { loggedErrors } from './request-log.ts';
import type { Place, Rate, SandboxState, Sleep } from './sandbox-state.ts';
import { readAnswerIds } from './write/answer-body.ts';

/** Returns null when the request may pass. */
export type RateLimit = (address: string) => ServiceFault | null;

/**
 * Each address has a fixed window that starts with its first request. The service's own kind of window is not documented. With
 * a fixed one `Retry-After` is exact: the whole seconds until the window ends. Refused requests do not extend it.
 */
export function createRateLimit(rate: Rate | null, now: () => number): RateLimit {
  if (rate === null) return () => null;
  const windows = new Map<string, { readonly endsAt: number; readonly count: number }>();
  return (address) => {
    const at = now();
    const last = windows.get(address);
    const current =
      last === undefined || last.endsAt <= at ? { endsAt: at + rate.seconds * 1000, count: 0 } : last;
    windows.set(address, { ...current, count: current.count + 1 });
    if (current.count < rate.requests) return null;
    const retryAfter = Math.max(1, Math.ceil((current.endsAt - at) / 1000));
    return { code: 'too_many_requests', detail: 'Rate limit exceeded', retryAfter };
  };
}

/**
 * In bytes. A CV, a cover letter and the documents of one application have about 135 MB in base64, and Node has no texts
 * of 512 MB.
 */
export const MOST_BODY = 256 * MB;

/** `json` is undefined when the body is not JSON. */
export type RequestBody = { readonly json: unknown } | { readonly isTooLarge: true };

export async function readRequestBody(request: Request): Promise<RequestBody> {
  if (request.method === 'GET') return { json: undefined };
  if (Number(request.headers.get('content-length') ?? 0) <= MOST_BODY) {
    const text = await request.text();
    return text.length > MOST_BODY ? { isTooLarge: true } : { json: parseJson(text) };
  }
  // A client reads the reply only after its whole body has been read.
  await request.body?.pipeTo(new WritableStream());
  return { isTooLarge: true };
}

/** The middleware of every operation: the log, the rate limit, the key and the disturbances. */

export interface ServiceEnvironment {
  Bindings: CallerBindings;
  Variables: {
    body: RequestBody;
    question: string | null;
    made: string | null;
    files: readonly FileSummary[];
    hungUp: boolean;
  };
}

export type ServiceContext = Context<ServiceEnvironment>;

export interface ServiceDependencies {
  readonly state: SandboxState;
  readonly key: string;
  readonly rateLimit: RateLimit;
  /** The mount path of the sandbox: '' or one such as '/sandbox'. */
  readonly basePath: string;
}

export async function logged(
  context: ServiceContext,
  next: Next,
  { state, basePath }: ServiceDependencies,
): Promise<void> {
  const { method } = context.req;
  const body = await readRequestBody(context.req.raw);
  context.set('body', body);
  context.set('made', null);
  context.set('files', []);
  const url = new URL(context.req.url);
  const path = withoutBase(url.pathname, basePath);
  const ids = readAnswerIds('json' in body ? body.json : undefined);
  const application = ids.application ?? /^\/api\/v1\/applications\/([^/]+)/.exec(path)?.[1] ?? null;
  context.set('question', ids.question);
  const arrival = { method, path: path + url.search, application, question: ids.question };
  const close = state.log.open(arrival);
  await next();
  const hasHungUp = context.get('hungUp') === true;
  const errors = hasHungUp ? [] : await loggedErrors(context.res);
  const status = hasHungUp ? 0 : context.res.status;
  close({ status, made: context.get('made'), files: context.get('files'), errors });
}

const noDisturbance: Partial<Disturbance> = {};

/** Applies the rate limit, the key and the disturbances, in this order. */
export async function guarded(
  context: ServiceContext,
  next: Next,
  { state, key, rateLimit, basePath }: ServiceDependencies,
): Promise<Response | undefined> {
  const limited = rateLimit(context.env?.address ?? 'unknown');
  if (limited !== null) return respondFaults([limited]);
  const denied = checkApiKey(context.req.header('x-api-key') ?? null, key);
  if (denied !== null) return respondFaults([denied]);
  const path = withoutBase(new URL(context.req.url).pathname, basePath);
  const incoming = { method: context.req.method, path, question: context.get('question') };
  const { delay = 0, reply, ...rest } = state.faults.take(incoming) ?? noDisturbance;
  if (delay > 0) await state.sleep(delay);
  await (reply === undefined
    ? next()
    : respondDisturbed(context, next, { ...rest, reply, sleep: state.sleep }));
  return undefined;
}

/** The document's rules of "Authentication". To test an integration that is not enabled, disturb requests with the status 403. */
function checkApiKey(given: string | null, key: string): ServiceFault | null {
  if (given === null) return { code: 'unauthorized', detail: 'The X-API-KEY header was not provided' };
  return given === key ? null : { code: 'unauthorized', detail: 'The API key is invalid' };
}

interface DisturbedCall extends Pick<Disturbance, 'commit' | 'after' | 'retry_after'> {
  readonly reply: NonNullable<Disturbance['reply']>;
  readonly sleep: Sleep;
}

async function respondDisturbed(
  context: ServiceContext,
  next: Next,
  { reply, commit, after = 0, retry_after: retryAfter, sleep }: DisturbedCall,
): Promise<void> {
  if (commit === 'now') await next();
  const real = commit === 'now' ? context.res : null;
  // The reply to a late commit is not used.
  if (commit === 'late') void sleep(after).then(next);
  const dependencies = { caller: context.env ?? {}, real, signal: context.req.raw.signal, sleep };
  const response = await disturbedResponse(reply, retryAfter, dependencies);
  context.set('hungUp', response === null);
  // Hono adds the headers of the previous response unless it is cleared first.
  context.res = undefined;
  context.res = response ?? new Response(null, { status: 204 });
}

export function withoutBase(path: string, basePath: string): string {
  return basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
}

/** Helpers by which every operation reads its request and replies. */

export const queryOf = (context: ServiceContext): URLSearchParams => new URL(context.req.url).searchParams;

export const placeOf = (context: ServiceContext, { state, basePath }: ServiceDependencies): Place => ({
  state,
  baseUrl: new URL(context.req.url).origin + basePath,
});

export function documentResponse(result: Checked<Document>, status = 200): Response {
  return result.ok ? respond(result.value, status) : respondFaults(result.faults);
}

/** What runs before every operation of the service: the log, the key, and all faults that can be injected. */
import type { Context, Next } from 'hono';
import type { CallerBindings } from './caller.ts';
import type { Disturbance } from './faults/disturbance.ts';
import { disturbedResponse } from './faults/disturbed-response.ts';
import { statusResponse } from './faults/fault-response.ts';
import { narrowedFault } from './faults/narrowed-service.ts';
import type { HeldFile } from './files/held-file.ts';
import { respondFaults } from './json-api.ts';
import type { RateLimit } from './rate-limit.ts';
import { type RequestBody, readRequestBody } from './request-body.ts';
import { loggedErrors } from './request-log.ts';
import type { SandboxState, Sleep } from './sandbox-state.ts';
import type { ServiceFault } from './service-fault.ts';
import { peekAnswerBody } from './write/answer-body.ts';

export interface ServiceEnvironment {
  Bindings: CallerBindings;
  Variables: { body: RequestBody; made: string | null; files: readonly HeldFile[]; hungUp: boolean };
}

export type ServiceContext = Context<ServiceEnvironment>;

export interface ServiceFace {
  readonly state: SandboxState;
  readonly key: string;
  readonly rateLimit: RateLimit;
  /** Where the sandbox is mounted: '' or as '/sandbox'. */
  readonly basePath: string;
}

export async function logged(
  context: ServiceContext,
  next: Next,
  { state, basePath }: ServiceFace,
): Promise<void> {
  const { method } = context.req;
  const body = await readRequestBody(context.req.raw);
  context.set('body', body);
  context.set('made', null);
  context.set('files', []);
  const url = new URL(context.req.url);
  const path = withoutBase(url.pathname, basePath);
  const named = peekAnswerBody('json' in body ? body.json : undefined);
  const application = named.application ?? /^\/api\/v1\/applications\/([^/]+)/.exec(path)?.[1] ?? null;
  const { question } = named;
  const arrival = { method, path: path + url.search, application, question };
  const close = state.log.open(arrival);
  await next();
  const isGone = context.get('hungUp') === true;
  const errors = isGone ? [] : await loggedErrors(context.res);
  const [made, files] = [context.get('made'), context.get('files')];
  close({ status: isGone ? 0 : context.res.status, made, files, errors });
}

/** The order is: delay, rate limit, key, parameters this service does not know, requested statuses, disturbances. */
export async function guarded(
  context: ServiceContext,
  next: Next,
  face: ServiceFace,
): Promise<Response | undefined> {
  const { faults } = face.state;
  const { delay, integration_disabled: disabled } = faults.current();
  if (delay > 0) await face.state.sleep(delay);
  const limited = face.rateLimit(context.env?.address ?? 'unknown');
  if (limited !== null) return respondFaults([limited]);
  const denied = checkApiKey(context.req.header('x-api-key') ?? null, face.key, disabled);
  if (denied !== null) return respondFaults([denied]);
  const { method } = context.req;
  const url = new URL(context.req.url);
  const path = withoutBase(url.pathname, face.basePath);
  const narrowed = narrowedFault(faults.current(), path, url.searchParams);
  if (narrowed !== null) return respondFaults([narrowed]);
  const fault = faults.takeStatus(path);
  if (fault !== null) return statusResponse(fault);
  const disturbance = faults.takeDisturbance({ method, path });
  if (disturbance !== null) return disturbed(context, next, { disturbance, sleep: face.state.sleep });
  await next();
  return undefined;
}

/** The four rules of "Authentication"; the fourth is switched by the fault `integration_disabled`. */
function checkApiKey(given: string | null, key: string, integrationDisabled: boolean): ServiceFault | null {
  if (given === null) return { code: 'unauthorized', detail: 'The X-API-KEY header was not provided' };
  if (given !== key) return { code: 'unauthorized', detail: 'The API key is invalid' };
  if (integrationDisabled) return { code: 'forbidden', detail: 'The integration is not enabled' };
  return null;
}

interface Disturbing {
  readonly disturbance: Disturbance;
  readonly sleep: Sleep;
}

async function disturbed(
  context: ServiceContext,
  next: Next,
  { disturbance, sleep }: Disturbing,
): Promise<undefined> {
  if (disturbance.commit === 'now') await next();
  const real = disturbance.commit === 'now' ? context.res : null;
  // The real reply is discarded, but its response already exists in the context.
  if (disturbance.commit === 'late') void sleep(disturbance.after).then(next);
  const dependencies = { caller: context.env ?? {}, real, signal: context.req.raw.signal, sleep };
  const response = await disturbedResponse(disturbance, dependencies);
  context.set('hungUp', response === null);
  // Otherwise the headers of the previous reply would be added.
  context.res = undefined;
  context.res = response ?? new Response(null, { status: 204 });
}

export function withoutBase(path: string, basePath: string): string {
  return basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
}

import { type Context, Hono, type Next } from 'hono';
import { peekAnswerBody } from './answer-body.ts';
import { checkApiKey } from './api-key.ts';
import type { CallerBindings } from './control.ts';
import { createAnswer } from './create-answer.ts';
import { createApplication } from './create-application.ts';
import { badDocumentResponse, statusResponse } from './fault-response.ts';
import { parseJson } from './json.ts';
import { type Document, mediaType, respond, respondFaults } from './json-api.ts';
import { listQuestions } from './list-questions.ts';
import { readQuestionParameters } from './question-parameters.ts';
import type { RateLimit } from './rate-limit.ts';
import { readApplication } from './read-application.ts';
import { readJob } from './read-job.ts';
import type { SandboxState } from './sandbox-state.ts';
import { accepted, badRequest, type Checked, notFound, refused } from './service-fault.ts';

/** The paths of the recruitment service. Every request is logged before anything can refuse it. */

export type Environment = { Bindings: CallerBindings; Variables: { body: unknown; made: string | null } };

type ServiceContext = Context<Environment>;

export interface ServiceFace {
  readonly state: SandboxState;
  readonly key: string;
  readonly rateLimit: RateLimit;
  /** Where the sandbox is mounted: '' or as '/sandbox'. */
  readonly basePath: string;
}

export function serviceRoutes(face: ServiceFace): Hono<Environment> {
  const { state } = face;
  const routes = new Hono<Environment>();
  routes.use('*', (context, next) => logged(context, next, face));
  routes.use('*', (context, next) => guarded(context, next, face));
  routes.get('/v1/questions', (context) => questionsResponse(context, state));
  routes.post('/v1/answers', (context) => answersResponse(context, state));
  routes.post('/v1/applications', (context) => applicationsResponse(context, state));
  routes.get('/v1/applications/:id', (context) =>
    documentResponse(readApplication(state, context.req.param('id'), queryOf(context))),
  );
  routes.get('/v1/jobs/:id', (context) =>
    documentResponse(
      readJob(state, {
        id: context.req.param('id'),
        query: queryOf(context),
        baseUrl: baseUrlOf(context, face),
      }),
    ),
  );
  routes.all('*', () => respondFaults([notFound]));
  return routes;
}

async function logged(context: ServiceContext, next: Next, { state, basePath }: ServiceFace): Promise<void> {
  const { method } = context.req;
  const body = method === 'GET' ? undefined : parseJson(await context.req.text());
  context.set('body', body);
  context.set('made', null);
  const url = new URL(context.req.url);
  const path = withoutBase(url.pathname, basePath);
  const named = peekAnswerBody(body);
  const application = named.application ?? /^\/api\/v1\/applications\/([^/]+)/.exec(path)?.[1] ?? null;
  const close = state.log.open({ method, path: path + url.search, application, question: named.question });
  await next();
  close(context.res.status, context.get('made'));
}

/** In this order: delay, rate, key, then the statuses that were asked for. */
async function guarded(
  context: ServiceContext,
  next: Next,
  face: ServiceFace,
): Promise<Response | undefined> {
  const { delay, integration_disabled: disabled } = face.state.faults.current();
  if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
  const limited = face.rateLimit(context.env?.address ?? 'unknown');
  if (limited !== null) return respondFaults([limited]);
  const denied = checkApiKey(context.req.header('x-api-key') ?? null, face.key, disabled);
  if (denied !== null) return respondFaults([denied]);
  const fault = face.state.faults.takeStatus(withoutBase(new URL(context.req.url).pathname, face.basePath));
  if (fault !== null) return statusResponse(fault);
  await next();
  return undefined;
}

export function withoutBase(path: string, basePath: string): string {
  return basePath !== '' && path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
}

const queryOf = (context: ServiceContext): URLSearchParams => new URL(context.req.url).searchParams;

function baseUrlOf(context: ServiceContext, { basePath }: ServiceFace): string {
  return new URL(context.req.url).origin + basePath;
}

function documentResponse(result: Checked<Document>, status = 200): Response {
  return result.ok ? respond(result.value, status) : respondFaults(result.faults);
}

function questionsResponse(context: ServiceContext, state: SandboxState): Response {
  const { bad_document: kind } = state.faults.current();
  if (kind !== null) return badDocumentResponse(kind);
  const parameters = readQuestionParameters(queryOf(context));
  return parameters.ok
    ? respond(listQuestions(state.catalogue, parameters.value))
    : respondFaults(parameters.faults);
}

async function answersResponse(context: ServiceContext, state: SandboxState): Promise<Response> {
  const body = readBody(context);
  return body.ok ? documentResponse(await createAnswer(state, body.value), 201) : respondFaults(body.faults);
}

function applicationsResponse(context: ServiceContext, state: SandboxState): Response {
  const body = readBody(context);
  if (!body.ok) return respondFaults(body.faults);
  const created = createApplication(state, body.value);
  if (created.ok) context.set('made', created.value.data.id);
  return documentResponse(created, 201);
}

/** The document names no status for another media type: it is a malformed request. */
function readBody(context: ServiceContext): Checked<unknown> {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== mediaType) return refused(badRequest(`The body must be ${mediaType}`));
  const body = context.get('body');
  return body === undefined ? refused(badRequest('The body is not JSON')) : accepted(body);
}

/**
 * The proxy between forms and the recruitment service, and the only part that knows the service's key. It offers a
 * closed list of operations: any other request is a 404 and never reaches the service. It runs wherever `fetch`,
 * `Request` and `Response` exist.
 */
import { type Context, Hono } from 'hono';
import { success } from '../../core/model/failure.ts';
import { systemClock } from '../clock.ts';
import { deleteFile, putFile } from '../files/file-routes.ts';
import { getQuestions } from '../forms/question-routes.ts';
import { deleteSession, postDemoSession, postSession } from '../sessions/session-routes.ts';
import { authoriseToken, type Call, isVisitor, originOf, UNKNOWN_ADDRESS } from '../sessions/tokens.ts';
import { getSubmission, postSubmission } from '../submissions/submission-routes.ts';
import { getChallenge } from './challenge/check-challenge.ts';
import { createProxyContext, type ProxyContext } from './context.ts';
import { describeError } from './events.ts';
import type { Allowance } from './limits.ts';
import {
  forOperator,
  getAttention,
  getMetrics,
  getReady,
  type OperatorRoute,
  postAttention,
  postLesson,
} from './operator/operator-routes.ts';
import { postPeople } from './operator/people-routes.ts';
import type { KeyContext, ProxyOptions, RequestContext, RunningRelease } from './options.ts';
import {
  type Checked,
  corsHeaders,
  isAllowedOrigin,
  isForOperators,
  isPreflight,
  nameHint,
  preflightReply,
  refuse,
  refused,
  respond,
  STORE_PAUSE,
  StoreFailure,
} from './replies.ts';

export interface ApplyProxy {
  fetch(request: Request, requestContext?: RequestContext): Promise<Response>;
  /** Accepts no more work and waits for requests to the service. The store can be closed afterwards. */
  close(): Promise<void>;
}

/**
 * @throws when there is no secret, because tokens could not be sealed, or when both `scan` and `staging` are given,
 *   because the scanner would never be called.
 */
export function createProxy(options: ProxyOptions): ApplyProxy {
  const [secret, ...others] = options.secrets;
  if (secret === undefined) throw new Error('`secrets` is empty: give the proxy at least one.');
  if (options.scan !== undefined && options.staging !== undefined)
    throw new Error(
      '`scan` only works with files in the store: pass the scanner to your own `staging` instead.',
    );
  const { clock = systemClock } = options;
  const context = createProxyContext(options, [secret, ...others], clock);
  const routes = createRoutes(context, options.release);
  const answer = async (request: Request, requestState: RequestState): Promise<Response> => {
    const { publicOrigin } = options;
    const origins = options.tenants.map((tenant) => tenant.origins);
    if (!isAllowedOrigin({ request, publicOrigin }, origins)) {
      (await context).events.report('origin_refused', originOf(request));
      return refuse({ code: 'origin_not_allowed', ...nameHint({ request, publicOrigin }) });
    }
    if (isPreflight(request)) return isForOperators(request) ? refuse(pageRefusal) : preflightReply(request);
    const { overloaded } = requestState;
    const response =
      overloaded === undefined
        ? await routes.fetch(request, requestState)
        : refuse(refuseOverload(await context, overloaded).error);
    const headers =
      requestState.isForPages && !isForOperators(request) ? corsHeaders(request) : { vary: 'Origin' };
    const varying = response.headers.get('vary');
    for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
    if (varying !== null) response.headers.append('vary', varying);
    return response;
  };
  return {
    async fetch(request, requestContext = {}) {
      const keyOpened = () => {
        requestState.isForPages = false;
      };
      const requestState: RequestState = { ...requestContext, keyOpened, route: null, isForPages: true };
      const startedAt = clock.monotonic();
      const response = await answer(request, requestState);
      const seconds = (clock.monotonic() - startedAt) / 1000;
      options.onReply?.({
        method: request.method,
        route: requestState.route,
        status: response.status,
        seconds,
      });
      return response;
    },
    close: async () => (await context).close(),
  };
}

/** @param retryAfter seconds */
function refuseOverload({ events }: ProxyContext, retryAfter: number) {
  events.report('overloaded');
  return refused('overloaded', { retryAfter });
}

const pageRefusal = {
  code: 'origin_not_allowed',
  detail: 'This route needs a key that pages of other origins must not have: call it from a server.',
} as const;

interface RequestState extends RequestContext, KeyContext {
  /** Pattern of the matched route, such as `/submissions/:id`; null if no route matched. */
  route: string | null;
  /** False after an admin key was used, because pages must not read such replies. */
  isForPages: boolean;
}

interface Platform {
  readonly Bindings: RequestState;
}

type Route = (requestContext: Context<Platform>) => Promise<Checked<Response>>;

function createRoutes(ready: Promise<ProxyContext>, release: RunningRelease | undefined): Hono<Platform> {
  const app = new Hono<Platform>();
  const addRoute = (method: string, path: string, route: Route) =>
    app.on(method, path, async (requestContext) => {
      requestContext.env.route = path;
      const reply = await route(requestContext);
      return reply.ok ? reply.value : refuse(reply.error);
    });
  const forVisitor =
    (allowance: Allowance, route: (call: Call) => Promise<Checked<Response>>) =>
    async ({ req, env }: Context<Platform>) => {
      const context = await ready;
      const request = req.raw;
      const visitor = await authoriseToken(context, request, allowance);
      if (!visitor.ok) return visitor;
      const retryAfter = env.tokenOpened?.(isVisitor(visitor.value.session)) ?? null;
      if (retryAfter !== null) return refuseOverload(context, retryAfter);
      const { address = UNKNOWN_ADDRESS, stored } = env;
      return route({ ...visitor.value, address, stored, context, request, id: req.param('id') ?? '' });
    };
  const forAdmin =
    (route: OperatorRoute) =>
    async ({ req, env }: Context<Platform>) => {
      env.keyOpened();
      const id = req.param('id') ?? '';
      return forOperator({ context: await ready, request: req.raw, address: env.address, id }, route);
    };
  const alive = { meta: { state: 'alive', ...release } };
  addRoute('GET', '/healthz', async () => success(respond(200, alive, crossOriginReadable)));
  addRoute('POST', '/sessions', async ({ req, env }) => postSession(await ready, req.raw, env));
  addRoute('DELETE', '/sessions/:id', forAdmin(deleteSession));
  addRoute('POST', '/demo/sessions', async ({ req, env }) => postDemoSession(await ready, req.raw, env));
  addRoute('GET', '/challenge', forVisitor('reading', getChallenge));
  addRoute('GET', '/api/v1/questions', forVisitor('reading', getQuestions));
  addRoute('PUT', '/files/:id', forVisitor('writing', putFile));
  addRoute('DELETE', '/files/:id', forVisitor('writing', deleteFile));
  addRoute('POST', '/submissions', forVisitor('writing', postSubmission));
  addRoute('GET', '/submissions/:id', forVisitor('reading', getSubmission));
  addRoute('GET', '/readyz', async ({ req, env: { address } }) =>
    getReady({ context: await ready, request: req.raw, address }),
  );
  addRoute('GET', '/metrics', forAdmin(getMetrics));
  addRoute('GET', '/attention', forAdmin(getAttention));
  addRoute('POST', '/attention/lessons', forAdmin(postLesson));
  addRoute('POST', '/attention/:id', forAdmin(postAttention));
  addRoute('POST', '/people', forAdmin(postPeople));
  app.notFound(() => refuse({ code: 'not_found' }));
  // Last resort. The log gets the details but not the message, which could contain an applicant's text.
  app.onError(async (error, { req, env }) => {
    if (error instanceof StoreFailure) return refuse(storeRefusal);
    const route = `${req.method} ${env.route ?? 'no route'}`;
    (await ready).events.report('unexpected', { ...describeError(error), route });
    return respond(500, { errors: [unexpectedError] });
  });
  return app;
}

// A form on a host's page checks this without CORS; if the browser blocked the reply, the server would seem to be down.
const crossOriginReadable = { 'cross-origin-resource-policy': 'cross-origin' };

const storeRefusal = {
  code: 'service_unavailable',
  retryAfter: STORE_PAUSE,
  detail: 'The store does not answer at the moment; send the request again.',
} as const;

const unexpectedError = {
  code: 'internal_server_error',
  status: '500',
  title: 'Internal Server Error',
  detail: 'An unexpected error occurred.',
};

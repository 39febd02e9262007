/**
 * The proxy between forms and the recruitment service: a closed list of operations. It alone knows the service's key.
 * Whatever is not in the list is 404 and reaches nobody. Runs wherever `fetch`, `Request` and `Response` are.
 */
import { type Context, Hono } from 'hono';
import { authoriseToken, type Call, NOBODY } from './authorise.ts';
import { corsHeaders, isAllowedOrigin, isPreflight, preflightReply } from './cross-origin.ts';
import { deleteFile, putFile } from './file-routes.ts';
import { createHouse, type House } from './house.ts';
import type { Allowance } from './limits.ts';
import {
  forOperator,
  getAttention,
  getMetrics,
  getReady,
  type OperatorRoute,
  postAttention,
} from './operator-routes.ts';
import type { ProxyOptions, RequestContext } from './options.ts';
import { getQuestions } from './question-routes.ts';
import { type Checked, refuse } from './refusal.ts';
import { respond } from './respond.ts';
import { deleteSession, postDemoSession, postSession } from './session-routes.ts';
import { STORE_PAUSE, StoreFailure } from './store-failure.ts';
import { getSubmission, postSubmission } from './submission-routes.ts';

export interface ApplyProxy {
  fetch(request: Request, context?: RequestContext): Promise<Response>;
}

/** @throws when there is no secret: without one no token can be sealed. */
export function createProxy(options: ProxyOptions): ApplyProxy {
  if (options.secrets.length === 0) throw new Error('The proxy needs a secret.');
  const routes = createRoutes(createHouse(options), options);
  const tellOfOrigin = createOriginReport(options);
  return {
    async fetch(request, context = {}) {
      const { publicOrigin } = options;
      const origins = options.tenants.map((tenant) => tenant.origins);
      if (!isAllowedOrigin({ request, publicOrigin }, origins)) {
        tellOfOrigin(request.headers.get('origin') ?? '');
        return refuse({ code: 'origin_not_allowed' });
      }
      if (isPreflight(request)) return preflightReply(request);
      const response = await routes.fetch(request, context);
      for (const [name, value] of Object.entries(corsHeaders(request))) response.headers.set(name, value);
      return response;
    },
  };
}

/** Different origins that the log names at the most: anybody can write a header. */
const MOST_ORIGINS = 100;

/** The page itself is not told more than "offline" by its browser; who runs the proxy is, once for each origin. */
function createOriginReport({ log }: ProxyOptions): (origin: string) => void {
  const told = new Set<string>();
  return (origin) => {
    const name = origin.slice(0, 200);
    if (told.has(name) || told.size >= MOST_ORIGINS) return;
    told.add(name);
    log?.warn('origin_refused', { origin: name });
  };
}

interface Platform {
  readonly Bindings: RequestContext;
}

function createRoutes(ready: Promise<House>, { log }: ProxyOptions): Hono<Platform> {
  const app = new Hono<Platform>();
  const forVisitor =
    (allowance: Allowance, route: (call: Call) => Promise<Checked<Response>>) =>
    async ({ req, env }: Context<Platform>): Promise<Response> => {
      const [house, request] = [await ready, req.raw];
      const visitor = await authoriseToken(house, request, { address: env.address, allowance });
      if (!visitor.ok) return refuse(visitor.error);
      const { address = NOBODY } = env;
      return settle(await route({ ...visitor.value, house, request, address, id: req.param('id') ?? '' }));
    };
  const forAdmin =
    (route: OperatorRoute) =>
    async ({ req, env }: Context<Platform>): Promise<Response> => {
      const id = req.param('id') ?? '';
      const asked = { house: await ready, request: req.raw, address: env.address, id };
      return settle(await forOperator(asked, route));
    };
  app.get('/healthz', () => respond(200, { meta: { state: 'alive' } }));
  app.post('/sessions', async ({ req, env }) => settle(await postSession(await ready, req.raw, env)));
  app.delete('/sessions/:id', forAdmin(deleteSession));
  app.post('/demo/sessions', async ({ req, env }) =>
    settle(await postDemoSession(await ready, req.raw, env)),
  );
  app.get('/api/v1/questions', forVisitor('reading', getQuestions));
  app.put('/files/:id', forVisitor('writing', putFile));
  app.delete('/files/:id', forVisitor('writing', deleteFile));
  app.post('/submissions', forVisitor('writing', postSubmission));
  app.get('/submissions/:id', forVisitor('reading', getSubmission));
  app.get('/readyz', forAdmin(getReady));
  app.get('/metrics', forAdmin(getMetrics));
  app.get('/attention', forAdmin(getAttention));
  app.post('/attention/:id', forAdmin(postAttention));
  app.notFound(() => refuse({ code: 'not_found' }));
  // The last resort. What went wrong is for the log: a message could carry what somebody typed.
  app.onError((error) => {
    if (error instanceof StoreFailure) return refuse(storeRefusal);
    log?.error('unexpected', { cause: error.name });
    return respond(500, { errors: [unexpectedError] });
  });
  return app;
}

const settle = (reply: Checked<Response>): Response => (reply.ok ? reply.value : refuse(reply.error));

const storeRefusal = {
  code: 'service_unavailable',
  retryAfter: STORE_PAUSE,
  detail: 'What was sent is kept in a store that does not answer at the moment.',
} as const;

const unexpectedError = {
  code: 'internal_server_error',
  status: '500',
  title: 'Internal Server Error',
  detail: 'Something went wrong here.',
};

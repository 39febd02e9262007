/**
 * The proxy between forms and the recruitment service: a closed list of operations. It alone knows the service's key.
 * Whatever is not in the list is 404 and reaches nobody. Runs wherever `fetch`, `Request` and `Response` are.
 */
import { Hono } from 'hono';
import { corsHeaders, isAllowedOrigin, isPreflight, preflightReply } from './cross-origin.ts';
import { deleteFile, putFile } from './file-routes.ts';
import { createHouse, type House } from './house.ts';
import type { ProxyOptions, RequestContext } from './options.ts';
import { getQuestions } from './question-routes.ts';
import { refuse } from './refusal.ts';
import { respond } from './respond.ts';
import { postDemoSession, postSession } from './session-routes.ts';
import { getSubmission, postSubmission } from './submission-routes.ts';

export interface ApplyProxy {
  fetch(request: Request, context?: RequestContext): Promise<Response>;
}

/** @throws when there is no secret: without one no token can be sealed. */
export function createProxy(options: ProxyOptions): ApplyProxy {
  if (options.secrets.length === 0) throw new Error('The proxy needs a secret.');
  const house = createHouse(options);
  const routes = createRoutes(house, options);
  return {
    async fetch(request, context = {}) {
      const { publicOrigin } = options;
      const origins = options.tenants.map((tenant) => tenant.origins);
      if (!isAllowedOrigin({ request, publicOrigin }, origins)) return refuse({ code: 'origin_not_allowed' });
      if (isPreflight(request)) return preflightReply(request);
      const response = await routes.fetch(request, context);
      for (const [name, value] of Object.entries(corsHeaders(request))) response.headers.set(name, value);
      return response;
    },
  };
}

function createRoutes(ready: Promise<House>, { log }: ProxyOptions): Hono<{ Bindings: RequestContext }> {
  const app = new Hono<{ Bindings: RequestContext }>();
  app.get('/healthz', () => respond(200, { meta: { state: 'alive' } }));
  app.post('/sessions', async ({ req, env }) => postSession(await ready, req.raw, env));
  app.post('/demo/sessions', async ({ req, env }) => postDemoSession(await ready, req.raw, env));
  app.get('/api/v1/questions', async ({ req, env }) => getQuestions(await ready, req.raw, env));
  app.put('/files/:id', async ({ req, env }) =>
    putFile(await ready, req.raw, { ...env, id: req.param('id') }),
  );
  app.delete('/files/:id', async ({ req, env }) =>
    deleteFile(await ready, req.raw, { ...env, id: req.param('id') }),
  );
  app.post('/submissions', async ({ req, env }) => postSubmission(await ready, req.raw, env));
  app.get('/submissions/:id', async ({ req, env }) =>
    getSubmission(await ready, req.raw, { ...env, id: req.param('id') }),
  );
  app.notFound(() => refuse({ code: 'not_found' }));
  // The last resort. What went wrong is for the log: a message could carry what somebody typed.
  app.onError((error) => {
    log?.error('unexpected', { cause: error.name });
    return respond(500, { errors: [unexpectedError] });
  });
  return app;
}

const unexpectedError = {
  code: 'internal_server_error',
  status: '500',
  title: 'Internal Server Error',
  detail: 'Something went wrong here.',
};

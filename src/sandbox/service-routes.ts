import { Hono } from 'hono';
import { createAnswer } from './create-answer.ts';
import { createApplication } from './create-application.ts';
import { badDocumentResponse } from './fault-response.ts';
import { type Environment, guarded, logged, type ServiceContext, type ServiceFace } from './guard.ts';
import { type Document, mediaType, respond, respondFaults } from './json-api.ts';
import { listApplications } from './list-applications.ts';
import { listQuestions } from './list-questions.ts';
import { readQuestionParameters } from './question-parameters.ts';
import { readApplication } from './read-application.ts';
import { readJob } from './read-job.ts';
import { readJobSeeker } from './read-job-seeker.ts';
import type { Place } from './resource-source.ts';
import type { SandboxState } from './sandbox-state.ts';
import { accepted, badRequest, type Checked, notFound, refused } from './service-fault.ts';

/** The paths of the recruitment service. Every request is logged before anything can refuse it. */
export function serviceRoutes(face: ServiceFace): Hono<Environment> {
  const { state } = face;
  const routes = new Hono<Environment>();
  routes.use('*', (context, next) => logged(context, next, face));
  routes.use('*', (context, next) => guarded(context, next, face));
  routes.get('/v1/questions', (context) => questionsResponse(context, state));
  routes.post('/v1/answers', (context) => answersResponse(context, state));
  routes.post('/v1/applications', (context) => applicationsResponse(context, state));
  reads(routes, face);
  routes.all('*', () => respondFaults([notFound]));
  return routes;
}

type Read = (place: Place, id: string, query: URLSearchParams) => Checked<Document>;

const readsById: Readonly<Record<string, Read>> = {
  applications: readApplication,
  job_seekers: readJobSeeker,
  jobs: readJob,
};

function reads(routes: Hono<Environment>, face: ServiceFace): void {
  const placeOf = (context: ServiceContext): Place => ({
    state: face.state,
    baseUrl: baseUrlOf(context, face),
  });
  routes.get('/v1/applications', (context) =>
    documentResponse(listApplications(placeOf(context), queryOf(context))),
  );
  for (const [type, read] of Object.entries(readsById))
    routes.get(`/v1/${type}/:id`, (context) =>
      documentResponse(read(placeOf(context), context.req.param('id') ?? '', queryOf(context))),
    );
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

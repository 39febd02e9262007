import { Hono } from 'hono';
import {
  documentResponse,
  guarded,
  logged,
  placeOf,
  queryOf,
  type ServiceContext,
  type ServiceEnvironment,
  type ServiceFace,
} from './guard.ts';
import { type Checked, type Document, noSuchPath, respond, respondFaults } from './json-api.ts';
import { readQuestionParameters } from './query/question-parameters.ts';
import { listQuestions } from './read/list-questions.ts';
import {
  listApplications,
  listJobs,
  readApplication,
  readJob,
  readJobSeeker,
  readPosting,
} from './read/reads.ts';
import type { Place, SandboxState } from './sandbox-state.ts';
import { writes } from './write/write-routes.ts';

/** The routes of the recruitment service. Every request is logged before anything can refuse it. */
export function serviceRoutes(face: ServiceFace): Hono<ServiceEnvironment> {
  const { state } = face;
  const routes = new Hono<ServiceEnvironment>();
  routes.use('*', (context, next) => logged(context, next, face));
  routes.use('*', (context, next) => guarded(context, next, face));
  routes.get('/v1/questions', (context) => questionsResponse(context, state));
  reads(routes, face);
  writes(routes, face);
  routes.all('*', () => respondFaults([noSuchPath]));
  return routes;
}

type Read = (place: Place, id: string, query: URLSearchParams) => Checked<Document>;

const readsById: Readonly<Record<string, Read>> = {
  applications: readApplication,
  job_seekers: readJobSeeker,
  jobs: readJob,
  job_postings: readPosting,
};

const lists: Readonly<Record<string, (place: Place, query: URLSearchParams) => Checked<Document>>> = {
  applications: listApplications,
  jobs: listJobs,
};

function reads(routes: Hono<ServiceEnvironment>, face: ServiceFace): void {
  for (const [type, list] of Object.entries(lists))
    routes.get(`/v1/${type}`, (context) => documentResponse(list(placeOf(context, face), queryOf(context))));
  for (const [type, read] of Object.entries(readsById))
    routes.get(`/v1/${type}/:id`, (context) =>
      documentResponse(read(placeOf(context, face), context.req.param('id') ?? '', queryOf(context))),
    );
}

function questionsResponse(context: ServiceContext, state: SandboxState): Response {
  const parameters = readQuestionParameters(queryOf(context));
  return parameters.ok
    ? respond(listQuestions(state.catalogue, parameters.value))
    : respondFaults(parameters.faults);
}

import { Hono } from 'hono';
import { MB } from './files/check-file.ts';
import { fileSummary } from './files/file-store.ts';
import {
  documentResponse,
  guarded,
  logged,
  MOST_BODY,
  placeOf,
  queryOf,
  type ServiceContext,
  type ServiceDependencies,
  type ServiceEnvironment,
} from './guard.ts';
import {
  accepted,
  badRequest,
  type Checked,
  type Document,
  mediaType,
  noSuchPath,
  refused,
  respond,
  respondFaults,
} from './json-api.ts';
import { readQuestionParameters } from './query/question-parameters.ts';
import {
  listApplications,
  listJobs,
  listQuestions,
  readApplication,
  readJob,
  readJobSeeker,
  readPosting,
} from './read/reads.ts';
import { CHANGING_METHODS, CREATED_STATUS, UPDATED_STATUS } from './readings.ts';
import type { Place, SandboxState } from './sandbox-state.ts';
import { createAnswer } from './write/create-answer.ts';
import { createApplication } from './write/create-application.ts';
import { updateApplication, updateJobSeeker } from './write/update-application.ts';
import type { WriteRequest } from './write/write-body.ts';

/** Every route that changes what the service stores. */
export function addWrites(routes: Hono<ServiceEnvironment>, dependencies: ServiceDependencies): void {
  const created = (context: ServiceContext, write: Write) =>
    writeResponse(context, dependencies, { write, status: CREATED_STATUS });
  const updated = (context: ServiceContext, write: Write) =>
    writeResponse(context, dependencies, { write, status: UPDATED_STATUS });
  routes.post('/v1/answers', (context) => created(context, createAnswer));
  routes.post('/v1/applications', (context) => created(context, createAndLog(context)));
  routes.on(CHANGING_METHODS, '/v1/applications/:id', (context) => updated(context, updateApplication));
  routes.on(CHANGING_METHODS, '/v1/job_seekers/:id', (context) => updated(context, updateJobSeeker));
}

type Write = (place: Place, request: WriteRequest) => Checked<Document> | Promise<Checked<Document>>;

async function writeResponse(
  context: ServiceContext,
  dependencies: ServiceDependencies,
  { write, status }: { readonly write: Write; readonly status: number },
): Promise<Response> {
  const body = readBody(context);
  if (!body.ok) return respondFaults(body.faults);
  const request: WriteRequest = {
    id: context.req.param('id') ?? '',
    query: queryOf(context),
    body: body.value,
    stored: (attachments) => context.set('files', attachments.map(fileSummary)),
  };
  return documentResponse(await write(placeOf(context, dependencies), request), status);
}

/** The log names the application that a request created. */
const createAndLog =
  (context: ServiceContext): Write =>
  async (place, request) => {
    const created = await createApplication(place, request);
    if (created.ok) context.set('made', created.value.data.id);
    return created;
  };

/** The document names no status for another media type, so it is a malformed request. */
function readBody(context: ServiceContext): Checked<unknown> {
  const type = context.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== mediaType) return refused(badRequest(`The body must be ${mediaType}`));
  const body = context.get('body');
  if ('isTooLarge' in body) return refused(badRequest(`The body is larger than ${MOST_BODY / MB} MB`));
  return body.json === undefined ? refused(badRequest('The body is not JSON')) : accepted(body.json);
}

/** The routes of the recruitment service. Every request is logged before anything can refuse it. */
export function serviceRoutes(dependencies: ServiceDependencies): Hono<ServiceEnvironment> {
  const { state } = dependencies;
  const routes = new Hono<ServiceEnvironment>();
  routes.use('*', (context, next) => logged(context, next, dependencies));
  routes.use('*', (context, next) => guarded(context, next, dependencies));
  routes.get('/v1/questions', (context) => questionsResponse(context, state));
  addReads(routes, dependencies);
  addWrites(routes, dependencies);
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

function addReads(routes: Hono<ServiceEnvironment>, dependencies: ServiceDependencies): void {
  for (const [type, list] of Object.entries(lists))
    routes.get(`/v1/${type}`, (context) =>
      documentResponse(list(placeOf(context, dependencies), queryOf(context))),
    );
  for (const [type, read] of Object.entries(readsById))
    routes.get(`/v1/${type}/:id`, (context) =>
      documentResponse(read(placeOf(context, dependencies), context.req.param('id') ?? '', queryOf(context))),
    );
}

function questionsResponse(context: ServiceContext, state: SandboxState): Response {
  const parameters = readQuestionParameters(queryOf(context));
  return parameters.ok
    ? respond(listQuestions(state.catalogue, parameters.value))
    : respondFaults(parameters.faults);
}

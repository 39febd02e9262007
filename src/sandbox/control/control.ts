import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { type CallerBindings, isLocal } from '../caller.ts';
import { at, parseJson } from '../json.ts';
import { allJobs, findForm, jobState, jobVisibility, type SandboxState } from '../sandbox-state.ts';
import { REJECTION } from '../tags/tag-catalogue.ts';
import { eventStream } from './events.ts';
import { faultsBody } from './faults.ts';
import { applicationInFull, holdings, storedAnswers } from './holdings.ts';
import { demandsBody, jobsBody, sampleDemands } from './settings.ts';

/**
 * The sandbox control (`src/sandbox/README.md#control`): the sandbox's own interface for testers and the demo. It takes
 * plain JSON without a key, and only from this machine, because it shows every answer and creates applications for
 * any job.
 */
type Environment = { Bindings: CallerBindings };
type ControlContext = Context<Environment>;

/** The last parts of the addresses, except `applications/{id}` and `applications/{id}/reject`. */
const names = 'forms applications requests answers holdings events tags faults jobs demands'.split(' ');

export function controlRoutes(state: SandboxState): Hono<Environment> {
  const routes = new Hono<Environment>();
  routes.use('*', async (context, next) =>
    isLocal(context.req.raw, context.env) ? next() : refuseRemote(context),
  );
  const lists: Readonly<Record<string, (application: string | null) => unknown>> = {
    forms: () => formList(state),
    holdings: () => holdings(state),
    requests: (application) => state.log.list(application),
    answers: (application) => storedAnswers(state, application),
    tags: () => state.tags.tags(),
    faults: () => state.faults.current(),
    jobs: () => jobList(state),
    demands: () => state.settings.demands,
  };
  for (const [name, list] of Object.entries(lists))
    routes.get(`/${name}`, (context) => context.json(list(context.req.query('application') ?? null)));
  routes.get('/events', () => eventStream(state.changes));
  routes.get('/applications/:id', (context) => showApplication(context, state));
  routes.post('/applications', (context) => createApplication(context, state));
  routes.post('/applications/:id/reject', (context) => rejectApplication(context, state));
  routes.post('/tags', (context) => createTag(context, state));
  addReplacements(routes, state);
  routes.all('*', (context) => errorResponse(context, 404, `The sandbox control has ${names.join(', ')}.`));
  return routes;
}

/** Each PUT replaces everything that was set before. */
function addReplacements(routes: Hono<Environment>, state: SandboxState): void {
  const { settings, faults } = state;
  const jobs = allJobs(state);
  routes.put('/faults', (context) =>
    withBody(context, faultsBody, (body) => {
      faults.replace(body);
      return context.json(faults.current());
    }),
  );
  routes.put('/jobs', (context) =>
    withBody(context, jobsBody(jobs), (body) => {
      settings.jobs = body;
      return context.json(jobList(state));
    }),
  );
  routes.put('/demands', (context) =>
    withBody(context, demandsBody(jobs), (body) => {
      settings.demands = { ...body, jobs: { ...sampleDemands(jobs), ...body.jobs } };
      return context.json(settings.demands);
    }),
  );
}

/** `GET /` of the sandbox lists its addresses. */
export function listAddresses(context: ControlContext): Response {
  if (!isLocal(context.req.raw, context.env)) return refuseRemote(context);
  const base = new URL(context.req.url).pathname.replace(/\/$/, '');
  return context.json({
    sandbox: 'The recruitment service in miniature.',
    service: `${base}/api/v1`,
    control: names.map((name) => `${base}/_control/${name}`),
  });
}

function errorResponse(context: ControlContext, status: 400 | 403 | 404, detail: string): Response {
  return context.json({ error: detail }, status);
}

const refuseRemote = (context: ControlContext): Response =>
  errorResponse(
    context,
    403,
    'The sandbox control answers on this machine only: to 127.0.0.1, localhost and [::1], and to pages there.',
  );

/** Passes a valid body to `use`; replies to an invalid one with a description of its faults. */
async function withBody<Body>(
  context: ControlContext,
  body: z.ZodType<Body>,
  use: (body: Body) => Response,
): Promise<Response> {
  const read = body.safeParse(parseJson(await context.req.text()));
  return read.success ? use(read.data) : errorResponse(context, 400, z.prettifyError(read.error));
}

const jobList = (state: SandboxState) =>
  Object.fromEntries(
    allJobs(state).map((job) => [
      job.id,
      { state: jobState(state, job), visibility: jobVisibility(state, job) },
    ]),
  );

function formList(state: SandboxState): readonly object[] {
  return state.forms.map(({ name, title, description, job, questions }) => ({
    name,
    title,
    description,
    job,
    questions: questions.length,
  }));
}

async function createApplication(context: ControlContext, state: SandboxState): Promise<Response> {
  const name = at(parseJson(await context.req.text()), 'form');
  const form = typeof name === 'string' ? findForm(state, name) : undefined;
  if (form !== undefined) return context.json({ id: state.records.applyTo(form.job.id).id }, 201);
  const known = state.forms.map((sample) => sample.name).join(', ');
  return errorResponse(context, 400, `The body must be {"form": NAME}, NAME one of ${known}.`);
}

/** Rejects an application as a recruiter does in the user interface; the service's API cannot do this. */
function rejectApplication(context: ControlContext, { records, now }: SandboxState): Response {
  const application = records.findApplication(context.req.param('id') ?? '');
  if (application === undefined) return errorResponse(context, 404, 'There is no such application.');
  const rejectedAt = new Date(now()).toISOString();
  records.replaceApplication(application, { changed: { ...application.changed, rejected_at: rejectedAt } });
  return context.json({ id: application.id, rejected_at: rejectedAt });
}

const text = z.string().regex(/\S/);

/** The bodies of `POST tags`: a tag of a custom category, or of the built-in one. */
const inCategory = z.strictObject({ name: text, category: text });
const inRejection = z.strictObject({ name: text, context: z.literal(REJECTION) });
const error = 'The body must be {"name", "category"} or {"name", "context": "rejection"}.';
const tagBody = z.union([inCategory, inRejection], { error });

/** Creates a tag as a recruiter does in the user interface; 200 if the tag already exists. */
const createTag = (context: ControlContext, { tags }: SandboxState): Promise<Response> =>
  withBody(context, tagBody, (body) => {
    const before = tags.tags().length;
    const tag = tags.createInInterface(body.name, 'category' in body ? body.category : null);
    return context.json(tag, tags.tags().length > before ? 201 : 200);
  });

function showApplication(context: ControlContext, state: SandboxState): Response {
  const record = state.records.findApplication(context.req.param('id') ?? '');
  if (record === undefined) return errorResponse(context, 404, 'There is no such application.');
  const { origin, pathname } = new URL(context.req.url);
  const baseUrl = origin + pathname.slice(0, pathname.indexOf('/_control'));
  return context.json(applicationInFull({ state, baseUrl }, record));
}

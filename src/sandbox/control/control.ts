import { type Context, Hono } from 'hono';
import { type CallerBindings, isLocal } from '../caller.ts';
import { readFaults } from '../faults/read-faults.ts';
import { at, parseJson } from '../json.ts';
import { hasOnly } from '../readers.ts';
import { allJobs, findForm, type SandboxState } from '../sandbox-state.ts';
import { REJECTION } from '../tags/tag.ts';
import type { TagSeed } from '../tags/tag-catalogue.ts';
import { eventStream } from './control-events.ts';
import { readDemands } from './demands.ts';
import { heldAnswers } from './held-answers.ts';
import { applicationInFull, holdings } from './holdings.ts';

/**
 * The sandbox control (`src/sandbox/README.md#control`): what a tester or the demo can ask of the sandbox itself. Plain
 * JSON without a key, and only for callers on this machine, because it shows every answer and makes applications for
 * anyone.
 */
type Environment = { Bindings: CallerBindings };

export function controlRoutes(state: SandboxState): Hono<Environment> {
  const routes = new Hono<Environment>();
  routes.use('*', async (context, next) => {
    if (isLocal(context.req.raw, context.env)) return next();
    return complaint(
      context,
      403,
      'The sandbox control answers on this machine only: to 127.0.0.1, localhost and [::1], and to pages there.',
    );
  });
  routes.get('/forms', (context) => context.json(formList(state)));
  routes.post('/applications', (context) => createApplication(context, state));
  routes.get('/applications/:id', (context) => showApplication(context, state));
  routes.get('/holdings', (context) => context.json(holdings(state)));
  routes.get('/events', () => eventStream(state.changes));
  routes.post('/applications/:id/reject', (context) => rejectApplication(context, state));
  routes.get('/requests', (context) =>
    context.json(state.log.entries(context.req.query('application') ?? null)),
  );
  routes.get('/answers', (context) =>
    context.json(heldAnswers(state, context.req.query('application') ?? null)),
  );
  routes.get('/tags', (context) => context.json(state.tags.tags()));
  routes.post('/tags', (context) => createTag(context, state));
  routes.get('/faults', (context) => context.json(state.faults.current()));
  routes.put('/faults', (context) => replaceFaults(context, state));
  routes.get('/demands', (context) => context.json(state.demands.current()));
  routes.put('/demands', (context) => replaceDemands(context, state));
  routes.all('*', (context) =>
    complaint(
      context,
      404,
      'The sandbox control has forms, applications, holdings, requests, answers, tags, events, faults and demands.',
    ),
  );
  return routes;
}

function complaint(context: Context<Environment>, status: 400 | 403 | 404, detail: string): Response {
  return context.json({ error: detail }, status);
}

function formList(state: SandboxState): readonly object[] {
  return state.forms.map(({ name, title, description, job, questions }) => ({
    name,
    title,
    description,
    job,
    questions: questions.length,
  }));
}

async function createApplication(context: Context<Environment>, state: SandboxState): Promise<Response> {
  const name = at(parseJson(await context.req.text()), 'form');
  const form = typeof name === 'string' ? findForm(state, name) : undefined;
  if (form !== undefined) return context.json({ id: state.records.applyTo(form.job.id).id }, 201);
  const known = state.forms.map((each) => each.name).join(', ');
  return complaint(context, 400, `The body must be {"form": NAME}, NAME one of ${known}.`);
}

/** Acts as a person in the user interface: no request to the service itself can do this. */
function rejectApplication(context: Context<Environment>, { records, now }: SandboxState): Response {
  const application = records.findApplication(context.req.param('id') ?? '');
  if (application === undefined) return complaint(context, 404, 'There is no such application.');
  const rejectedAt = new Date(now()).toISOString();
  records.replaceApplication(application, { told: { ...application.told, rejected_at: rejectedAt } });
  return context.json({ id: application.id, rejected_at: rejectedAt });
}

/** Acts as a person in the user interface: 200 when the tag exists already. */
async function createTag(context: Context<Environment>, state: SandboxState): Promise<Response> {
  const seed = readTagSeed(parseJson(await context.req.text()));
  if (seed === undefined) return complaint(context, 400, tagSeedWords);
  const before = state.tags.tags().length;
  const tag = state.tags.createInInterface(seed.name, seed.category);
  return context.json(tag, state.tags.tags().length > before ? 201 : 200);
}

/** The body of `POST /_control/tags`. */
const tagSeedWords =
  'The body must be {"name": NAME, "category": CATEGORY} for a custom category, or {"name": NAME, "context": "rejection"}.';

function readTagSeed(body: unknown): TagSeed | undefined {
  const [name, category, context] = [at(body, 'name'), at(body, 'category'), at(body, 'context')];
  if (!isWritten(name) || !hasOnly(body, ['name', 'category', 'context'])) return undefined;
  if (context === REJECTION && category === undefined) return { name, category: null };
  return isWritten(category) && context === undefined ? { name, category } : undefined;
}

const isWritten = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

function showApplication(context: Context<Environment>, state: SandboxState): Response {
  const record = state.records.findApplication(context.req.param('id') ?? '');
  if (record === undefined) return complaint(context, 404, 'There is no such application.');
  const { origin, pathname } = new URL(context.req.url);
  const baseUrl = origin + pathname.slice(0, pathname.indexOf('/_control'));
  return context.json(applicationInFull({ state, baseUrl }, record));
}

async function replaceFaults(context: Context<Environment>, state: SandboxState): Promise<Response> {
  const read = readFaults(parseJson(await context.req.text()));
  if ('complaint' in read) return complaint(context, 400, read.complaint);
  state.faults.replace(read.faults);
  return context.json(state.faults.current());
}

async function replaceDemands(context: Context<Environment>, state: SandboxState): Promise<Response> {
  const jobs = allJobs(state).map(({ id }) => id);
  const read = readDemands(parseJson(await context.req.text()), jobs);
  if ('complaint' in read) return complaint(context, 400, read.complaint);
  state.demands.replace(read.demands);
  return context.json(state.demands.current());
}

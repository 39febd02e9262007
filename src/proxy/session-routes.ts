/** `POST /sessions` for back ends and visitors, and `POST /demo/sessions`, which in sandbox mode stands for a back end. */
import * as z from 'zod';
import { applicationId } from '../model/ids.ts';
import { success } from '../model/outcome.ts';
import { authoriseAdmin, readBearer } from './authorise.ts';
import type { House } from './house.ts';
import { makeJobSession } from './job-sessions.ts';
import { SESSION_LIMIT_BYTES } from './limits.ts';
import { LONGEST_SESSION, makeSession } from './make-session.ts';
import type { RequestContext } from './options.ts';
import { readJson } from './read-body.ts';
import { type Checked, refused } from './refusal.ts';
import { respond } from './respond.ts';
import type { Session } from './tokens.ts';

/** Ids go into the path of a request to the service: nothing that means something there. */
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

const common = {
  expires_in: z.number().int().min(1).max(LONGEST_SESSION).default(LONGEST_SESSION),
  show_details: z.boolean().optional(),
};

const sessionOf = <Attributes extends z.ZodType>(attributes: Attributes) =>
  z.strictObject({ data: z.strictObject({ type: z.literal('sessions'), attributes }) });

const applicationSession = z.strictObject({ application: id.transform(applicationId), ...common });
/** An id that cannot be one is a job that is not there: visitors type it into a page. */
const jobSession = z.strictObject({
  job: z.string().max(200),
  tenant: z.string().max(64).optional(),
  ...common,
});
const sessionSchema = sessionOf(z.union([applicationSession, jobSession]));
const demoSchema = sessionOf(z.strictObject({ form: z.string().max(64), ...common }));

export async function postSession(
  house: House,
  request: Request,
  { address }: RequestContext,
): Promise<Checked<Response>> {
  const body = await readJson(request, SESSION_LIMIT_BYTES, sessionSchema);
  // A visitor of a public job has no key; for a back end, the question who asks comes first.
  if (!body.ok && readBearer(request) === null) return body;
  if (body.ok && 'job' in body.value.data.attributes) {
    const { job, tenant = null, expires_in: expiresIn } = body.value.data.attributes;
    const session = await makeJobSession({ house, request, address }, { job, tenant, expiresIn });
    return openSession(house, session, { expires_in: expiresIn });
  }
  const admin = await authoriseAdmin(house, request, address);
  if (!admin.ok) return admin;
  if (!body.ok) return body;
  const { attributes } = body.value.data;
  if (!('application' in attributes)) return refused('bad_request');
  const { application, expires_in: expiresIn } = attributes;
  const session = await makeSession(house, admin.value, { application, expiresIn });
  return openSession(house, session, { expires_in: expiresIn });
}

export async function postDemoSession(
  house: House,
  request: Request,
  { address }: RequestContext,
): Promise<Checked<Response>> {
  const { sandbox } = house;
  const tenant = house.tenants.get(sandbox?.tenant ?? '');
  if (sandbox === undefined || tenant === undefined) return refused('not_found');
  const spent = await house.limits.spend('demo', address ?? 'unknown address');
  if (!spent.ok) return spent;
  const body = await readJson(request, SESSION_LIMIT_BYTES, demoSchema);
  if (!body.ok) return body;
  const { form, expires_in: expiresIn } = body.value.data.attributes;
  const application = await applyInSandbox(house, sandbox.controlUrl, form);
  if (!application.ok) return application;
  const session = await makeSession(house, tenant, { application: application.value, expiresIn });
  return openSession(house, session, { expires_in: expiresIn, application: application.value });
}

/** @param told attributes of the reply beside the token */
async function openSession(
  house: House,
  session: Checked<Session>,
  told: object,
): Promise<Checked<Response>> {
  if (!session.ok) return session;
  const attributes = { token: await house.tokens.seal(session.value), ...told };
  return success(respond(201, { data: { type: 'sessions', id: crypto.randomUUID(), attributes } }));
}

const created = z.object({ id: id.transform(applicationId) });

async function applyInSandbox(
  house: House,
  controlUrl: string,
  form: string,
): Promise<Checked<z.output<typeof created>['id']>> {
  const request = new Request(`${controlUrl}/applications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ form }),
  });
  const response = await house.send(request).catch(() => null);
  if (response === null) return refused('service_unavailable', { retryAfter: 1 });
  const parsed = created.safeParse(await response.json().catch(() => null));
  return response.ok && parsed.success
    ? success(parsed.data.id)
    : refused('not_found', { detail: 'The sandbox has no form of this name.' });
}

/** `POST /sessions` for back ends, and `POST /demo/sessions`, which in sandbox mode stands for one. */
import * as z from 'zod';
import { applicationId } from '../model/ids.ts';
import { success } from '../model/outcome.ts';
import { authoriseAdmin } from './authorise.ts';
import type { House } from './house.ts';
import { SESSION_LIMIT_BYTES } from './limits.ts';
import { LONGEST_SESSION, makeSession, type SessionWish } from './make-session.ts';
import type { RequestContext } from './options.ts';
import { readJson } from './read-body.ts';
import { type Checked, refuse, refused } from './refusal.ts';
import { respond } from './respond.ts';
import type { TenantRoom } from './tenants.ts';

/** Ids go into the path of a request to the service: nothing that means something there. */
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

const common = {
  expires_in: z.number().int().min(1).max(LONGEST_SESSION).default(LONGEST_SESSION),
  show_details: z.boolean().optional(),
};

const sessionOf = <Attributes extends z.ZodType>(attributes: Attributes) =>
  z.strictObject({ data: z.strictObject({ type: z.literal('sessions'), attributes }) });

const applicationSession = z.strictObject({ application: id.transform(applicationId), ...common });
const jobSession = z.strictObject({ job: id, tenant: z.string().optional(), ...common });
const sessionSchema = sessionOf(z.union([applicationSession, jobSession]));
const demoSchema = sessionOf(z.strictObject({ form: z.string().max(64), ...common }));

export async function postSession(
  house: House,
  request: Request,
  { address }: RequestContext,
): Promise<Response> {
  const body = await readJson(request, SESSION_LIMIT_BYTES, sessionSchema);
  // A visitor of a public job has no key, so this no comes before the question who asks.
  if (body.ok && 'job' in body.value.data.attributes)
    return refuse({ code: 'job_not_public', detail: 'Sessions are made for an application: send its id.' });
  const admin = await authoriseAdmin(house, request, address);
  if (!admin.ok) return refuse(admin.error);
  if (!body.ok) return refuse(body.error);
  const { attributes } = body.value.data;
  if (!('application' in attributes)) return refuse({ code: 'bad_request' });
  return reply(house, admin.value, { application: attributes.application, expiresIn: attributes.expires_in });
}

export async function postDemoSession(
  house: House,
  request: Request,
  { address }: RequestContext,
): Promise<Response> {
  const tenant = house.sandbox === undefined ? undefined : house.tenants.get(house.sandbox.tenant);
  if (house.sandbox === undefined || tenant === undefined) return refuse({ code: 'not_found' });
  const spent = await house.limits.spend('demo', address ?? 'unknown address');
  if (!spent.ok) return refuse(spent.error);
  const body = await readJson(request, SESSION_LIMIT_BYTES, demoSchema);
  if (!body.ok) return refuse(body.error);
  const { form, expires_in } = body.value.data.attributes;
  const application = await applyInSandbox(house, house.sandbox.controlUrl, form);
  if (!application.ok) return refuse(application.error);
  return reply(house, tenant, { application: application.value, expiresIn: expires_in }, true);
}

async function reply(
  house: House,
  tenant: TenantRoom,
  wish: SessionWish,
  tellApplication = false,
): Promise<Response> {
  const session = await makeSession(house, tenant, wish);
  if (!session.ok) return refuse(session.error);
  const attributes = {
    token: await house.tokens.seal(session.value),
    expires_in: wish.expiresIn,
    ...(tellApplication ? { application: session.value.application } : {}),
  };
  return respond(201, { data: { type: 'sessions', id: crypto.randomUUID(), attributes } });
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

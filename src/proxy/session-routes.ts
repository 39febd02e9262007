/** `POST /sessions` for back ends, and `POST /demo/sessions`, which in sandbox mode stands for one. */
import * as z from 'zod';
import { applicationId } from '../model/ids.ts';
import { success } from '../model/outcome.ts';
import { authoriseAdmin } from './authorise.ts';
import type { House, TenantRoom } from './house.ts';
import { SESSION_LIMIT_BYTES } from './limits.ts';
import { LONGEST_SESSION, makeSession, type SessionWish } from './make-session.ts';
import type { RequestContext } from './options.ts';
import { readJson } from './read-body.ts';
import { type Checked, refused } from './refusal.ts';
import { respond } from './respond.ts';

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
): Promise<Checked<Response>> {
  const body = await readJson(request, SESSION_LIMIT_BYTES, sessionSchema);
  // A visitor of a public job has no key, so this no comes before the question who asks.
  if (body.ok && 'job' in body.value.data.attributes)
    return refused('job_not_public', { detail: 'Sessions are made for an application: send its id.' });
  const admin = await authoriseAdmin(house, request, address);
  if (!admin.ok) return admin;
  if (!body.ok) return body;
  const { attributes } = body.value.data;
  if (!('application' in attributes)) return refused('bad_request');
  const { application, expires_in: expiresIn } = attributes;
  return openSession(house, admin.value, { application, expiresIn });
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
  const told = { application: application.value };
  return openSession(house, tenant, { ...told, expiresIn }, told);
}

/** @param more attributes of the reply beside the token */
async function openSession(
  house: House,
  tenant: TenantRoom,
  wish: SessionWish,
  more: object = {},
): Promise<Checked<Response>> {
  const session = await makeSession(house, tenant, wish);
  if (!session.ok) return session;
  const attributes = { token: await house.tokens.seal(session.value), expires_in: wish.expiresIn, ...more };
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

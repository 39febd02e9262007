/**
 * `POST /sessions` for back ends, visitors and links, `DELETE /sessions/{id}`, and `POST /demo/sessions`, which
 * stands in for a back end in sandbox mode.
 */
import * as z from 'zod';
import { failure, success } from '../../core/model/failure.ts';
import { applicationId } from '../../core/model/ids.ts';
import { SESSION_LIMIT_BYTES } from '../forms/limits.ts';
import { readQuery } from '../forms/question-routes.ts';
import type { ProxyContext } from '../http/context.ts';
import type { OperatorRoute } from '../http/operator/operator-routes.ts';
import type { KeyContext, RequestContext } from '../http/options.ts';
import { readJson } from '../http/read-body.ts';
import { type Checked, refused } from '../http/refusal.ts';
import { respondNothing } from '../http/respond.ts';
import { makeSession } from './applications.ts';
import { authoriseAdmin, findAdmin, readBearer } from './authorise.ts';
import { exchangeCode } from './exchange-code.ts';
import { type Asking, makeJobSession } from './job-sessions.ts';
import { LARGEST_PREFILL, type Prefill, readPrefill } from './prefill-body.ts';
import {
  type JobAttributes,
  plainId,
  readDemoBody,
  readSessionBody,
  type SessionAttributes,
} from './session-body.ts';
import { replySession } from './session-reply.ts';
import type { LinkKind } from './sessions.ts';
import type { Session } from './tokens.ts';
import { isVisitor } from './visitors.ts';

export async function postSession(
  context: ProxyContext,
  request: Request,
  { address, keyOpened }: RequestContext & KeyContext,
): Promise<Checked<Response>> {
  const asking = { context, request, address, keyOpened };
  const query = readQuery(request, 'sessions');
  if (!query.ok) return query;
  const body = await readAttributes(context, request);
  // A visitor of a public job has no key; for a back end, the key is checked before the body.
  if (!body.ok && readBearer(request) === null) return body;
  const attributes = body.ok ? body.value : null;
  if (attributes !== null && 'code' in attributes) return exchangeCode(asking, attributes);
  const known =
    attributes?.prefill === undefined ? success(null) : await prefillOf(asking, attributes.prefill);
  if (!known.ok) return known;
  if (attributes !== null && isOfJob(attributes) && attributes.link === undefined) {
    const session = await makeJobSession(asking, jobWish(attributes));
    const told = { expires_in: attributes.expires_in };
    return openSession(asking, pointed(session, attributes), told, { prefill: known.value });
  }
  const admin = await authoriseAdmin(context, request, address);
  if (!admin.ok) return admin;
  keyOpened();
  if (!body.ok || attributes === null) return body.ok ? refused('bad_request') : body;
  const { link: kind, expires_in: expiresIn } = attributes;
  const link = kind === undefined ? success(null) : linkOf(context, request, kind);
  if (!link.ok) return link;
  const session = isOfJob(attributes)
    ? await makeJobSession(asking, jobWish(attributes))
    : await makeSession(context, admin.value, { application: attributes.application, expiresIn });
  const wishes = { link: link.value, prefill: known.value };
  return openSession(asking, pointed(session, attributes), { expires_in: expiresIn }, wishes);
}

/** What is not there is told where it was named. */
function pointed(session: Checked<Session>, attributes: object): Checked<Session> {
  if (session.ok || !['not_found', 'no_job'].includes(session.error.code)) return session;
  const name = ['application', 'job', 'posting'].find((one) => one in attributes);
  return failure({ pointer: `/data/attributes/${name}`, ...session.error });
}

/** What a back end knows may be more than a visitor says; how many members it has is told by what reads it. */
async function readAttributes(context: ProxyContext, request: Request): Promise<Checked<SessionAttributes>> {
  const more = (await hasKey(context, request)) ? LARGEST_PREFILL : 0;
  const limit = SESSION_LIMIT_BYTES + more;
  const mostMembers = more > 0 ? Number.POSITIVE_INFINITY : undefined;
  const body = await readJson(request, limit, z.unknown(), { simpleType: 'text/plain', mostMembers });
  if (body.ok) return readSessionBody(body.value);
  const detail = `The body has more than ${limit.toLocaleString('en')} bytes.`;
  return body.error.code === 'body_too_large' ? refused('body_too_large', { detail }) : body;
}

async function hasKey(context: ProxyContext, request: Request): Promise<boolean> {
  const bearer = readBearer(request);
  return bearer !== null && findAdmin(context, bearer) !== null;
}

/** What a form shows as known has to come from a back end. */
async function prefillOf({ context, request, address }: Asking, given: unknown): Promise<Checked<Prefill>> {
  const admin = await authoriseAdmin(context, request, address);
  if (admin.ok) return readPrefill(given);
  return admin.error.code === 'unauthorized'
    ? refused('unauthorized', {
        detail: 'Only a back end may send "prefill": with the admin key.',
        pointer: '/data/attributes/prefill',
      })
    : admin;
}

const isOfJob = <Other extends object>(attributes: JobAttributes | Other): attributes is JobAttributes =>
  'job' in attributes || 'posting' in attributes;

const jobWish = ({ tenant, expires_in: expiresIn, draft_handle: handle, ...attributes }: JobAttributes) => ({
  named: 'job' in attributes ? { job: attributes.job } : { posting: attributes.posting },
  tenant: tenant ?? null,
  expiresIn,
  draftHandle: handle ?? null,
});

/** Revokes a session of this tenant: its token is refused from now on, by other processes within ten seconds. */
export const deleteSession: OperatorRoute = async ({ context: { sessions, prefills }, tenant, id }) => {
  const session = sessions.readId(tenant.id, id);
  if (session === null) return refused('not_found', { detail: 'There is no such session of this tenant.' });
  await sessions.revoke(tenant.id, session);
  await prefills.forgetSession(tenant.id, session);
  return success(respondNothing());
};

export async function postDemoSession(
  context: ProxyContext,
  request: Request,
  { address }: RequestContext,
): Promise<Checked<Response>> {
  const { sandbox } = context;
  const tenant = context.tenants.get(sandbox?.tenant ?? '');
  if (sandbox === undefined || tenant === undefined) return refused('not_found');
  const query = readQuery(request, 'sessions');
  if (!query.ok) return query;
  const spent = await context.limits.spend('demo', address ?? 'unknown address');
  if (!spent.ok) return spent;
  const body = await readJson(request, SESSION_LIMIT_BYTES, z.unknown());
  const read = body.ok ? readDemoBody(body.value) : body;
  if (!read.ok) return read;
  const { form, expires_in: expiresIn, link: kind } = read.value;
  const link = kind === undefined ? success(null) : linkOf(context, request, kind);
  if (!link.ok) return link;
  const application = await applyInSandbox(context, sandbox.controlUrl, form);
  if (!application.ok) return application;
  const session = await makeSession(context, tenant, { application: application.value, expiresIn });
  const told = { expires_in: expiresIn, application: application.value };
  return openSession({ context, request, address }, session, told, { link: link.value });
}

interface WantedLink {
  readonly kind: LinkKind;
  /** The start of the link. */
  readonly base: string;
}

/**
 * Outside the sandbox a back end may call the server under another address than applicants do, so `publicUrl` is
 * needed.
 */
function linkOf(context: ProxyContext, request: Request, kind: LinkKind): Checked<WantedLink> {
  const base = context.publicUrl ?? (context.sandbox === undefined ? null : new URL(request.url).origin);
  return base === null
    ? refused('bad_request', {
        detail:
          'Links carry APPLY_PUBLIC_URL, without which this server was started: give it the address at which browsers reach it.',
        pointer: '/data/attributes/link',
      })
    : success({ kind, base });
}

interface Wishes {
  readonly link?: WantedLink | null;
  readonly prefill?: Prefill | null;
}

/** @param told attributes of the reply besides the token */
async function openSession(
  asking: Omit<Asking, 'keyOpened'>,
  session: Checked<Session>,
  told: object,
  { link = null, prefill = null }: Wishes,
): Promise<Checked<Response>> {
  if (!session.ok) return session;
  const { context } = asking;
  const named = { ...session.value, ...(prefill && { prefilled: true }) };
  if (prefill) await context.prefills.keep(named, prefill);
  else await context.prefills.extend(named);
  const token = context.tokens.seal(named);
  const code = link && (await context.sessions.makeCode({ session: named, token, kind: link.kind }));
  const attributes = {
    token,
    ...told,
    ...(link && { link: `${link.base}/form#code=${code}` }),
    ...draftHandleOf(context, named),
  };
  return replySession(asking, { session: named, attributes });
}

/** A visitor's device keeps it beside the draft; others are known again by their back end. */
function draftHandleOf({ draftHandles, now }: ProxyContext, session: Session): object {
  if (session.application !== null || !isVisitor(session)) return {};
  const { text, endsAt } = draftHandles.seal(session);
  return { draft_handle: text, draft_expires_in: Math.floor((endsAt - now()) / 1000) };
}

const created = z.object({ id: plainId.transform(applicationId) });

async function applyInSandbox(
  context: ProxyContext,
  controlUrl: string,
  form: string,
): Promise<Checked<z.output<typeof created>['id']>> {
  const request = new Request(`${controlUrl}/applications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ form }),
  });
  const response = await context.send(request).catch(() => null);
  if (response === null) return refused('service_unavailable', { retryAfter: 1 });
  const parsed = created.safeParse(await response.json().catch(() => null));
  return response.ok && parsed.success
    ? success(parsed.data.id)
    : refused('not_found', { detail: 'The sandbox has no form of this name.' });
}

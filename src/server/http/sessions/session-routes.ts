/**
 * `POST /sessions` for back ends, visitors and links, `DELETE /sessions/{id}`, and `POST /demo/sessions`, which
 * stands in for a back end in sandbox mode.
 */
import * as z from 'zod';
import { applicationId, type SessionId } from '../../../core/model/ids.ts';
import { success } from '../../../core/model/outcome.ts';
import type { ProxyContext } from '../context.ts';
import { SESSION_LIMIT_BYTES } from '../forms/limits.ts';
import { readQuery } from '../forms/question-routes.ts';
import type { OperatorRoute } from '../operator/operator-routes.ts';
import type { KeyContext, RequestContext } from '../options.ts';
import { readJson } from '../read-body.ts';
import { type Checked, refused } from '../refusal.ts';
import { respondNothing } from '../respond.ts';
import { authoriseAdmin, findAdmin, readBearer } from './authorise.ts';
import { freshHandle, sealedHandle } from './draft-handles.ts';
import { exchangeCode } from './exchange-code.ts';
import { type Asking, makeJobSession } from './job-sessions.ts';
import { LONGEST_SESSION, makeSession } from './make-session.ts';
import { LARGEST_PREFILL, type Prefill, readPrefill } from './prefill-body.ts';
import { replySession } from './session-reply.ts';
import type { LinkKind } from './sessions.ts';
import type { Session } from './tokens.ts';
import { isVisitor } from './visitors.ts';

/** Ids become part of a request path at the service, so characters with a meaning there are not allowed. */
const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/);

const common = {
  expires_in: z.number().int().min(1).max(LONGEST_SESSION).default(LONGEST_SESSION),
  show_details: z.boolean().default(false),
  /** true: a link for a redirect. */
  link: z
    .union([z.literal(true), z.literal('invitation')])
    .transform((link): LinkKind => (link === true ? 'redirect' : link))
    .optional(),
};

const sessionOf = <Attributes extends z.ZodType>(attributes: Attributes) =>
  z.strictObject({ data: z.strictObject({ type: z.literal('sessions'), attributes }) });

/** From a back end alone: checked once its key is. */
const prefill = { prefill: z.unknown().optional() };

const applicationSession = z.strictObject({
  application: id.transform(applicationId),
  ...common,
  ...prefill,
});
/** An id that cannot be valid is a job that does not exist, not a bad request: visitors type it into a page. */
const named = z.string().max(200);
const ofVisitor = {
  tenant: z.string().max(64).optional(),
  draft_handle: z.union([z.string().regex(freshHandle), z.string().regex(sealedHandle)]).optional(),
  ...common,
  ...prefill,
};
const jobSession = z.strictObject({ job: named, ...ofVisitor });
const postingSession = z.strictObject({ posting: named, ...ofVisitor });
const codeSession = z.strictObject({
  code: z.string().max(200),
  /** The page's own id for this attempt, at least 128 random bits, so that it may ask again if the reply was lost. */
  attempt: z.string().min(22).max(100).optional(),
});
const sessionSchema = sessionOf(z.union([applicationSession, jobSession, postingSession, codeSession]));
const demoSchema = sessionOf(z.strictObject({ form: z.string().max(64), ...common }));

export async function postSession(
  context: ProxyContext,
  request: Request,
  { address, vouched, keyOpened }: RequestContext & KeyContext,
): Promise<Checked<Response>> {
  const asking = { context, request, address, vouched, keyOpened };
  const query = readQuery(request, 'sessions');
  if (!query.ok) return query;
  const limit = (await hasKey(context, request))
    ? SESSION_LIMIT_BYTES + LARGEST_PREFILL
    : SESSION_LIMIT_BYTES;
  const body = await readJson(request, limit, sessionSchema, 'text/plain');
  // A visitor of a public job has no key; for a back end, the key is checked before the body.
  if (!body.ok && readBearer(request) === null) return body;
  const attributes = body.ok ? body.value.data.attributes : null;
  if (attributes !== null && 'code' in attributes) return exchangeCode(asking, attributes);
  const known =
    attributes?.prefill === undefined ? success(null) : await prefillOf(asking, attributes.prefill);
  if (!known.ok) return known;
  if (attributes !== null && isOfJob(attributes) && attributes.link === undefined) {
    const session = await makeJobSession(asking, jobWish(attributes));
    return openSession(asking, session, { expires_in: attributes.expires_in }, { prefill: known.value });
  }
  const admin = await authoriseAdmin(context, request, address);
  if (!admin.ok) return admin;
  keyOpened();
  if (!body.ok || attributes === null) return body.ok ? refused('bad_request') : body;
  const { link: kind, expires_in: expiresIn, show_details: showDetails } = attributes;
  const link = kind === undefined ? success(null) : linkOf(context, request, kind);
  if (!link.ok) return link;
  const session = isOfJob(attributes)
    ? await makeJobSession(asking, jobWish(attributes))
    : await makeSession(context, admin.value, {
        application: attributes.application,
        showDetails,
        expiresIn,
      });
  const wishes = { link: link.value, prefill: known.value };
  return openSession(asking, session, { expires_in: expiresIn }, wishes);
}

/** What a back end knows may be more than any visitor says. */
async function hasKey(context: ProxyContext, request: Request): Promise<boolean> {
  const bearer = readBearer(request);
  return bearer !== null && (await findAdmin(context, bearer)) !== null;
}

/** What a form shows as known has to come from a back end. */
async function prefillOf({ context, request, address }: Asking, given: unknown): Promise<Checked<Prefill>> {
  const admin = await authoriseAdmin(context, request, address);
  if (admin.ok) return readPrefill(given);
  return admin.error.code === 'unauthorized'
    ? refused('unauthorized', { detail: 'Only a back end may send "prefill": with the admin key.' })
    : admin;
}

type JobAttributes = z.output<typeof jobSession> | z.output<typeof postingSession>;

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
  const session = await sessions.readId(tenant.id, id);
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
  const body = await readJson(request, SESSION_LIMIT_BYTES, demoSchema);
  if (!body.ok) return body;
  const { form, expires_in: expiresIn, show_details: showDetails, link: kind } = body.value.data.attributes;
  const link = kind === undefined ? success(null) : linkOf(context, request, kind);
  if (!link.ok) return link;
  const application = await applyInSandbox(context, sandbox.controlUrl, form);
  if (!application.ok) return application;
  const session = await makeSession(context, tenant, {
    application: application.value,
    showDetails,
    expiresIn,
  });
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
          'Links carry APPLY_PUBLIC_URL, which is not set here: start the server with the address at which browsers reach it.',
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
  // A renewed session that was made by the previous release gets its id now.
  const id = session.value.id ?? (await context.sessions.newId(session.value.tenant));
  const named = { ...session.value, id, ...(prefill && { prefilled: true }) };
  if (prefill) await context.prefills.keep(named, prefill);
  else await context.prefills.extend(named);
  const token = await context.tokens.seal(named);
  const code = link && (await context.sessions.makeCode({ session: named, token, kind: link.kind }));
  const attributes = {
    token,
    ...told,
    ...(link && { link: `${link.base}/form#code=${code}` }),
    ...(await draftHandleOf(context, named)),
  };
  return replySession(asking, { session: named, attributes });
}

/** A visitor's device keeps it beside the draft; others are known again by their back end. */
async function draftHandleOf(
  { draftHandles, now }: ProxyContext,
  session: Session & { readonly id: SessionId },
): Promise<object> {
  if (session.application !== null || !isVisitor(session)) return {};
  const { text, endsAt } = await draftHandles.seal(session);
  return { draft_handle: text, draft_expires_in: Math.floor((endsAt - now()) / 1000) };
}

const created = z.object({ id: id.transform(applicationId) });

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

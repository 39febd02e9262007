/**
 * `POST /sessions` for back ends, visitors and links, `DELETE /sessions/{id}`, and `POST /demo/sessions`, which
 * replaces a back end in sandbox mode.
 */
import * as z from 'zod';
import { list, member } from '../../core/jsonapi/json.ts';
import { failure, success } from '../../core/model/failure.ts';
import { applicationId, sessionId } from '../../core/model/ids.ts';
import { inTime } from '../clock.ts';
import { draftKeysOf, fallbackFor, readQuery, writeForm } from '../forms/question-routes.ts';
import type { ProxyContext } from '../http/context.ts';
import { readJson, SESSION_LIMIT_BYTES } from '../http/limits.ts';
import type { OperatorRoute } from '../http/operator/operator-routes.ts';
import type { KeyContext, RequestContext } from '../http/options.ts';
import { type Checked, isAllowedOrigin, refused, respond, respondNothing } from '../http/replies.ts';
import { REVOCATION_KEPT } from '../session-store.ts';
import { makeForAdmin, makeForVisitor, makeSession, type SessionRequest } from './make-session.ts';
import {
  LARGEST_PREFILL,
  type Prefill,
  plainId,
  readDemoBody,
  readPrefill,
  readSessionBody,
  type SessionAttributes,
} from './session-body.ts';
import type { FoundCode } from './sessions.ts';
import {
  authoriseAdmin,
  type Call,
  findAdmin,
  isVisitor,
  readBearer,
  refuseOrigin,
  type Session,
  spendGuess,
  UNKNOWN_ADDRESS,
} from './tokens.ts';

export async function postSession(
  context: ProxyContext,
  request: Request,
  { address, keyOpened }: RequestContext & KeyContext,
): Promise<Checked<Response>> {
  const sessionRequest = { context, request, address };
  const query = readQuery(request, 'sessions');
  if (!query.ok) return query;
  const bearer = readBearer(request);
  const known = bearer === null ? null : findAdmin(context, bearer);
  // A back end may send more than a visitor, and the prefill's schema limits its members.
  const limit = SESSION_LIMIT_BYTES + (known === null ? 0 : LARGEST_PREFILL);
  const mostMembers = known === null ? undefined : Number.POSITIVE_INFINITY;
  const json = await readJson(request, limit, z.unknown(), { simpleType: 'text/plain', mostMembers });
  const body = json.ok ? readSessionBody(json.value) : json;
  if (!body.ok) return body;
  const wish = body.value;
  if (wish.code !== undefined) return exchangeCode(sessionRequest, wish.code, wish.attempt ?? null);
  const needsKey = wish.application !== undefined || wish.link !== undefined || wish.prefill !== undefined;
  const admin = known === null && needsKey ? await authoriseAdmin(context, request, address) : success(known);
  if (!admin.ok) return admin;
  if (admin.value !== null) keyOpened();
  const prefill = wish.prefill === undefined ? success(null) : readPrefill(wish.prefill);
  if (!prefill.ok) return prefill;
  const session =
    admin.value === null
      ? await makeForVisitor(sessionRequest, wish)
      : wish.application === undefined
        ? await makeForAdmin(sessionRequest, admin.value, wish)
        : await makeSession(context, admin.value, { ...wish, application: wish.application });
  return openSession(sessionRequest, withPointer(session, wish), wish, prefill.value);
}

/** Makes a refusal point at the member that named what is missing. */
function withPointer(session: Checked<Session>, wish: SessionAttributes): Checked<Session> {
  if (session.ok || !['not_found', 'no_job'].includes(session.error.code)) return session;
  const name = ['application', 'job', 'posting'].find((member) => member in wish);
  return failure({ pointer: `/data/attributes/${name}`, ...session.error });
}

/** Revokes a session of this tenant: its token is refused from now on, by other processes within ten seconds. */
export const deleteSession: OperatorRoute = async ({ context: { sessions }, tenant, id }) => {
  if (!z.uuid().safeParse(id).success)
    return refused('not_found', { detail: 'The id of a session is the UUID that came with its token.' });
  await sessions.revoke(tenant.id, sessionId(id.toLowerCase()));
  return success(respondNothing());
};

export async function postDemoSession(
  context: ProxyContext,
  request: Request,
  { address = UNKNOWN_ADDRESS }: RequestContext,
): Promise<Checked<Response>> {
  const { sandbox } = context;
  const tenant = context.tenants.get(sandbox?.tenant ?? '');
  if (sandbox === undefined || tenant === undefined) return refused('not_found');
  const query = readQuery(request, 'sessions');
  if (!query.ok) return query;
  const spent = await context.limits.spend('reading', address);
  if (!spent.ok) return spent;
  const body = await readJson(request, SESSION_LIMIT_BYTES, z.unknown());
  const read = body.ok ? readDemoBody(body.value) : body;
  if (!read.ok) return read;
  const application = await applyInSandbox(context, sandbox.controlUrl, read.value.form);
  if (!application.ok) return application;
  const wish = { ...read.value, application: application.value };
  return openSession({ context, request, address }, await makeSession(context, tenant, wish), wish);
}

async function openSession(
  sessionRequest: SessionRequest,
  session: Checked<Session>,
  wish: Pick<SessionAttributes, 'expires_in' | 'link' | 'application'>,
  prefill: Prefill | null = null,
): Promise<Checked<Response>> {
  if (!session.ok) return session;
  const { context, request } = sessionRequest;
  const { expires_in, link: kind, application } = wish;
  // Outside the sandbox a back end may call the server under another address than applicants do.
  const base = context.publicUrl ?? (context.sandbox === undefined ? null : new URL(request.url).origin);
  if (kind !== undefined && base === null) return noPublicUrl;
  const opened = { ...session.value, ...(prefill && { prefilled: true }) };
  if (prefill) await context.prefills.keep(opened, prefill);
  else await context.prefills.extend(opened);
  const token = context.tokens.seal(opened);
  const code = kind && (await context.sessions.makeCode(opened, token, kind));
  const isDemo = new URL(request.url).pathname.startsWith('/demo');
  const attributes = {
    token,
    expires_in,
    ...(isDemo ? { application } : {}),
    ...(code && { link: `${base}/form#code=${code}` }),
    ...draftHandleOf(context, opened),
  };
  return reply(sessionRequest, opened, attributes);
}

const noPublicUrl = refused('bad_request', {
  detail:
    'Links carry APPLY_PUBLIC_URL, without which this server was started: give it the address at which browsers reach it.',
  pointer: '/data/attributes/link',
});

/** Gives the handle that a visitor's device stores with the draft. Other applicants are known to their back end. */
function draftHandleOf({ tokens, now }: ProxyContext, session: Session): object {
  if (session.application !== null || !isVisitor(session)) return {};
  const { text, endsAt } = tokens.sealDraft(session);
  return { draft_handle: text, draft_expires_in: Math.floor((endsAt - now()) / 1000) };
}

/**
 * Replies with the session, and with its form if the request includes it. A form that is not available soon is left
 * out: its own request then says why.
 */
async function reply(
  { context, request, address = UNKNOWN_ADDRESS }: SessionRequest,
  session: Session,
  attributes: object,
): Promise<Checked<Response>> {
  const query = new URL(request.url).searchParams;
  const { id } = session;
  const tenant = context.tenants.get(session.tenant);
  const call = tenant && { context, request, address, session, tenant, id };
  const reading = call && query.has('include') ? readForm(call, query.get('locale')).catch(() => null) : null;
  // A slow form must not lose the session that was made.
  const form = reading && (await inTime(context.clock, 5_000, reading));
  const data = { type: 'sessions', id, attributes };
  if (!form?.ok) {
    // A device that stores the draft needs its key even without the form.
    const meta = session.application === null && session.device ? draftKeysOf(context, session) : null;
    return success(respond(201, meta ? { data, meta } : { data }));
  }
  const { shown, meta } = form.value;
  const set: unknown = JSON.parse(shown);
  const questions = list(member(set, 'data'));
  const identifiers = questions.map((question) => ({ type: 'questions', id: member(question, 'id') }));
  const included = [...questions, ...list(member(set, 'included'))];
  const relationships = { questions: { data: identifiers } };
  return success(respond(201, { data: { ...data, relationships }, included, meta }));
}

/** Counts against the limit like every read of a form. */
async function readForm(call: Call, language: string | null) {
  const { context, session, tenant } = call;
  const subjectName = JSON.stringify([tenant.id, session.subject]);
  const spent = await context.limits.spend('reading', subjectName, tenant.id);
  return spent.ok ? writeForm(call, language) : spent;
}

/**
 * `token_expired`: the code is spent or expired, or its form was sent. `token_invalid`: it was revoked, or is not one
 * of ours. Both say where else the applicant can apply.
 */
async function exchangeCode(
  sessionRequest: SessionRequest,
  code: string,
  attempt: string | null,
): Promise<Checked<Response>> {
  const { context, request, address } = sessionRequest;
  const { publicOrigin, sessions, tokens } = context;
  const found = await sessions.findCode(code);
  const tenant = found === null ? undefined : context.tenants.get(found.tenant);
  if (found === null || tenant === undefined)
    return (
      (await spendGuess(context, 'wrong_code', address)) ?? refuseCode('token_invalid', onlyFallback(context))
    );
  if (!isAllowedOrigin({ request, publicOrigin }, [tenant.origins]))
    return refuseOrigin(context, request, tenant.id);
  const session = tokens.read(found.token, { late: REVOCATION_KEPT });
  if (!session.ok) return refuseCode(session.error, null);
  const fallback = fallbackFor(tenant, session.value.job);
  if (await sessions.isRevoked({ tenant: tenant.id, id: found.session }))
    return refuseCode('token_invalid', fallback);
  const isOver = found.once ? !(await found.spend(attempt)) : await hasEnded(context, found, session.value);
  const secondsLeft = Math.floor((session.value.expiresAt - context.now()) / 1000);
  if (isOver || secondsLeft <= 0) return refuseCode('token_expired', fallback);
  return reply(
    sessionRequest,
    { ...session.value, id: found.session },
    { token: found.token, expires_in: secondsLeft },
  );
}

const refuseCode = (code: 'token_expired' | 'token_invalid', fallback: string | null) => {
  const isExpired = code === 'token_expired';
  const detail = isExpired ? 'was used already, or its time is over' : 'was not made here, or was revoked';
  return refused(code, { detail: `This code ${detail}.`, fallback });
};

/** The tenant and job of the code are unknown, so only the address of a single tenant, without a job, is given. */
function onlyFallback({ tenants }: ProxyContext): string | null {
  const [only, ...others] = tenants.values();
  const address = only?.fallbackUrl ?? null;
  return others.length > 0 || address?.includes('{job}') ? null : address;
}

/** An invitation ends when its form is sent. A later refusal by the service opens it again for corrections. */
async function hasEnded({ delivery }: ProxyContext, code: FoundCode, session: Session): Promise<boolean> {
  if (code.expired) return true;
  const stored = await delivery.find(session);
  if (stored === null || Date.parse(stored.submission.acceptedAt) < code.madeAt) return false;
  const { application, answers } = stored.submission;
  return application?.state !== 'refused' && answers.every(({ state }) => state !== 'refused');
}

const created = z.object({ id: plainId.transform(applicationId) });

async function applyInSandbox(context: ProxyContext, controlUrl: string, form: string) {
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

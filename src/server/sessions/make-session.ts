/**
 * Makes sessions of existing applications, for a back end, and of visitors without an application: for a page of an
 * allowed origin (public jobs), for a back end (any job of its tenant), and for a visitor who renews such a session.
 */
import { success } from '../../core/model/failure.ts';
import { type ApplicationId, type JobId, jobId, subject } from '../../core/model/ids.ts';
import { createPatience, type Failure, FRESH, formSource } from '../forms/form-cache.ts';
import { noSuchJob } from '../forms/jobs.ts';
import { noSuchPosting } from '../forms/postings.ts';
import type { ProxyContext, TenantContext } from '../http/context.ts';
import { type Checked, isAllowedOrigin, refused } from '../http/replies.ts';
import { type SessionAttributes, sealedHandle } from './session-body.ts';
import { isEnded } from './sessions.ts';
import {
  type ApplicationSession,
  authoriseAdmin,
  DRAFT_LIFETIME,
  isVisitor,
  type JobSession,
  RENEWABLE_FOR,
  readBearer,
  refuseOrigin,
  refuseToken,
  type Session,
  UNKNOWN_ADDRESS,
} from './tokens.ts';

export interface SessionRequest {
  readonly context: ProxyContext;
  readonly request: Request;
  readonly address: string | undefined;
}

export async function makeForVisitor(
  sessionRequest: SessionRequest,
  wish: SessionAttributes,
): Promise<Checked<JobSession>> {
  const { context, request } = sessionRequest;
  const { draft_handle: handle } = wish;
  const bearer = readBearer(request);
  const isSealed = handle !== undefined && sealedHandle.test(handle);
  if (bearer === null && !isSealed) return keepDraft(sessionRequest, wish, await visit(sessionRequest, wish));
  if (bearer !== null && isSealed)
    return refuseHandle('A "draft_handle" that was given here comes without a token.');
  // A visitor's device sends the handle of its session, which continues with the key of its draft.
  const opened =
    bearer === null
      ? await context.tokens.open(handle ?? '', { kind: 'draft' })
      : await context.tokens.open(bearer, { late: RENEWABLE_FOR });
  if (opened.ok) {
    const renewed = await renew(sessionRequest, opened.value, wish);
    return isSealed ? renewed : keepDraft(sessionRequest, wish, renewed);
  }
  const isToken = bearer === null || opened.error === 'token_expired' || bearer.startsWith('session.');
  if (isToken) return refuseToken(context, opened.error);
  const admin = await authoriseAdmin(context, request, sessionRequest.address);
  return admin.ok ? refused('unauthorized') : admin;
}

/**
 * Stores the draft's handle in the session of a visitor whose device keeps the draft. Only the first request starts the
 * draft's lifetime.
 */
function keepDraft(
  { context }: SessionRequest,
  { draft_handle: handle }: SessionAttributes,
  made: Checked<JobSession>,
): Checked<JobSession> {
  if (!made.ok || handle === undefined || made.value.device?.handle === handle) return made;
  const at = Math.floor(context.now() / 1000) * 1000;
  return isVisitor(made.value) ? success({ ...made.value, device: { handle, at } }) : noVisitor;
}

const refuseHandle = (detail: string) =>
  refused('bad_request', { detail, pointer: '/data/attributes/draft_handle' });
const noVisitor = refuseHandle('A "draft_handle" is for visitors, whose draft their device keeps.');

/** A page of an allowed origin must ask; if not every origin is allowed, a request without an origin is refused. */
async function visit(sessionRequest: SessionRequest, wish: SessionAttributes): Promise<Checked<JobSession>> {
  const { context, request, address = UNKNOWN_ADDRESS } = sessionRequest;
  const tenant = context.tenants.get(wish.tenant ?? 'default');
  if (tenant === undefined) return noTenant('There is no such tenant.');
  if (tenant.origins !== 'any' && !request.headers.has('origin')) return noOrigin;
  const admitted = await admit(sessionRequest, tenant);
  if (!admitted.ok) return admitted;
  const { job = jobId(''), posting } = wish;
  const loading = { patience: createPatience(context.clock) };
  const found =
    posting === undefined
      ? await context.jobs.findPublic({ tenant, address, job }, loading)
      : await context.postings.findPublic({ tenant, address, posting }, loading);
  if (!found.ok) return found;
  const named = typeof found.value === 'string' ? found.value : job;
  return begin(context, tenant, wish, { job: named, publicOnly: true });
}

/** Refuses a page of another origin, or one that asks too often. */
async function admit(
  { context, request, address = UNKNOWN_ADDRESS }: SessionRequest,
  { id, origins }: TenantContext,
) {
  const isAllowed = isAllowedOrigin({ request, publicOrigin: context.publicOrigin }, [origins]);
  return isAllowed ? context.limits.spend('reading', address, id) : refuseOrigin(context, request, id);
}

const noTenant = (detail: string) => refused('not_found', { detail, pointer: '/data/attributes/tenant' });

const noOrigin = refused('origin_not_allowed', {
  detail: 'Without a key, a session is for a page of an allowed origin, which its browser names in "Origin".',
});

export async function makeForAdmin(
  { context }: SessionRequest,
  tenant: TenantContext,
  wish: SessionAttributes,
): Promise<Checked<JobSession>> {
  if (wish.draft_handle !== undefined) return noVisitor;
  if (wish.tenant !== undefined && wish.tenant !== tenant.name)
    return noTenant('The key belongs to another tenant.');
  const { job = jobId(''), posting } = wish;
  const loading = { patience: createPatience(context.clock) };
  const found =
    posting === undefined ? success(job) : await context.postings.find({ tenant, posting }, loading);
  if (!found.ok) return found;
  const state = await context.jobs.find({ tenant, job: found.value }, loading);
  if (state === null) return posting === undefined ? noSuchJob : noSuchPosting;
  return begin(context, tenant, wish, { job: found.value, publicOnly: false });
}

/** A closed job gets a session too, so that the form can say that it is closed. */
function begin(
  context: ProxyContext,
  tenant: TenantContext,
  wish: SessionAttributes,
  { job, publicOnly }: Pick<JobSession, 'job' | 'publicOnly'>,
): Checked<JobSession> {
  const { posting = null } = wish;
  const questionable = questionableOf(tenant, job, posting);
  if (questionable === undefined)
    return refused('no_job', {
      detail: 'The questions belong to postings: name the posting instead of its job.',
    });
  return success({
    ...newSession(context, tenant, wish),
    // An application's id never contains a space, so the two cannot collide.
    subject: subject(`visitor ${crypto.randomUUID()}`),
    application: null,
    job,
    posting,
    questionable,
    publicOnly,
  });
}

/** Makes a new session of the same subject. It reads nothing from the service, so it works while the service is down. */
async function renew(
  sessionRequest: SessionRequest,
  session: Session,
  wish: SessionAttributes,
): Promise<Checked<JobSession>> {
  const { context } = sessionRequest;
  const tenant = context.tenants.get(session.tenant);
  const isSame =
    wish.job === undefined ? session.posting === wish.posting : !session.posting && session.job === wish.job;
  const isOther = !isSame || (wish.tenant !== undefined && wish.tenant !== session.tenant);
  if (tenant === undefined || session.application !== null || isOther) return refuseToken(context, null);
  const admitted = await admit(sessionRequest, tenant);
  if (!admitted.ok) return admitted;
  const stored = await context.delivery.find(session);
  const { application = null } = stored?.submission ?? {};
  // Sealed into the new token, because the token lasts longer than the record of what was sent.
  const hasApplied =
    stored?.isErased === true ||
    application?.code === 'unclear' ||
    ['sending', 'delivered', 'checking'].includes(application?.state ?? '');
  const isRefused = session.publicOnly && context.jobs.isRefused({ tenant, job: session.job });
  // A visitor who has applied can follow the application even if the job is no longer public.
  if (isRefused && !session.answered && stored === null) return noSuchJob;
  const now = context.now();
  const device = session.device && session.device.at + DRAFT_LIFETIME > now ? session.device : undefined;
  const expiresAt = now + wish.expires_in * 1000;
  return success({ ...session, answered: session.answered || hasApplied, device, expiresAt });
}

export async function makeSession(
  context: ProxyContext,
  tenant: TenantContext,
  wish: { readonly application: ApplicationId; readonly expires_in: number },
): Promise<Checked<ApplicationSession>> {
  const patience = createPatience(context.clock);
  // An earlier reading may miss answers that were given elsewhere, so this waits for a service that is merely slow.
  const ignoredFrom = context.delivery.isDown(tenant.id) ? Infinity : FRESH;
  const loading = { patience, ignoredFrom, isForced: true };
  const known = await context.applications.load({ tenant, application: wish.application }, loading);
  if (known.value === null) return refuseApplication(known.failure);
  const { id, job, posting } = known.value;
  if (job === null) return refused('no_job');
  await context.jobs.find({ tenant, job }, { patience });
  const questionable = questionableOf(tenant, job, posting);
  if (questionable === undefined)
    return refused('no_job', { detail: 'The application came through no posting.' });
  const session = newSession(context, tenant, wish);
  const base = { ...session, subject: subject(id), application: id, job, posting: null, questionable };
  const { answered } = known.value;
  // Only answers to this form's questions count, including those that we delivered, so that nothing is sent twice.
  const form =
    answered.length > 0 && (await context.forms.load(formSource(tenant, base), 'view', null, patience));
  return success({
    ...base,
    answered:
      form !== false && (!form.ok || answered.some((question) => form.value.tree.nodes.has(question))),
    closed: isEnded(tenant, known.value),
    readAt: known.readAt,
  });
}

/** Gives the members that every new session has. */
const newSession = (
  { sessions, now }: ProxyContext,
  tenant: TenantContext,
  wish: { readonly expires_in: number },
) => ({
  id: sessions.newId(),
  tenant: tenant.id,
  answered: false,
  closed: false,
  readAt: 0,
  publicOnly: false,
  expiresAt: now() + wish.expires_in * 1000,
});

function refuseApplication(failure: Failure | null) {
  if (failure?.kind !== 'down') return refused('not_found', { detail: 'There is no such application.' });
  const { error } = failure;
  if (error.kind === 'bad_document') return refused('bad_document');
  const retryAfter = (error.kind === 'rate_limited' && error.retryAfter) || 5;
  return refused('service_unavailable', { retryAfter });
}

/** Returns undefined if the application gives no way to find the form's questions. */
function questionableOf(
  tenant: TenantContext,
  job: JobId,
  posting: string | null,
): string | null | undefined {
  if (tenant.questionsBy === 'all') return null;
  return tenant.questionsBy === 'job' ? job : (posting ?? undefined);
}

/**
 * Sessions of visitors who have no application yet. They are made for a page of an allowed origin (public jobs), for
 * a back end (any job of its tenant), and for the holder of such a session who renews it.
 */
import { success } from '../../core/model/failure.ts';
import { jobId, subject } from '../../core/model/ids.ts';
import { createPatience, type Patience } from '../forms/cached.ts';
import { type JobState, noSuchJob } from '../forms/jobs.ts';
import { noSuchPosting } from '../forms/postings.ts';
import type { ProxyContext, TenantContext } from '../http/context.ts';
import { isAllowedOrigin } from '../http/cross-origin.ts';
import { type Checked, refused } from '../http/replies.ts';
import { questionableOf } from './applications.ts';
import {
  authoriseAdmin,
  type Call,
  readBearer,
  refuseOrigin,
  refuseToken,
  UNKNOWN_ADDRESS,
} from './authorise.ts';
import { type SessionAttributes, sealedHandle } from './session-body.ts';
import { DRAFT_LIFETIME, isVisitor, type JobSession, RENEWABLE_FOR, type Session } from './tokens.ts';

export interface Asking {
  readonly context: ProxyContext;
  readonly request: Request;
  readonly address: string | undefined;
}

export async function makeForVisitor(asking: Asking, wish: SessionAttributes): Promise<Checked<JobSession>> {
  const { context, request } = asking;
  const { draft_handle: handle } = wish;
  const bearer = readBearer(request);
  const isSealed = handle !== undefined && sealedHandle.test(handle);
  if (bearer === null && !isSealed) return keep(asking, wish, await visit(asking, wish));
  if (bearer !== null && isSealed)
    return refuseHandle('A "draft_handle" that was given here comes without a token.');
  // The device of a visitor has the handle of its session: it goes on, with the key of its draft.
  const opened =
    bearer === null
      ? await context.tokens.open(handle ?? '', { kind: 'draft' })
      : await context.tokens.open(bearer, { late: RENEWABLE_FOR });
  if (opened.ok) {
    const renewed = await renew(asking, opened.value, wish);
    return isSealed ? renewed : keep(asking, wish, renewed);
  }
  const isToken = bearer === null || opened.error === 'token_expired' || bearer.startsWith('session.');
  if (isToken) return refuseToken(context, opened.error);
  const admin = await authoriseAdmin(context, request, asking.address);
  return admin.ok ? refused('unauthorized') : admin;
}

/** The applicant keeps the draft on this device. What was kept ends when they were told that it does, however often it is asked for. */
function keep(
  { context }: Asking,
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
async function visit(asking: Asking, wish: SessionAttributes): Promise<Checked<JobSession>> {
  const { context, request, address = UNKNOWN_ADDRESS } = asking;
  const tenant = context.tenants.get(wish.tenant ?? 'default');
  if (tenant === undefined) return noTenant('There is no such tenant.');
  if (tenant.origins !== 'any' && !request.headers.has('origin')) return noOrigin;
  if (!mayCall(asking, tenant)) return refuseOrigin(context, request, tenant.id);
  const spent = await context.limits.spend('reading', address, tenant.id);
  if (!spent.ok) return spent;
  const { job = jobId(''), posting } = wish;
  const loading = { patience: createPatience(context.clock) };
  if (posting !== undefined) {
    const found = await context.postings.findPublic({ tenant, address, posting }, loading);
    return found.ok ? begin(context, tenant, wish, { job: found.value, publicOnly: true }) : found;
  }
  const shown = await context.jobs.findPublic({ tenant, address, job }, loading);
  return shown.ok ? begin(context, tenant, wish, { job, publicOnly: true }) : shown;
}

const noTenant = (detail: string) => refused('not_found', { detail, pointer: '/data/attributes/tenant' });

const noOrigin = refused('origin_not_allowed', {
  detail: 'Without a key, a session is for a page of an allowed origin, which its browser names in "Origin".',
});

/**
 * A visitor's session shows its form for as long as the job is public; one that a back end made always does.
 *
 * @returns null: a back end made the session and decides who gets the form
 */
export async function findShownJob(
  { context, tenant, session }: Pick<Call, 'context' | 'tenant' | 'session'>,
  patience: Patience,
): Promise<Checked<JobState | null>> {
  if (!isVisitor(session)) return success(null);
  return context.jobs.findPublic({ tenant, job: session.job, address: null }, { patience });
}

export async function makeForAdmin(
  { context }: Asking,
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
  { sessions, now }: ProxyContext,
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
    id: sessions.newId(),
    tenant: tenant.id,
    // An application's id never contains a space, so the two cannot collide.
    subject: subject(`visitor ${crypto.randomUUID()}`),
    application: null,
    job,
    posting,
    questionable,
    answered: false,
    closed: false,
    readAt: 0,
    publicOnly,
    expiresAt: now() + wish.expires_in * 1000,
  });
}

/** Keeps the subject for another day. It asks the service nothing, so it works while the service is down. */
async function renew(asking: Asking, held: Session, wish: SessionAttributes): Promise<Checked<JobSession>> {
  const { context, request, address = UNKNOWN_ADDRESS } = asking;
  const tenant = context.tenants.get(held.tenant);
  const isSame =
    wish.job === undefined ? held.posting === wish.posting : !held.posting && held.job === wish.job;
  const isOther = !isSame || (wish.tenant !== undefined && wish.tenant !== held.tenant);
  if (tenant === undefined || held.application !== null || isOther) return refuseToken(context, null);
  if (!mayCall(asking, tenant)) return refuseOrigin(context, request, tenant.id);
  const spent = await context.limits.spend('reading', address, tenant.id);
  if (!spent.ok) return spent;
  const stored = await context.delivery.find(held);
  const { application = null } = stored?.submission ?? {};
  // Sealed into the new token, because the token lasts longer than the record of what was sent.
  const hasApplied =
    stored?.isErased === true ||
    application?.code === 'unclear' ||
    ['sending', 'delivered', 'checking'].includes(application?.state ?? '');
  const isRefused = held.publicOnly && context.jobs.isRefused({ tenant, job: held.job });
  // A visitor who has applied can follow the application even if the job is no longer public.
  if (isRefused && !held.answered && stored === null) return noSuchJob;
  const now = context.now();
  const device = held.device && held.device.at + DRAFT_LIFETIME > now ? held.device : undefined;
  const expiresAt = now + wish.expires_in * 1000;
  return success({ ...held, answered: held.answered || hasApplied, device, expiresAt });
}

const mayCall = ({ context, request }: Asking, { origins }: TenantContext): boolean =>
  isAllowedOrigin({ request, publicOrigin: context.publicOrigin }, [origins]);

/**
 * Sessions of visitors who have no application yet. They are made for a page of an allowed origin (public jobs), for
 * a back end (any job of its tenant), and for the holder of such a session who renews it.
 */
import { type JobId, jobId, subject } from '../../../core/model/ids.ts';
import { success } from '../../../core/model/outcome.ts';
import type { Submission } from '../../../core/model/submission.ts';
import type { ProxyContext } from '../context.ts';
import { isAllowedOrigin } from '../cross-origin.ts';
import type { JobState } from '../forms/job-cache.ts';
import { noSuchJob } from '../forms/public-jobs.ts';
import type { KeyContext, RequestContext } from '../options.ts';
import { createPatience, type Patience } from '../patience.ts';
import { type Checked, refused } from '../refusal.ts';
import type { TenantContext } from '../tenant-context.ts';
import { type Call, findAdmin, readBearer, refuseOrigin, UNKNOWN_ADDRESS } from './authorise.ts';
import { JOB_FRESH, questionableOf } from './make-session.ts';
import type { JobSession, Session } from './tokens.ts';

/**
 * Milliseconds after a token expires in which it can be renewed: seven days
 * (`src/server/http/README.md#post-sessions`).
 */
const RENEWABLE_FOR = 604_800_000;

export interface JobWish {
  readonly job: string;
  /** null: the key's tenant, or `default` without a key. */
  readonly tenant: string | null;
  /** Seconds. */
  readonly expiresIn: number;
}

export interface Asking extends KeyContext {
  readonly context: ProxyContext;
  readonly request: Request;
  readonly address: string | undefined;
  readonly vouched?: RequestContext['vouched'] | undefined;
}

export async function makeJobSession(asking: Asking, wish: JobWish): Promise<Checked<JobSession>> {
  const bearer = readBearer(asking.request);
  if (bearer === null) return visit(asking, wish);
  const held = await asking.context.tokens.open(bearer, RENEWABLE_FOR);
  if (held.ok) return renew(asking, held.value, wish);
  if (held.error === 'token_expired') return refused('token_expired');
  const admin = await findAdmin(asking.context, bearer);
  if (admin === null) return refuseBearer(asking, bearer);
  asking.keyOpened();
  return makeForAdmin(asking, admin, wish);
}

/**
 * Without a key, a page of an allowed origin must ask; if not every origin is allowed, a request without an origin is
 * refused.
 */
async function visit(asking: Asking, wish: JobWish): Promise<Checked<JobSession>> {
  const { context, request, address = UNKNOWN_ADDRESS } = asking;
  const tenant = context.tenants.get(wish.tenant ?? 'default');
  if (tenant === undefined) return refused('not_found', { detail: 'There is no such tenant.' });
  if (tenant.origins !== 'any' && !request.headers.has('origin')) return noOrigin;
  if (!mayCall(asking, tenant)) return refuseOrigin(context, request, tenant.id);
  const spent = await context.limits.spend('visit', address, tenant.id);
  if (!spent.ok) return spent;
  const job = readId(wish.job);
  if (job === null) return noSuchJob;
  context.caps.countSession(tenant.id, address);
  const shown = await context.publicJobs.find({ tenant, job, address, patience: createPatience() });
  return shown.ok ? begin(context, tenant, { job, expiresIn: wish.expiresIn, publicOnly: true }) : shown;
}

/**
 * A visitor's session shows its form for as long as the job is public; one that a back end made always does.
 *
 * @returns null: a back end made the session and decides who gets the form
 */
export async function findShownJob(
  { context, tenant, session }: Pick<Call, 'context' | 'tenant' | 'session'>,
  patience: Patience,
): Promise<Checked<JobState | null>> {
  if (session.application !== null || !session.publicOnly) return success(null);
  return context.publicJobs.find({ tenant, job: session.job, address: null, patience });
}

async function makeForAdmin(
  { context }: Asking,
  tenant: TenantContext,
  wish: JobWish,
): Promise<Checked<JobSession>> {
  if (wish.tenant !== null && wish.tenant !== tenant.name)
    return refused('not_found', { detail: 'The key belongs to another tenant.' });
  const job = readId(wish.job);
  if (job === null) return noSuchJob;
  const question = { service: tenant.service, tenant: tenant.id, job };
  const state = await context.jobs.find(question, JOB_FRESH, createPatience());
  if (state === null) return noSuchJob;
  return begin(context, tenant, { job, expiresIn: wish.expiresIn, publicOnly: false });
}

const noOrigin = refused('origin_not_allowed', {
  detail: 'Without a key, a session is for a page of an allowed origin, which its browser names in "Origin".',
});

/** The id becomes part of a request path at the service. */
const readId = (job: string): JobId | null => (/^[A-Za-z0-9_-]{1,64}$/.test(job) ? jobId(job) : null);

/** A closed job gets a session too, so that the form can say that it is closed. */
async function begin(
  context: ProxyContext,
  tenant: TenantContext,
  { job, expiresIn, publicOnly }: Pick<JobSession, 'job' | 'publicOnly'> & Pick<JobWish, 'expiresIn'>,
): Promise<Checked<JobSession>> {
  const questionable = questionableOf(tenant, job, null);
  if (questionable === undefined)
    return refused('no_job', {
      detail: 'The questions belong to postings, and a visitor comes through none.',
    });
  return success({
    id: await context.sessions.newId(tenant.id),
    tenant: tenant.id,
    // An application's id never contains a space, so the two cannot collide.
    subject: subject(`visitor ${crypto.randomUUID()}`),
    application: null,
    job,
    questionable,
    answered: false,
    closed: false,
    readAt: 0,
    publicOnly,
    expiresAt: context.now() + expiresIn * 1000,
  });
}

/** Keeps the subject for another day. It asks the service nothing, so it works while the service is down. */
async function renew(asking: Asking, held: Session, wish: JobWish): Promise<Checked<JobSession>> {
  const { context, request, address = UNKNOWN_ADDRESS } = asking;
  const tenant = context.tenants.get(held.tenant);
  const isOther = held.job !== wish.job || (wish.tenant !== null && wish.tenant !== held.tenant);
  if (tenant === undefined || held.application !== null || isOther) {
    context.events.tell('forged_token');
    const spent = await context.limits.spend('wrongToken', address);
    return spent.ok ? refused('token_invalid') : spent;
  }
  if (!mayCall(asking, tenant)) return refuseOrigin(context, request, tenant.id);
  const spent = await context.limits.spend('visit', address, tenant.id);
  if (!spent.ok) return spent;
  const answered = held.answered || (await hasApplied(context, held));
  const isRefused = held.publicOnly && context.publicJobs.isRefused({ tenant, job: held.job });
  // A visitor who has applied can follow the application even if the job is no longer public.
  if (isRefused && !answered && (await context.delivery.find(held)) === null) return noSuchJob;
  return success({ ...held, answered, expiresAt: context.now() + wish.expiresIn * 1000 });
}

/** Sealed into the new token, because the token lasts longer than the record of what was sent. */
async function hasApplied({ delivery }: ProxyContext, held: JobSession): Promise<boolean> {
  const stored = await delivery.find(held);
  return stored !== null && (stored.isErased === true || mayBeMade(stored.submission));
}

/** Whether an application may have been made: false if the service refused it or was never reached. */
function mayBeMade({ application }: Submission): boolean {
  if (application === null) return false;
  const { state, code } = application;
  return code === 'unclear' || state === 'sending' || state === 'delivered' || state === 'checking';
}

const mayCall = ({ context, request }: Asking, { origins }: TenantContext): boolean =>
  isAllowedOrigin({ request, publicOrigin: context.publicOrigin }, [origins]);

/** For a bearer that is neither a valid token nor a key: the error depends on which of them it looks like. */
async function refuseBearer(
  { context, address = UNKNOWN_ADDRESS }: Asking,
  bearer: string,
): Promise<Checked<never>> {
  const isSealed = bearer.split('.').length === 5;
  context.events.tell(isSealed ? 'forged_token' : 'wrong_key');
  const spent = await context.limits.spend(isSealed ? 'wrongToken' : 'wrongKey', address);
  if (!spent.ok) return spent;
  return isSealed
    ? refused('token_invalid')
    : refused('unauthorized', { detail: 'This key is not an admin key of any tenant.' });
}

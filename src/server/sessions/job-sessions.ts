/**
 * Sessions of visitors who have no application yet. They are made for a page of an allowed origin (public jobs), for
 * a back end (any job of its tenant), and for the holder of such a session who renews it.
 */

import { success } from '../../core/model/failure.ts';
import { type JobId, jobId, type PostingId, postingId, subject } from '../../core/model/ids.ts';
import type { Submission } from '../../core/model/submission.ts';
import { createPatience, type Patience } from '../forms/cached.ts';
import { type JobState, noSuchJob } from '../forms/jobs.ts';
import { noSuchPosting } from '../forms/postings.ts';
import type { ProxyContext } from '../http/context.ts';
import { isAllowedOrigin } from '../http/cross-origin.ts';
import type { KeyContext } from '../http/options.ts';
import { type Checked, refused } from '../http/refusal.ts';
import type { TenantContext } from '../http/tenant-context.ts';
import { questionableOf } from './applications.ts';
import { type Call, findAdmin, readBearer, refuseOrigin, UNKNOWN_ADDRESS } from './authorise.ts';
import { DRAFT_LIFETIME, sealedHandle } from './draft-handles.ts';
import type { JobSession, Session } from './tokens.ts';
import { isVisitor } from './visitors.ts';

/**
 * Milliseconds after a token expires in which it can be renewed: seven days
 * (`src/server/http/README.md#post-sessions`).
 */
export const RENEWABLE_FOR = 604_800_000;

export interface JobWish {
  /** The job, or a posting that advertises it. */
  readonly named: { readonly job: string } | { readonly posting: string };
  /** null: the key's tenant, or `default` without a key. */
  readonly tenant: string | null;
  /** Seconds. */
  readonly expiresIn: number;
  /** Of a visitor's device: one that it made now, or one that it was given; null: none. */
  readonly draftHandle: string | null;
}

export interface Asking extends KeyContext {
  readonly context: ProxyContext;
  readonly request: Request;
  readonly address: string | undefined;
}

export async function makeJobSession(asking: Asking, wish: JobWish): Promise<Checked<JobSession>> {
  const made = await make(asking, wish);
  const { draftHandle: handle } = wish;
  if (!made.ok || handle === null || sealedHandle.test(handle)) return made;
  const { device } = made.value;
  // What was kept ends when the applicant was told that it does, also where the same is asked for again.
  const now = Math.floor(asking.context.now() / 1000) * 1000;
  const kept = device?.handle === handle ? device : { handle, at: now };
  return isVisitor(made.value)
    ? success({ ...made.value, device: kept })
    : refuseHandle('A "draft_handle" is for visitors, whose draft their device keeps.');
}

const refuseHandle = (detail: string) =>
  refused('bad_request', { detail, pointer: '/data/attributes/draft_handle' });

async function make(asking: Asking, wish: JobWish): Promise<Checked<JobSession>> {
  const bearer = readBearer(asking.request);
  const isKnown = wish.draftHandle !== null && sealedHandle.test(wish.draftHandle);
  if (bearer === null) return isKnown ? goOn(asking, wish) : visit(asking, wish);
  if (isKnown) return refuseHandle('A "draft_handle" that was given here comes without a token.');
  const held = await asking.context.tokens.open(bearer, RENEWABLE_FOR);
  if (held.ok) return renew(asking, held.value, wish);
  if (held.error === 'token_expired') return refused('token_expired');
  const admin = findAdmin(asking.context, bearer);
  if (admin === null) return refuseBearer(asking, bearer);
  asking.keyOpened();
  return makeForAdmin(asking, admin, wish);
}

/** The device of a visitor has the handle of its session: it goes on, with the key of its draft. */
async function goOn(asking: Asking, wish: JobWish): Promise<Checked<JobSession>> {
  const { context, address = UNKNOWN_ADDRESS } = asking;
  const opened = await context.draftHandles.open(wish.draftHandle ?? '');
  if (!opened.ok && opened.error === 'token_expired') return refused('token_expired');
  const tenant = opened.ok ? context.tenants.get(opened.value.tenant) : undefined;
  const questionable =
    opened.ok && tenant ? questionableOf(tenant, opened.value.job, opened.value.posting) : undefined;
  if (!opened.ok || questionable === undefined) {
    context.events.tell('forged_token');
    const spent = await context.limits.spend('wrongToken', address);
    return spent.ok ? refused('token_invalid') : spent;
  }
  const { madeAt, ...session } = opened.value;
  const rest = { application: null, questionable, closed: false, readAt: 0, publicOnly: true } as const;
  return renew(asking, { ...session, ...rest, expiresAt: madeAt }, wish);
}

/**
 * Without a key, a page of an allowed origin must ask; if not every origin is allowed, a request without an origin is
 * refused.
 */
async function visit(asking: Asking, wish: JobWish): Promise<Checked<JobSession>> {
  const { context, request, address = UNKNOWN_ADDRESS } = asking;
  const tenant = context.tenants.get(wish.tenant ?? 'default');
  if (tenant === undefined) {
    const pointer = wish.tenant === null ? undefined : TENANT;
    return refused('not_found', { detail: 'There is no such tenant.', pointer });
  }
  if (tenant.origins !== 'any' && !request.headers.has('origin')) return noOrigin;
  if (!mayCall(asking, tenant)) return refuseOrigin(context, request, tenant.id);
  const spent = await context.limits.spend('visit', address, tenant.id);
  if (!spent.ok) return spent;
  const named = readNamed(wish.named);
  if (!named.ok) return named;
  const found = await findPublic(context, { tenant, address }, named.value);
  return found.ok ? begin(context, tenant, { ...found.value, ...wish, publicOnly: true }) : found;
}

async function findPublic(
  { clock, jobs, postings }: ProxyContext,
  asked: { readonly tenant: TenantContext; readonly address: string },
  { job, posting }: Named,
): Promise<Checked<FoundJob>> {
  const loading = { patience: createPatience(clock) };
  if (posting === null) {
    const shown = await jobs.findPublic({ ...asked, job }, loading);
    return shown.ok ? success({ job, posting }) : shown;
  }
  const found = await postings.findPublic({ ...asked, posting }, loading);
  return found.ok ? success({ job: found.value, posting }) : found;
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
  return context.jobs.findPublic({ tenant, job: session.job, address: null }, { patience });
}

async function makeForAdmin(
  { context }: Asking,
  tenant: TenantContext,
  wish: JobWish,
): Promise<Checked<JobSession>> {
  if (wish.tenant !== null && wish.tenant !== tenant.name)
    return refused('not_found', { detail: 'The key belongs to another tenant.', pointer: TENANT });
  const named = readNamed(wish.named);
  if (!named.ok) return named;
  const { posting } = named.value;
  const loading = { patience: createPatience(context.clock) };
  const found =
    posting === null ? success(named.value.job) : await context.postings.find({ tenant, posting }, loading);
  if (!found.ok) return found;
  const state = await context.jobs.find({ tenant, job: found.value }, loading);
  if (state === null) return posting === null ? noSuchJob : noSuchPosting;
  return begin(context, tenant, { job: found.value, posting, ...wish, publicOnly: false });
}

const TENANT = '/data/attributes/tenant';

const noOrigin = refused('origin_not_allowed', {
  detail: 'Without a key, a session is for a page of an allowed origin, which its browser names in "Origin".',
});

type Named =
  | { readonly job: JobId; readonly posting: null }
  | { readonly job: null; readonly posting: PostingId };

interface FoundJob {
  readonly job: JobId;
  readonly posting: PostingId | null;
}

/** The id becomes part of a request path at the service. */
const isId = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text);

function readNamed(named: JobWish['named']): Checked<Named> {
  if ('job' in named) return isId(named.job) ? success({ job: jobId(named.job), posting: null }) : noSuchJob;
  return isId(named.posting) ? success({ job: null, posting: postingId(named.posting) }) : noSuchPosting;
}

/** A closed job gets a session too, so that the form can say that it is closed. */
async function begin(
  context: ProxyContext,
  tenant: TenantContext,
  {
    job,
    posting,
    expiresIn,
    publicOnly,
  }: FoundJob & Pick<JobSession, 'publicOnly'> & Pick<JobWish, 'expiresIn'>,
): Promise<Checked<JobSession>> {
  const questionable = questionableOf(tenant, job, posting);
  if (questionable === undefined)
    return refused('no_job', {
      detail: 'The questions belong to postings: name the posting instead of its job.',
    });
  return success({
    id: context.sessions.newId(tenant.id),
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
    expiresAt: context.now() + expiresIn * 1000,
  });
}

/** Keeps the subject for another day. It asks the service nothing, so it works while the service is down. */
async function renew(asking: Asking, held: Session, wish: JobWish): Promise<Checked<JobSession>> {
  const { context, request, address = UNKNOWN_ADDRESS } = asking;
  const tenant = context.tenants.get(held.tenant);
  const isOther = !isNamed(held, wish.named) || (wish.tenant !== null && wish.tenant !== held.tenant);
  if (tenant === undefined || held.application !== null || isOther) {
    context.events.tell('forged_token');
    const spent = await context.limits.spend('wrongToken', address);
    return spent.ok ? refused('token_invalid') : spent;
  }
  if (!mayCall(asking, tenant)) return refuseOrigin(context, request, tenant.id);
  const spent = await context.limits.spend('visit', address, tenant.id);
  if (!spent.ok) return spent;
  const answered = held.answered || (await hasApplied(context, held));
  const isRefused = held.publicOnly && context.jobs.isRefused({ tenant, job: held.job });
  // A visitor who has applied can follow the application even if the job is no longer public.
  if (isRefused && !answered && (await context.delivery.find(held)) === null) return noSuchJob;
  const now = context.now();
  const device = held.device && held.device.at + DRAFT_LIFETIME > now ? held.device : undefined;
  return success({ ...held, answered, device, expiresAt: now + wish.expiresIn * 1000 });
}

const isNamed = ({ job, posting }: Session, named: JobWish['named']): boolean =>
  'job' in named ? posting === null && job === named.job : posting === named.posting;

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
  const isSealed = bearer.startsWith('session.');
  context.events.tell(isSealed ? 'forged_token' : 'wrong_key');
  const spent = await context.limits.spend(isSealed ? 'wrongToken' : 'wrongKey', address);
  if (!spent.ok) return spent;
  return isSealed
    ? refused('token_invalid')
    : refused('unauthorized', { detail: 'This key is not an admin key of any tenant.' });
}

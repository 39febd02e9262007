/** Sessions for applications that exist: which job one is for, whether it was answered, and whether it takes answers. */
import { failure, success } from '../../core/model/failure.ts';
import { type ApplicationId, type JobId, subject } from '../../core/model/ids.ts';
import { type Cache, createCache, createPatience, FRESH, type Patience } from '../forms/cached.ts';
import type { FormSource } from '../forms/form-cache.ts';
import { formSource, type ProxyContext, type TenantContext } from '../http/context.ts';
import { type Checked, refused } from '../http/replies.ts';
import type { Log } from '../log.ts';
import type { Application } from '../service/create-service.ts';
import type { ServiceError } from '../service/service-error.ts';
import type { ApplicationSession, Session } from './tokens.ts';

interface AskedApplication {
  readonly tenant: Pick<TenantContext, 'id' | 'service'>;
  readonly application: ApplicationId;
}

export type Applications = Cache<AskedApplication, Application>;

/** About 300 bytes each. */
const MOST_APPLICATIONS = 10_000;

/** The last reading of each, so that sessions can still be made while the service is down. */
export const createApplications = (log: Log, now: () => number): Applications =>
  createCache<AskedApplication, Application>(
    {
      most: MOST_APPLICATIONS,
      keyOf: ({ tenant, application }) => [tenant.id, application],
      async read({ tenant, application }) {
        // The document does not list the nested include: if the service refuses it, only the application is read.
        const whole = await tenant.service.readApplication(application, ['answers.question']);
        const isUnknown = !whole.ok && whole.error.kind === 'bad_request';
        const reply = isUnknown ? await tenant.service.readApplication(application, []) : whole;
        if (reply.ok) return reply;
        const { error } = reply;
        if (error.kind === 'not_found') return failure({ kind: 'absent' });
        log.error('service_failed', { tenant: tenant.id, cause: error.kind });
        return failure({ kind: 'down', error });
      },
      restore: () => null,
    },
    { trees: null, now },
  );

/** Seconds. */
export const LONGEST_SESSION = 86_400;

export interface SessionWish {
  readonly application: ApplicationId;
  /** Seconds. */
  readonly expires_in: number;
}

export async function makeSession(
  context: ProxyContext,
  tenant: TenantContext,
  wish: SessionWish,
): Promise<Checked<ApplicationSession>> {
  const patience = createPatience(context.clock);
  // An earlier reading may miss answers that were given elsewhere, so a service that is merely slow is waited for.
  const oldest = context.delivery.isDown(tenant.id) ? Infinity : FRESH;
  const loading = { patience, oldest, isForced: true };
  const known = await context.applications.load({ tenant, application: wish.application }, loading);
  if (known.value === null)
    return refuseApplication(known.failure?.kind === 'down' ? known.failure.error : null);
  const { id, job, posting } = known.value;
  if (job === null) return refused('no_job');
  await context.jobs.find({ tenant, job }, { patience });
  const questionable = questionableOf(tenant, job, posting);
  if (questionable === undefined)
    return refused('no_job', { detail: 'The application came through no posting.' });
  const identity = {
    id: context.sessions.newId(),
    tenant: tenant.id,
    subject: subject(id),
    application: id,
    job,
    posting: null,
    questionable,
  };
  const answered = await isAnswered(context, formSource(tenant, identity), { known: known.value, patience });
  const closed = isEnded(tenant, known.value);
  const expiresAt = context.now() + wish.expires_in * 1000;
  return success({ ...identity, answered, closed, readAt: known.readAt, publicOnly: false, expiresAt });
}

/** @param error null: the service says that there is none */
function refuseApplication(error: ServiceError | null) {
  if (error === null) return refused('not_found', { detail: 'There is no such application.' });
  if (error.kind === 'bad_document') return refused('bad_document');
  const retryAfter = error.kind === 'rate_limited' ? (error.retryAfter ?? 5) : 5;
  return refused('service_unavailable', { retryAfter });
}

/** Returns undefined if the application gives no way to find the form's questions. */
export function questionableOf(
  tenant: TenantContext,
  job: JobId,
  posting: string | null,
): string | null | undefined {
  if (tenant.questionsBy === 'all') return null;
  return tenant.questionsBy === 'job' ? job : (posting ?? undefined);
}

/**
 * Only answers to this form's questions count, including those we delivered: while a submission is remembered it
 * takes precedence, and afterwards nothing may be sent twice.
 */
async function isAnswered(
  { forms }: ProxyContext,
  source: FormSource,
  { known, patience }: { readonly known: Application; readonly patience: Patience },
): Promise<boolean> {
  if (known.answered.length === 0) return false;
  const form = await forms.load(source, 'view', null, patience);
  return !form.ok || known.answered.some((id) => form.value.tree.nodes.has(id));
}

function isEnded({ closedWhen }: TenantContext, { rejectedAt, hiredAt }: Application): boolean {
  const ends = { rejected: rejectedAt, hired: hiredAt };
  return closedWhen.some((end) => ends[end] !== null);
}

interface Visiting {
  readonly context: Pick<ProxyContext, 'applications' | 'clock' | 'delivery'>;
  readonly session: Session;
  readonly tenant: TenantContext;
}

/**
 * The state in a token may be a day old, so a form that is opened has the application read again, once a minute at most.
 * Sending never asks the service, because a receipt must not depend on it.
 */
export async function lookForEnd({ context, session, tenant }: Visiting): Promise<void> {
  const { application } = session;
  if (application === null || tenant.closedWhen.length === 0) return;
  const isDown = context.delivery.isDown(tenant.id);
  const patience = createPatience(context.clock, { isDown, isForReceipt: true });
  await context.applications.load({ tenant, application }, { patience });
}

/** By the last word of the service: a rejection closes a link that was given out before, and withdrawing it opens it. */
export function isClosed({ context, session, tenant }: Visiting): boolean {
  const { application, readAt, closed } = session;
  const known = application && context.applications.peek({ tenant, application });
  return known?.value && known.readAt > readAt ? isEnded(tenant, known.value) : closed;
}

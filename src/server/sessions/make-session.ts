/** From an application's id to a session: reads its job, and whether it was already answered. */

import { type Outcome, success } from '../../core/model/failure.ts';
import { type ApplicationId, type JobId, subject } from '../../core/model/ids.ts';
import type { FormSource } from '../forms/cached-form.ts';
import type { ProxyContext, ReadApplication } from '../http/context.ts';
import { createPatience, type Patience } from '../http/patience.ts';
import { type Checked, refused } from '../http/refusal.ts';
import { formSource, type TenantContext } from '../http/tenant-context.ts';
import type { Application } from '../service/create-service.ts';
import type { ServiceError } from '../service/service-error.ts';
import { isEnded } from '../submissions/application-ends.ts';
import type { ApplicationSession } from './tokens.ts';

/** Seconds. */
export const LONGEST_SESSION = 86_400;
/** Milliseconds: maximum age of a job's title and state when a session is made. */
export const JOB_FRESH = 60_000;

export interface SessionWish {
  readonly application: ApplicationId;
  /** Seconds. */
  readonly expiresIn: number;
}

export async function makeSession(
  context: ProxyContext,
  tenant: TenantContext,
  wish: SessionWish,
): Promise<Checked<ApplicationSession>> {
  const patience = createPatience(context.clock);
  const reply = await recall(context, tenant, { id: wish.application, patience });
  if (!reply.ok) return refuseApplication(context, tenant, reply.error);
  const { application, readAt } = reply.value;
  const { id, job, posting } = application;
  if (job === null) return refused('no_job');
  await context.jobs.read({ service: tenant.service, tenant: tenant.id, job }, JOB_FRESH, patience);
  const questionable = questionableOf(tenant, job, posting);
  if (questionable === undefined)
    return refused('no_job', { detail: 'The application came through no posting.' });
  const identity = {
    id: context.sessions.newId(tenant.id),
    tenant: tenant.id,
    subject: subject(id),
    application: id,
    job,
    posting: null,
    questionable,
  };
  const source = formSource(tenant, identity);
  const answered = await isAnswered(context, source, { application, patience });
  const closed = isEnded(tenant, application);
  const expiresAt = context.now() + wish.expiresIn * 1000;
  return success({ ...identity, answered, closed, readAt, publicOnly: false, expiresAt });
}

/** Milliseconds for which an earlier reading of an application is used if a newer one is late. */
const CURRENT = 60_000;

/** Reads the application; while the service is down, the last reading is used. */
async function recall(
  { applications, delivery, log, now }: ProxyContext,
  tenant: TenantContext,
  { id, patience }: { readonly id: ApplicationId; readonly patience: Patience },
): Promise<Outcome<ReadApplication, ServiceError>> {
  const name = JSON.stringify([tenant.id, id]);
  const readAt = now();
  const reading = readApplication(tenant, id).then((reply) => {
    if (!reply.ok) return reply;
    const read = { application: reply.value, readAt };
    applications.set(name, read);
    return success(read);
  });
  const known = applications.get(name);
  // If the service is merely slow, an older reading may miss answers that were given elsewhere.
  const isCurrent = known !== undefined && (readAt - known.readAt <= CURRENT || delivery.isDown(tenant.id));
  if (isCurrent && !(await patience.forNewer(reading.then(() => undefined)))) return success(known);
  const reply = await reading;
  if (reply.ok || known === undefined || !isDown(reply.error)) return reply;
  log.warn('service_failed', { tenant: tenant.id, cause: reply.error.kind });
  return success(known);
}

const downKinds = ['unreachable', 'interrupted', 'timeout', 'server_error', 'rate_limited', 'bad_document'];
const isDown = ({ kind }: ServiceError): boolean => downKinds.includes(kind);

/** The document does not list the nested include: if the service refuses it, only the application is read. */
async function readApplication(
  { service }: TenantContext,
  id: ApplicationId,
): Promise<Outcome<Application, ServiceError>> {
  const reply = await service.readApplication(id, ['answers.question']);
  return !reply.ok && reply.error.kind === 'bad_request' ? service.readApplication(id, []) : reply;
}

function refuseApplication(context: ProxyContext, tenant: TenantContext, error: ServiceError) {
  if (error.kind === 'not_found') return refused('not_found', { detail: 'There is no such application.' });
  context.log.error('service_failed', { tenant: tenant.id, cause: error.kind });
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
  { application: { answered }, patience }: { readonly application: Application; readonly patience: Patience },
): Promise<boolean> {
  if (answered.length === 0) return false;
  const form = await forms.load(source, 'view', null, patience);
  return !form.ok || answered.some((id) => form.value.tree.nodes.has(id));
}

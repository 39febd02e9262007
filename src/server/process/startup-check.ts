/**
 * Probes each service once when the server starts, so that a wrong key, or jobs that do not state who may see them, are
 * noticed before the first applicant arrives.
 */
import type { Outcome } from '../../core/model/failure.ts';
import type { Clock } from '../clock.ts';
import { findUntold, type Untold } from '../forms/jobs.ts';
import type { Log } from '../log.ts';
import type { Job } from '../service/create-service.ts';
import type { ServiceError } from '../service/service-error.ts';

export interface ProbedService {
  readonly tenant: string;
  probe(): Promise<ProbeReply<unknown>>;
  /** For a tenant that opens all public jobs to visitors; null: any other tenant. */
  readonly readAnyJob: (() => Promise<ProbeReply<Job | null>>) | null;
}

type ProbeReply<Value> = Outcome<Value, Pick<ServiceError, 'kind'>>;

/** Failures that someone has to fix; any other may be over in a moment. */
const telling: ReadonlySet<ServiceError['kind']> = new Set([
  'unauthorized',
  'forbidden',
  'not_found',
  'unreachable',
  'timeout',
]);

export async function probeServices(services: readonly ProbedService[], log: Log): Promise<void> {
  for (const { tenant, probe, readAnyJob } of services) {
    const reply = await probe().catch(() => null);
    if (reply !== null && !reply.ok && telling.has(reply.error.kind))
      log.warn('service_failed', { tenant, cause: reply.error.kind });
    if (reply?.ok !== true || readAnyJob === null) continue;
    const cause = whyUntold(await readAnyJob().catch(() => null));
    if (cause !== null) log.error('public_jobs_refused', { tenant, cause });
  }
}

/** Milliseconds. */
const PROBE_EVERY = 60_000;

/**
 * While `/readyz` is 503 the process gets no requests, so only this probe can notice that a key was fixed.
 *
 * @returns stops the probes
 */
export function probeWhileDegraded(
  services: readonly Pick<ProbedService, 'tenant' | 'probe'>[],
  isDegraded: (tenant: string) => boolean,
  clock: Clock,
): () => void {
  const probeDegraded = async () => {
    for (const { tenant, probe } of services) if (isDegraded(tenant)) await probe().catch(() => null);
  };
  return clock.every(PROBE_EVERY, () => void probeDegraded());
}

/** A service that has no such list, or no job yet, is judged by the first job that a visitor names. */
function whyUntold(reply: ProbeReply<Job | null> | null): Untold | null {
  if (reply === null) return null;
  if (!reply.ok) return reply.error.kind === 'forbidden' ? 'jobs_forbidden' : null;
  return reply.value === null ? null : findUntold(reply.value);
}

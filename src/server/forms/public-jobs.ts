/**
 * Jobs that may be seen without an application (`APPLY_PUBLIC_JOBS`). `all` are those that the service shows to the
 * public; any other is answered with the same words as one that is not there, whatever this process knows of it otherwise.
 */

import { success } from '../../core/model/failure.ts';
import type { JobId } from '../../core/model/ids.ts';
import type { Patience } from '../http/patience.ts';
import { type Checked, refused } from '../http/refusal.ts';
import type { TenantContext } from '../http/tenant-context.ts';
import type { Log } from '../log.ts';
import type { Job } from '../service/create-service.ts';
import { jobStates, PUBLIC_VISIBILITY } from '../service/queries.ts';
import type { ServiceError } from '../service/service-error.ts';
import { type JobCache, type JobState, jobSchema } from './job-cache.ts';
import {
  createReadableCheck,
  createReadings,
  FRESH,
  type ReadingsDependencies,
  retryAfterOf,
  type Verdict,
} from './kept-readings.ts';

export const noSuchJob = refused('not_found', {
  detail:
    'No job of this id is open to visitors: check the id and the tenant, and APPLY_PUBLIC_JOBS of this server.',
});

export interface AskedJob {
  readonly tenant: Pick<TenantContext, 'id' | 'publicJobs'> & {
    readonly service: Pick<TenantContext['service'], 'readJob' | 'probe'>;
  };
  readonly job: JobId;
  /** Of a visitor who names the job; null: a session was made for it already. */
  readonly address: string | null;
  readonly patience: Patience;
}

export interface PublicJobs {
  find(asked: AskedJob): Promise<Checked<JobState>>;
  /** By what is known here already; asks nothing. */
  isRefused(asked: Pick<AskedJob, 'tenant' | 'job'>): boolean;
  /** The same; null: it is not known. */
  titleOf(asked: { readonly tenant: Pick<AskedJob['tenant'], 'id'>; readonly job: JobId }): string | null;
}

/** Why no job of a tenant can be told to be public. */
export type Untold = 'jobs_forbidden' | 'visibility_missing' | 'state_missing';

export interface PublicJobsDependencies extends ReadingsDependencies {
  /** For ids that the operator lists: the operator's word counts for who may see them. */
  readonly jobs: Pick<JobCache, 'find' | 'titleOf'>;
  readonly log: Log;
}

export function createPublicJobs(dependencies: PublicJobsDependencies): PublicJobs {
  const { jobs } = dependencies;
  const amongAll = createReadings<AskedJob, JobState>(
    {
      idOf: ({ job }) => job,
      name: 'public job',
      schema: jobSchema,
      read: createReader(dependencies),
      refuse: () => noSuchJob,
    },
    dependencies,
  );
  async function find(asked: AskedJob): Promise<Checked<JobState>> {
    const { tenant, job, patience } = asked;
    if (tenant.publicJobs === 'all') return amongAll.find(asked);
    if (!tenant.publicJobs.includes(job)) return noSuchJob;
    const question = { service: tenant.service, tenant: tenant.id, job };
    const state = await jobs.find(question, FRESH, patience);
    return state?.published === true ? success(state) : noSuchJob;
  }
  return {
    find,
    isRefused: ({ tenant, job }) =>
      tenant.publicJobs === 'all' ? amongAll.isRefused(tenant.id, job) : !tenant.publicJobs.includes(job),
    titleOf: ({ tenant, job }) =>
      amongAll.shownOf(tenant.id, job)?.title ?? jobs.titleOf({ tenant: tenant.id, job }),
  };
}

function createReader({ log, now }: PublicJobsDependencies) {
  const isReadable = createReadableCheck(now);

  const report = ({ id: tenant }: AskedJob['tenant'], cause: Untold): void =>
    log.error('public_jobs_refused', { tenant, cause });

  return async ({ tenant, job }: AskedJob): Promise<Verdict<JobState>> => {
    const reply = await tenant.service.readJob(job);
    const verdict = reply.ok ? judge(reply.value) : await judgeError(reply.error, () => isReadable(tenant));
    if (verdict.kind === 'untold') report(tenant, verdict.cause);
    return verdict;
  };
}

type JudgedJob = Exclude<Verdict<JobState>, { readonly kind: 'untold' }> | UntoldJob;

interface UntoldJob {
  readonly kind: 'untold';
  readonly cause: Untold;
}

/** @returns null: the job tells who may see it */
export function findUntold({ status, visibility }: Job): Untold | null {
  if (visibility === null) return 'visibility_missing';
  return status === null ? 'state_missing' : null;
}

/** Only what is known to be public is: a name of tomorrow is none. */
function judge(job: Job): JudgedJob {
  const { title, status, visibility } = job;
  if (visibility !== null && visibility.toLowerCase() !== PUBLIC_VISIBILITY) return { kind: 'absent' };
  const cause = findUntold(job);
  if (cause !== null) return { kind: 'untold', cause };
  const isOneOf = (names: readonly string[]) => names.includes(status?.toLowerCase() ?? '');
  if (!isOneOf(jobStates.open) && !isOneOf(jobStates.closed)) return { kind: 'absent' };
  return { kind: 'shown', value: { title, open: isOneOf(jobStates.open), published: true } };
}

/** A key that may not read jobs is refused them alone; a service that is switched off refuses everything. */
async function judgeError(error: ServiceError, isReadable: () => Promise<boolean>): Promise<JudgedJob> {
  const { kind } = error;
  if (kind === 'not_found' || kind === 'bad_request' || kind === 'invalid') return { kind: 'absent' };
  if (kind === 'forbidden' && (await isReadable())) return { kind: 'untold', cause: 'jobs_forbidden' };
  return { kind: 'down', retryAfter: retryAfterOf(error) };
}

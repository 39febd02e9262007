/**
 * From a posting, which public feeds name, to the job that it advertises. Beyond the specification: a service may not
 * tell. To a visitor, a posting whose job is not shown is one that is not there.
 */
import * as z from 'zod';
import { type Outcome, success } from '../../core/model/failure.ts';
import { type JobId, jobId, type PostingId, type Tenant } from '../../core/model/ids.ts';
import { endless } from '../http/patience.ts';
import { type Checked, refused } from '../http/refusal.ts';
import type { TenantContext } from '../http/tenant-context.ts';
import type { Log } from '../log.ts';
import type { Service } from '../service/create-service.ts';
import type { PostingWay } from '../service/queries.ts';
import type { ServiceError } from '../service/service-error.ts';
import type { ReadJobs } from './job-lists.ts';
import {
  type AskedById,
  createReadableCheck,
  createReadings,
  FRESH,
  type ReadingsDependencies,
  retryAfterOf,
  type Verdict,
} from './kept-readings.ts';
import type { PublicJobs } from './public-jobs.ts';

export const noSuchPosting = refused('not_found', { detail: 'There is no such posting.' });

const untoldPosting = refused('no_job', {
  detail: 'The recruitment service does not say which job a posting advertises: name the job.',
});

export interface AskedPosting extends AskedById {
  readonly tenant: Pick<TenantContext, 'id' | 'publicJobs' | 'readPosting'> & {
    readonly service: Pick<Service, 'readJob' | 'probe' | 'readPosting' | 'listJobs'>;
  };
  readonly posting: PostingId;
}

export interface Postings {
  /** For a visitor, who may apply to public jobs alone. */
  findPublic(asked: AskedPosting): Promise<Checked<JobId>>;
  /** For a back end, which decides itself. */
  find(asked: Omit<AskedPosting, 'address'>): Promise<Checked<JobId>>;
}

export interface PostingsDependencies extends ReadingsDependencies {
  readonly publicJobs: Pick<PublicJobs, 'find'>;
  readonly readJobs: ReadJobs;
  readonly log: Log;
}

export function createPostings(dependencies: PostingsDependencies): Postings {
  const { publicJobs } = dependencies;
  const read = createReader(dependencies);
  const common = {
    idOf: ({ posting }: AskedPosting) => posting,
    schema: z.string().transform(jobId),
    refuse: (kind: 'absent' | 'untold') => (kind === 'untold' ? untoldPosting : noSuchPosting),
  };
  const all = createReadings<AskedPosting, JobId>({ ...common, name: 'posting', read }, dependencies);
  const shown = createReadings<AskedPosting, JobId>(
    {
      ...common,
      name: 'public posting',
      read: async (asked) => judgeShown(await read(asked), asked, publicJobs),
    },
    dependencies,
  );
  return {
    findPublic: shown.find,
    find: (asked) => all.find({ ...asked, address: null }),
  };
}

/** The allowance for a guess was spent on the posting: its job costs none. */
async function judgeShown(
  verdict: Verdict<JobId>,
  { tenant }: AskedPosting,
  publicJobs: PostingsDependencies['publicJobs'],
): Promise<Verdict<JobId>> {
  if (verdict.kind !== 'shown') return verdict;
  const found = await publicJobs.find({ tenant, job: verdict.value, address: null, patience: endless });
  if (found.ok) return verdict;
  const { code, retryAfter = 0 } = found.error;
  return code === 'not_found' ? { kind: 'absent' } : { kind: 'down', retryAfter };
}

function createReader({ log, now, readJobs }: PostingsDependencies) {
  const isReadable = createReadableCheck(now);
  const told = new Set<Tenant>();
  const readers: Readonly<Record<PostingWay, ReadOne>> = {
    single: ({ tenant, posting }) => tenant.service.readPosting(posting),
    list: async ({ tenant, posting }) => {
      const list = await readJobs(tenant, FRESH);
      if (!list.ok) return list;
      const { postings, isWhole } = list.value;
      return success(postings.get(posting) ?? (isWhole ? undefined : null));
    },
  };

  return async (asked: AskedPosting): Promise<Verdict<JobId>> => {
    const { tenant } = asked;
    const reply = await readers[tenant.readPosting ?? 'single'](asked);
    const verdict = reply.ok ? judge(reply.value) : await judgeError(reply.error, () => isReadable(tenant));
    if (verdict.kind === 'untold' && !told.has(tenant.id)) {
      told.add(tenant.id);
      log.error('postings_refused', { tenant: tenant.id, cause: reply.ok ? 'no_job' : reply.error.kind });
    }
    return verdict;
  };
}

/** undefined: there is no such posting; null: it does not say its job, or nothing says that all were seen. */
type ReadOne = (asked: AskedPosting) => Promise<Outcome<JobId | null | undefined, ServiceError>>;

function judge(job: JobId | null | undefined): Verdict<JobId> {
  if (job === undefined) return { kind: 'absent' };
  return job === null ? { kind: 'untold' } : { kind: 'shown', value: job };
}

/** A key that may not read postings, or a service without such a path, refuses them alone. */
async function judgeError(error: ServiceError, isReadable: () => Promise<boolean>): Promise<Verdict<JobId>> {
  const { kind } = error;
  if (kind === 'not_found' || kind === 'invalid') return { kind: 'absent' };
  const isStrange = kind === 'bad_document' && error.status >= 400 && error.status < 500;
  const mayBeAlone = kind === 'unauthorized' || kind === 'forbidden' || kind === 'bad_request' || isStrange;
  if (mayBeAlone && (await isReadable())) return { kind: 'untold' };
  return { kind: 'down', retryAfter: retryAfterOf(error) };
}

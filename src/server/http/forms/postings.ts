/**
 * From a posting, which public feeds name, to the job that it advertises. Beyond the specification: a service may not
 * tell. To a visitor, a posting whose job is not shown is one that is not there.
 */
import * as z from 'zod';
import { type JobId, jobId, type PostingId, type Tenant } from '../../../core/model/ids.ts';
import { failure, type Outcome, success } from '../../../core/model/outcome.ts';
import type { Service } from '../../service/create-service.ts';
import type { PostingWay } from '../../service/readings.ts';
import type { ServiceError } from '../../service/service-error.ts';
import type { Log } from '../log.ts';
import { endless } from '../patience.ts';
import { type Checked, refused } from '../refusal.ts';
import type { TenantContext } from '../tenant-context.ts';
import {
  type AskedById,
  createReadableCheck,
  createReadings,
  FRESH,
  NO_FRESH,
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
    readonly service: Pick<Service, 'readJob' | 'probe' | 'readPosting' | 'listPostings'>;
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
  readonly log: Log;
}

export function createPostings(dependencies: PostingsDependencies): Postings {
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
      read: async (asked) => judgeShown(await read(asked), asked, dependencies.publicJobs),
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
  { tenant, posting }: AskedPosting,
  publicJobs: PostingsDependencies['publicJobs'],
): Promise<Verdict<JobId>> {
  if (verdict.kind !== 'shown' && verdict.kind !== 'absent') return verdict;
  // A posting that is not there takes the way of one whose job is not shown, so that no time tells them apart.
  const job = verdict.kind === 'shown' ? verdict.value : jobId(posting);
  const found = await publicJobs.find({ tenant, job, address: null, patience: endless });
  if (verdict.kind === 'absent' || found.ok) return verdict;
  const { code, retryAfter = 0 } = found.error;
  return code === 'not_found' ? { kind: 'absent' } : { kind: 'down', retryAfter };
}

function createReader({ log, now }: PostingsDependencies) {
  const isReadable = createReadableCheck(now);
  const told = new Set<Tenant>();
  const readers: Readonly<Record<PostingWay, ReadOne>> = {
    single: ({ tenant, posting }) => tenant.service.readPosting(posting),
    list: createListReader(now),
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

/** undefined: there is no such posting; null: it does not say its job. */
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

/** Of the list of jobs with their postings. */
const PAGE_SIZE = 1_000;
const MOST_PAGES = 10;

interface ReadList {
  readonly until: number;
  readonly jobs: Promise<Outcome<ReadonlyMap<PostingId, JobId> | null, ServiceError>>;
}

/** All jobs are read once for all postings. */
function createListReader(now: () => number): ReadOne {
  const lists = new Map<Tenant, ReadList>();
  return async ({ tenant, posting }) => {
    const known = lists.get(tenant.id);
    const list = known !== undefined && now() < known.until ? known : begin(tenant, lists, now);
    const jobs = await list.jobs;
    if (!jobs.ok) return jobs;
    return success(jobs.value === null ? null : jobs.value.get(posting));
  };
}

function begin(
  { id, service }: AskedPosting['tenant'],
  lists: Map<Tenant, ReadList>,
  now: () => number,
): ReadList {
  const jobs = readAll(service);
  const list = { until: now() + FRESH, jobs };
  lists.set(id, list);
  void jobs.then(({ ok }) => {
    if (!ok && lists.get(id) === list) lists.set(id, { until: now() + NO_FRESH, jobs });
  });
  return list;
}

/** null: no job of the list says which postings it has. */
async function readAll(
  service: AskedPosting['tenant']['service'],
): Promise<Outcome<ReadonlyMap<PostingId, JobId> | null, ServiceError>> {
  const jobs = new Map<PostingId, JobId>();
  let isTold = false;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const reply = await service.listPostings({ page, size: PAGE_SIZE });
    if (!reply.ok) return failure(reply.error);
    isTold ||= reply.value.isTold || (page === 1 && reply.value.count === 0);
    for (const [posting, job] of reply.value.jobs) jobs.set(posting, job);
    if (reply.value.count < PAGE_SIZE) break;
  }
  return success(isTold ? jobs : null);
}

/**
 * From a posting, which public feeds name, to the job that it advertises. Beyond the specification: a service may not
 * tell. To a visitor, a posting whose job is not shown is one that is not there.
 */
import { LRUCache } from 'lru-cache';
import * as z from 'zod';
import { failure, success } from '../../core/model/failure.ts';
import { type JobId, jobId, type PostingId, type Tenant } from '../../core/model/ids.ts';
import type { TenantContext } from '../http/context.ts';
import { type Checked, refused } from '../http/replies.ts';
import type { Service } from '../service/create-service.ts';
import type { ServiceErrorKind } from '../service/service-error.ts';
import { createCache, createJudge, type Known, type Loading, retryAfterOf } from './form-cache.ts';
import {
  type AskedJob,
  type Guessing,
  type JobDependencies,
  type Jobs,
  MOST_IDS,
  spendGuess,
} from './jobs.ts';

export const noSuchPosting = refused('not_found', { detail: 'There is no such posting.' });

const untoldPosting = refused('no_job', {
  detail: 'The recruitment service does not say which job a posting advertises: name the job.',
});

export interface AskedPosting {
  readonly tenant: AskedJob['tenant'] &
    Pick<TenantContext, 'readPosting'> & {
      readonly service: Pick<Service, 'readPosting' | 'listJobs'>;
    };
  readonly posting: PostingId;
}

interface PostingDependencies extends JobDependencies {
  readonly jobs: Pick<Jobs, 'findPublic' | 'isRefused'>;
}

export function createPostings({ jobs, limits, log, ...dependencies }: PostingDependencies) {
  const { now } = dependencies;
  const judge = createJudge(now);
  const lists = createJobLists(now);
  const postings = createCache<AskedPosting, JobId>(
    {
      most: MOST_IDS,
      keyOf: ({ tenant, posting }) => [tenant.id, `posting ${posting}`],
      async read({ tenant, posting }) {
        const { service } = tenant;
        const isListed = tenant.readPosting === 'list';
        const list = isListed ? await lists.forceFetch(tenant.id, { context: service }) : null;
        const reply = list ?? (await service.readPosting(posting));
        if (!reply.ok) return failure(await judge(tenant, reply.error));
        const job = list?.ok ? list.value.postings.get(posting) : reply.value;
        if (typeof job === 'string') return success(job);
        return list?.ok && list.value.isWhole
          ? failure({ kind: 'absent' })
          : failure({ kind: 'untold', cause: 'no_job' });
      },
      restore: (json) => z.string().transform(jobId).safeParse(JSON.parse(json)).data ?? null,
    },
    dependencies,
  );

  function tell({ tenant }: AskedPosting, known: Known<JobId>): Checked<JobId> {
    const { value, failure } = known;
    if (failure?.kind === 'untold') {
      log.error('postings_refused', { tenant: tenant.id, cause: failure.cause });
      return untoldPosting;
    }
    if (value !== null) return success(value);
    return failure?.kind === 'absent'
      ? noSuchPosting
      : refused('service_unavailable', { retryAfter: retryAfterOf(known, now()) });
  }

  return {
    /** For a back end, which decides itself. */
    find: async (asked: AskedPosting, loading: Loading): Promise<Checked<JobId>> =>
      tell(asked, await postings.load(asked, loading)),
    /** For a visitor, who may apply to public jobs alone. */
    async findPublic(asked: AskedPosting & Guessing, loading: Loading): Promise<Checked<JobId>> {
      const { tenant } = asked;
      const { value } = await postings.recall(asked);
      const isOpen = value !== null && !jobs.isRefused({ tenant, job: value });
      if (!isOpen && postings.isDue(asked)) {
        const spent = await spendGuess(limits, asked);
        if (!spent.ok) return spent;
      }
      const found = tell(asked, await postings.load(asked, loading));
      if (!found.ok) return found;
      // The allowance for a guess was spent on the posting: its job costs none.
      const shown = await jobs.findPublic({ tenant, job: found.value, address: null }, loading);
      if (shown.ok) return found;
      return shown.error.code === 'not_found' ? noSuchPosting : shown;
    },
  };
}

type Listing = Pick<Service, 'listJobs'>;

const PAGE_SIZE = 1_000;
const MOST_PAGES = 10;
/** Milliseconds for which each page is left alone, so that the list costs twelve requests a minute at most. */
const PAGE_PAUSE = 5_000;
/** Milliseconds that an earlier list may be old; one of many pages may always be older. */
const LIST_FRESH = 60_000;

/** All jobs of a tenant with their postings, read at once, where the operator wants it so. */
const createJobLists = (now: () => number) =>
  new LRUCache<Tenant, Awaited<ReturnType<typeof readAll>>, Listing>({
    max: 1_000,
    ttl: LIST_FRESH,
    ttlResolution: 0,
    perf: { now },
    async fetchMethod(_tenant, _stale, { context, options }) {
      const reply = await readAll(context);
      options.ttl = reply.ok ? Math.max(LIST_FRESH, reply.value.pages * PAGE_PAUSE) : PAGE_PAUSE;
      return reply;
    },
  });

/** How a service may say that there is no such page. */
const beyond: readonly ServiceErrorKind[] = ['not_found', 'bad_request', 'invalid'];

/** To an empty page: the document shows no list of jobs, so no other one is known to be the last. */
async function readAll(service: Listing) {
  const jobs = new Set<JobId>();
  const postings = new Map<PostingId, JobId>();
  let isTold = true;
  let page = 1;
  for (; page <= MOST_PAGES; page += 1) {
    const reply = await service.listJobs({ page, size: PAGE_SIZE });
    if (!reply.ok && (page === 1 || !beyond.includes(reply.error.kind))) return reply;
    if (!reply.ok) break;
    const before = jobs.size;
    for (const { id, postings: own } of reply.value) {
      jobs.add(id);
      isTold &&= own !== null;
      for (const posting of own ?? []) postings.set(posting, id);
    }
    const isEnd = reply.value.length === 0;
    if (jobs.size === before)
      // The list came to its end, and each of its jobs says which postings it has.
      return success({ postings, pages: page, isWhole: isEnd && isTold && jobs.size > 0 });
  }
  return success({ postings, pages: page, isWhole: false });
}

/**
 * Finds the job that a posting advertises, because public feeds name postings. The specification does not promise this,
 * so a service may not disclose it. For visitors, a posting of a hidden job does not exist.
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

const undisclosedPosting = refused('no_job', {
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
        return list?.ok && list.value.isComplete
          ? failure({ kind: 'absent' })
          : failure({ kind: 'undisclosed', cause: 'no_job' });
      },
      restore: (json) => z.string().transform(jobId).safeParse(JSON.parse(json)).data ?? null,
    },
    dependencies,
  );

  function toResult({ tenant }: AskedPosting, known: Known<JobId>): Checked<JobId> {
    const { value, failure } = known;
    if (failure?.kind === 'undisclosed') {
      log.error('postings_refused', { tenant: tenant.id, cause: failure.cause });
      return undisclosedPosting;
    }
    if (value !== null) return success(value);
    return failure?.kind === 'absent'
      ? noSuchPosting
      : refused('service_unavailable', { retryAfter: retryAfterOf(known, now()) });
  }

  return {
    /** For back ends, which decide by themselves what to show. */
    find: async (query: AskedPosting, loading: Loading): Promise<Checked<JobId>> =>
      toResult(query, await postings.load(query, loading)),
    /** For visitors, who may apply to public jobs only. */
    async findPublic(query: AskedPosting & Guessing, loading: Loading): Promise<Checked<JobId>> {
      const { tenant } = query;
      const { value } = await postings.recall(query);
      const isOpen = value !== null && !jobs.isRefused({ tenant, job: value });
      if (!isOpen && postings.isDue(query)) {
        const spent = await spendGuess(limits, query);
        if (!spent.ok) return spent;
      }
      const found = toResult(query, await postings.load(query, loading));
      if (!found.ok) return found;
      // The guess was counted for the posting, so its job costs none.
      const shown = await jobs.findPublic({ tenant, job: found.value, address: null }, loading);
      if (shown.ok) return found;
      return shown.error.code === 'not_found' ? noSuchPosting : shown;
    },
  };
}

type Listing = Pick<Service, 'listJobs'>;

/** Jobs on a page. */
const PAGE_SIZE = 1_000;
const MOST_PAGES = 10;
/** Milliseconds between readings for each page of the list, so that it costs at most twelve requests a minute. */
const PAGE_PAUSE = 5_000;
/** Milliseconds that a list stays fresh; a list of many pages stays fresh for longer. */
const LIST_FRESH = 60_000;

/** Reads all jobs of a tenant with their postings at once, if the operator configured `list`. */
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

/** Errors with which a service may answer for a page after the last. */
const pastTheEnd: readonly ServiceErrorKind[] = ['not_found', 'bad_request', 'invalid'];

/** Reads up to an empty page, because the document does not show a list of jobs and so no other sign of the end. */
async function readAll(service: Listing) {
  const jobs = new Set<JobId>();
  const postings = new Map<PostingId, JobId>();
  let isDisclosed = true;
  let page = 1;
  for (; page <= MOST_PAGES; page += 1) {
    const reply = await service.listJobs({ page, size: PAGE_SIZE });
    if (!reply.ok && (page === 1 || !pastTheEnd.includes(reply.error.kind))) return reply;
    if (!reply.ok) break;
    const before = jobs.size;
    for (const { id, postings: postingsOfJob } of reply.value) {
      jobs.add(id);
      isDisclosed &&= postingsOfJob !== null;
      for (const posting of postingsOfJob ?? []) postings.set(posting, id);
    }
    const isEnd = reply.value.length === 0;
    if (jobs.size === before)
      // Complete: the list came to its end, and each of its jobs lists its postings.
      return success({ postings, pages: page, isComplete: isEnd && isDisclosed && jobs.size > 0 });
  }
  return success({ postings, pages: page, isComplete: false });
}

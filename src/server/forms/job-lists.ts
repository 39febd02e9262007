/** All jobs of a tenant with their postings, read at once, where the operator wants it so. */

import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { JobId, PostingId, Tenant } from '../../core/model/ids.ts';
import type { Service } from '../service/create-service.ts';
import type { ServiceError, ServiceErrorKind } from '../service/service-error.ts';

export interface JobList {
  readonly postings: ReadonlyMap<PostingId, JobId>;
  /** The list came to its end, and each of its jobs says which postings it has. */
  readonly isWhole: boolean;
}

type Reply = Outcome<JobList, ServiceError>;

interface Listing {
  readonly id: Tenant;
  readonly service: Pick<Service, 'listJobs'>;
}

/** @param oldest milliseconds that an earlier list may be old; one of many pages may always be older */
export type ReadJobs = (tenant: Listing, oldest: number) => Promise<Reply>;

const PAGE_SIZE = 1_000;
const MOST_PAGES = 10;
/** Milliseconds for which each page is left alone, so that the list costs twelve requests a minute at most. */
const PAGE_PAUSE = 5_000;

interface Entry {
  readonly at: number;
  readonly reply: Promise<Reply>;
  /** Milliseconds: without end while it is read. */
  pause: number;
  failed: boolean;
}

export function createJobLists(now: () => number): ReadJobs {
  const lists = new Map<Tenant, Entry>();
  return ({ id, service }, oldest) => {
    const known = lists.get(id);
    const limit = known?.failed ? known.pause : Math.max(oldest, known?.pause ?? 0);
    if (known !== undefined && now() - known.at < limit) return known.reply;
    let pages = 0;
    const reply = readAll(async (page) => {
      pages = page;
      return service.listJobs({ page, size: PAGE_SIZE });
    });
    const entry: Entry = { at: now(), reply, pause: Number.POSITIVE_INFINITY, failed: false };
    lists.set(id, entry);
    void reply.then(({ ok }) => {
      entry.pause = pages * PAGE_PAUSE;
      entry.failed = !ok;
    });
    return reply;
  };
}

/** How a service may say that there is no such page. */
const beyond: readonly ServiceErrorKind[] = ['not_found', 'bad_request', 'invalid'];

/** To an empty page: the document shows no list of jobs, so no other one is known to be the last. */
async function readAll(
  read: (page: number) => ReturnType<Service['listJobs']>,
): Promise<Outcome<JobList, ServiceError>> {
  const jobs = new Set<JobId>();
  const postings = new Map<PostingId, JobId>();
  let isTold = true;
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const reply = await read(page);
    if (!reply.ok)
      return page > 1 && beyond.includes(reply.error.kind)
        ? success({ postings, isWhole: false })
        : failure(reply.error);
    const before = jobs.size;
    for (const { id, postings: own } of reply.value) {
      jobs.add(id);
      isTold &&= own !== null;
      for (const posting of own ?? []) postings.set(posting, id);
    }
    const isEnd = reply.value.length === 0;
    if (jobs.size === before) return success({ postings, isWhole: isEnd && isTold && jobs.size > 0 });
  }
  return success({ postings, isWhole: false });
}

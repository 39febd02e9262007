/**
 * What visitors have sent and is not delivered: how much of it there is, and whose turn is when. Jobs share what visitors
 * get of the service, and within a job networks do: each next submission of a network comes after as many POSTs of the
 * others as it has itself (self-clocked fair queueing). So ten thousand from one network delay one of another by a few.
 */
import type { JobId, Tenant } from '../../core/model/ids.ts';
import type { QueueLength, Share } from '../../core/model/submission.ts';
import type { Clock } from '../clock.ts';
import type { LedgerStore, ShareCount } from './ledger-store.ts';

export interface VisitorQueue {
  length(tenant: Tenant, share: Share): Promise<QueueLength>;
  /** The turn of a submission that is about to be stored, from 1. @param posts that it takes */
  takeTurn(tenant: Tenant, share: Share, posts: number): Promise<number>;
}

interface Dependencies {
  readonly store: Pick<LedgerStore, 'countShares'>;
  readonly clock: Pick<Clock, 'monotonic'>;
}

/** Milliseconds that a count is good for: other processes add to it, and workers take away. */
const FRESH = 1_000;

interface Line {
  queued: number;
  lastTurn: number;
}

interface TenantQueue {
  queued: number;
  /** The first turn that is due; null: none was. */
  nextTurn: number | null;
  readonly jobs: Map<JobId | null, { queued: number; readonly networks: Map<string | null, Line> }>;
}

type Queues = Map<Tenant, TenantQueue>;
type Taken = Omit<ShareCount, 'nextTurn'>;

export function createVisitorQueue({ store, clock }: Dependencies): VisitorQueue {
  let queues: Queues = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  /** What was added while it was counted, and so may be missing from the count. */
  let meanwhile: Taken[] = [];

  async function read(): Promise<void> {
    meanwhile = [];
    const counted: Queues = new Map();
    for (const count of await store.countShares()) add(counted, count);
    for (const taken of meanwhile) add(counted, { ...taken, nextTurn: null });
    queues = counted;
    readAt = clock.monotonic();
  }

  /** Only the first count is waited for: what came here since the last one is in it. */
  async function current(tenant: Tenant): Promise<TenantQueue> {
    if (clock.monotonic() - readAt >= FRESH)
      reading ??= read().finally(() => {
        reading = null;
      });
    if (readAt === Number.NEGATIVE_INFINITY) await reading;
    else reading?.catch(() => undefined);
    return queues.get(tenant) ?? newQueue();
  }

  return {
    async length(tenant, { job, network }) {
      const queue = await current(tenant);
      const ofJob = queue.jobs.get(job);
      const ofShare = ofJob?.networks.get(network)?.queued ?? 0;
      return { ofTenant: queue.queued, ofJob: ofJob?.queued ?? 0, ofShare };
    },
    async takeTurn(tenant, { job, network }, posts) {
      const queue = await current(tenant);
      const networks = queue.jobs.get(job)?.networks;
      const line = networks?.get(network);
      const sharing = (networks?.size ?? 0) + (line === undefined ? 1 : 0);
      const lastTurn = Math.max(queue.nextTurn ?? 0, line?.lastTurn ?? 0) + sharing * Math.max(posts, 1);
      const taken = { tenant, job, network, queued: 1, lastTurn };
      meanwhile.push(taken);
      add(queues, { ...taken, nextTurn: null });
      return lastTurn;
    },
  };
}

const newQueue = (): TenantQueue => ({ queued: 0, nextTurn: null, jobs: new Map() });

function add(queues: Queues, { tenant, job, network, queued, lastTurn, nextTurn }: ShareCount): void {
  const queue = queues.get(tenant) ?? newQueue();
  queues.set(tenant, queue);
  queue.queued += queued;
  if (nextTurn !== null) queue.nextTurn = Math.min(queue.nextTurn ?? nextTurn, nextTurn);
  const ofJob = queue.jobs.get(job) ?? { queued: 0, networks: new Map<string | null, Line>() };
  queue.jobs.set(job, ofJob);
  ofJob.queued += queued;
  const line = ofJob.networks.get(network) ?? { queued: 0, lastTurn: 0 };
  ofJob.networks.set(network, line);
  line.queued += queued;
  line.lastTurn = Math.max(line.lastTurn, lastTurn);
}

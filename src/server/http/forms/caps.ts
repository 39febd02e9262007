/** How much visitors may leave here: each cap first raises what an application costs, then is shared, and only then full. */
import type { JobId, Tenant } from '../../../core/model/ids.ts';
import type { Delivery } from '../../../core/model/ports.ts';
import type { Share } from '../../../core/model/submission.ts';
import { createLruCache } from '../lru-cache.ts';
import type { TenantOptions } from '../options.ts';
import { SUBMISSION_LIMIT_BYTES } from './limits.ts';

/** What a tenant may configure as `caps`. What back ends vouch for is under none of them. */
export interface Caps {
  /** Applications of visitors that are not delivered yet. */
  readonly queued: number;
  /** The same of one job. */
  readonly queuedOfJob: number;
  /** Applications from one address, a minute. */
  readonly applications: number;
  /** Sessions for one address, a minute: page views of public jobs. */
  readonly sessions: number;
  /** Bytes of applications from one address, a minute; and from all. */
  readonly textBytes: number;
  readonly textBytesOfAll: number;
  /** Bytes of files from one address, in half an hour; and from all. */
  readonly fileBytes: number;
  readonly fileBytesOfAll: number;
}

/** What a single job may configure. */
export interface JobCaps {
  readonly queued?: number;
}

const MB = 1_048_576;

export const defaultCaps: Caps = {
  queued: 10_000,
  queuedOfJob: 2_000,
  applications: 30,
  sessions: 1_200,
  textBytes: 4 * MB,
  textBytesOfAll: 400 * MB,
  fileBytes: 300 * MB,
  fileBytesOfAll: 2_048 * MB,
};

/** `raised`: an application has to cost its sender something. `full`: it has to wait. */
export type Verdict = 'free' | 'raised' | 'full';

/** Seconds. */
export const QUEUE_PAUSE = 30;

/** Milliseconds. */
const [MINUTE, HALF_AN_HOUR] = [60_000, 1_800_000];
/** Part of what all share from which on each has to cost something. */
const RAISED_FROM = 0.25;
/** Many may share an address: beyond its cap it has to pay, and beyond so many times that it has to wait. */
const REFUSED_FROM = 10;

/** Who sends or stages something. */
export interface Sender {
  readonly tenant: Pick<TenantOptions, 'caps' | 'jobs'> & { readonly id: Tenant };
  readonly address: string;
  readonly share: Share;
}

export interface CapJudge {
  /** Of an application that is not stored yet. Counts it unless it has to wait. */
  judgeApplication(sender: Sender, bytes: number): Promise<Verdict>;
  judgeFile(sender: Sender): Verdict;
  countFile(sender: Sender, bytes: number): void;
  countSession(tenant: Tenant, address: string): void;
}

interface Dependencies {
  readonly delivery: Pick<Delivery, 'queueLength'>;
  readonly now: () => number;
}

export function createCapJudge({ delivery, now }: Dependencies): CapJudge {
  const minutes = createMeter(MINUTE, now);
  const halfHours = createMeter(HALF_AN_HOUR, now);
  return {
    async judgeApplication({ tenant, address, share }, bytes) {
      const caps = capsOf(tenant);
      const own = [tenant.id, address];
      const text = Math.min(bytes, SUBMISSION_LIMIT_BYTES);
      const ofNetwork = ['text', tenant.id, share.network];
      const queue = await delivery.queueLength?.(tenant.id, share);
      const verdict = worst([
        ...(queue === undefined
          ? []
          : [
              judgeShared(caps.queued, queue.ofTenant, queue.ofJob),
              judgeShared(queuedOfJob(tenant, share.job), queue.ofJob, queue.ofShare),
            ]),
        judgeOwn(caps.applications, minutes.sum(['application', ...own])),
        // Page views cost less than applications, so alone they make none wait.
        minutes.sum(['session', ...own]) < caps.sessions ? 'free' : 'raised',
        judgeOwn(caps.textBytes, minutes.sum(['text', ...own])),
        judgeShared(caps.textBytesOfAll, minutes.sum(['text', tenant.id]), minutes.sum(ofNetwork)),
      ]);
      if (verdict === 'full') return verdict;
      minutes.add(['application', ...own], 1);
      for (const who of [['text', ...own], ['text', tenant.id], ofNetwork]) minutes.add(who, text);
      return verdict;
    },
    judgeFile({ tenant, address, share }) {
      const caps = capsOf(tenant);
      const [own, ofNetwork] = [
        halfHours.sum([tenant.id, address]),
        halfHours.sum([tenant.id, share.network]),
      ];
      return worst([
        judgeOwn(caps.fileBytes, own),
        judgeShared(caps.fileBytesOfAll, halfHours.sum([tenant.id]), ofNetwork),
      ]);
    },
    countFile({ tenant: { id }, address, share }, bytes) {
      for (const who of [[id], [id, address], [id, share.network]]) halfHours.add(who, bytes);
    },
    countSession: (tenant, address) => minutes.add(['session', tenant, address], 1),
  };
}

const capsOf = ({ caps }: Sender['tenant']): Caps => ({ ...defaultCaps, ...caps });

function queuedOfJob(tenant: Sender['tenant'], job: JobId): number {
  const { jobs = {} } = tenant;
  const own = Object.hasOwn(jobs, job) ? jobs[job]?.caps?.queued : undefined;
  return own ?? capsOf(tenant).queuedOfJob;
}

/**
 * Each may have as much as is left for all: one that floods is stopped half-way, and some is left for the next one,
 * however many flood (dynamic thresholds, as switches share their buffers).
 */
export function judgeShared(cap: number, all: number, own: number): Verdict {
  if (own >= cap - all) return 'full';
  return all >= cap * RAISED_FROM ? 'raised' : 'free';
}

function judgeOwn(cap: number, own: number): Verdict {
  if (own >= cap * REFUSED_FROM) return 'full';
  return own >= cap ? 'raised' : 'free';
}

const worst = (verdicts: readonly Verdict[]): Verdict =>
  (['full', 'raised'] as const).find((verdict) => verdicts.includes(verdict)) ?? 'free';

/** About 150 bytes each. */
const REMEMBERED = 100_000;

interface Meter {
  sum(who: readonly string[]): number;
  add(who: readonly string[], amount: number): void;
}

/** Counts in windows of the clock, in this process alone. */
function createMeter(window: number, now: () => number): Meter {
  const sums = createLruCache<string, { readonly window: number; readonly sum: number }>(REMEMBERED);
  const sum = (who: readonly string[]): number => {
    const known = sums.get(JSON.stringify(who));
    return known?.window === Math.floor(now() / window) ? known.sum : 0;
  };
  return {
    sum,
    add: (who, amount) =>
      sums.set(JSON.stringify(who), { window: Math.floor(now() / window), sum: sum(who) + amount }),
  };
}
